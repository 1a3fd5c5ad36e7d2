package report

// note is something that the model leaves out or makes simple, with the rules of
// docs/MODEL.md that say so.
type note struct {
	rules string
	text  string
}

// notes are what somebody should know who reads a result. A test looks the rules up.
var notes = struct{ all, innodb, fractal []note }{
	all: []note{
		{"RF-12", "Compressed and redundant row formats, partitions, spatial and full-text indexes and non-ASCII text are refused."},
		{"RF-13", "A foreign key is the index that it makes; look-ups in the parent table are left out."},
		{"RF-11", "CURRENT_TIMESTAMP reads a virtual clock of 1,000 rows a second."},
		{"KG-02", "Clocks of several writers differ by fixed shares of the skew; real ones drift."},
		{"DV-01", "A device does so many reads and writes a second; queue and bursts are fitted on recordings."},
		{"DV-02", "Time is that of a client with a fixed speed where nothing waits; locks and CPUs are left out."},
	},
	innodb: []note{
		{"BP-05", "One thread waits for a free frame; the pauses between a server's tries are left out."},
		{"BP-04", "Read-ahead goes by misses in a row, not by the access times of all pages of an area."},
		{"BP-11", "Pages are written in whole batches of the doublewrite buffer."},
		{"CB-01", "Inserts that wait in the change buffer are in the model's tree at once: a few pages in thousands differ; deletes and purge never wait."},
		{"CB-04", "The size of the change buffer's tree is its bytes at a fill of 69 %."},
		{"UN-01", "Undo pages of deletes and updates are those of inserts, and purge reads none."},
		{"RD-01", "Bytes of redo are fitted on two servers, within 4 to 8 %."},
		{"OW-01", "The server's own pages in the pool are those of a server that has just started."},
	},
	fractal: []note{
		{"FT-61", "Compression is a ratio."},
		{"FT-65", "Nodes lie in the file in an order of the model's own within a checkpoint."},
		{"FT-74", "The speed at which the evictor writes is fitted."},
		{"FT-75", "The cleaner runs in virtual time."},
		{"FX-01", "The bytes of keys and values are those of TokuDB's packing in short; a device counts each 256 KiB as a request."},
	},
}

// notesFor are those for the engines of some runs.
func notesFor(runs []Run) []note {
	all := append([]note(nil), notes.all...)
	for _, engine := range []struct {
		name  string
		notes []note
	}{{"innodb", notes.innodb}, {"fractal", notes.fractal}} {
		for _, r := range runs {
			if r.Result.EngineName() == engine.name {
				all = append(all, engine.notes...)
				break
			}
		}
	}
	return all
}
