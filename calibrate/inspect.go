package calibrate

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate/ibd"
)

// Inspect reads the tablespace file of a table. An error tells the path and what is
// wrong with the file, or that ctx was cancelled.
func Inspect(ctx context.Context, path string) (pagesim.Inspection, error) {
	f, err := os.Open(path)
	if err != nil {
		return pagesim.Inspection{}, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return pagesim.Inspection{}, err
	}
	if !info.Mode().IsRegular() {
		return pagesim.Inspection{}, fmt.Errorf("%s: want the .ibd file of a table", path)
	}
	file, err := ibd.Read(cancellable{ctx, f}, info.Size())
	if err != nil {
		if ctx.Err() != nil {
			return pagesim.Inspection{}, ctx.Err()
		}
		return pagesim.Inspection{}, fmt.Errorf("%s: %w", path, err)
	}
	return inspection(path, file), nil
}

// cancellable is a reader that fails once its context has been cancelled.
type cancellable struct {
	ctx context.Context
	r   io.ReaderAt
}

func (c cancellable) ReadAt(b []byte, at int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.ReadAt(b, at)
}

// inspection adds a file up.
func inspection(path string, f *ibd.File) pagesim.Inspection {
	page := int64(f.PageSize)
	in := pagesim.Inspection{
		File: path, Writer: f.Writer, PageBytes: page, ExtentPages: int64(f.ExtentPages),
		Pages: f.Pages, FileBytes: f.Pages * page, FreePages: f.FreePages, FreeExtents: f.FreeExtents,
	}
	for n, x := range f.Indexes {
		reserved := x.Leaves.Reserved + x.Nodes.Reserved
		leaves := x.Levels[0].Pages
		i := pagesim.InspectedIndex{
			Name: x.Name, Unnamed: x.Unnamed, ID: x.ID, Root: int64(x.Root), Past: past(leaves),
			LeafPages: max(1, x.Leaves.Used), ReservedPages: reserved, ReservedBytes: reserved * page,
		}
		for _, l := range x.Levels {
			i.Levels = append(i.Levels, LevelOf(l))
		}
		i.Rows = i.Levels[0].Records
		i.RowsPerPage = float64(i.Rows) / float64(len(leaves))
		if n > 0 {
			i.Past.Transactions = transactions(leaves)
		}
		var fills []float64
		for _, p := range leaves {
			fills = append(fills, float64(p.DataBytes)/float64(f.PageSize))
		}
		i.Fill, i.Histogram = pagesim.FillOf(fills)
		in.Indexes = append(in.Indexes, i)
	}
	return in
}

// LevelOf adds the pages of a level of a file up.
func LevelOf(l ibd.Level) pagesim.Level {
	sum := pagesim.Level{Pages: int64(len(l.Pages))}
	for _, p := range l.Pages {
		sum.Records += int64(p.Records)
		sum.DataBytes += int64(p.DataBytes)
		sum.GarbageBytes += int64(p.GarbageBytes)
	}
	return sum
}

// past reads the headers of leaf pages.
func past(leaves []ibd.Page) pagesim.LeafPast {
	var h pagesim.LeafPast
	for _, p := range leaves {
		switch p.Direction {
		case ibd.Right:
			h.Right++
		case ibd.Left:
			h.Left++
		default:
			h.None++
		}
		h.LongestRun = max(h.LongestRun, int64(p.NDirection))
		if p.GarbageBytes > 0 {
			h.WithGarbage++
		}
		if p.LastInsert == 0 {
			h.NoLastInsert++
		}
	}
	return h
}

// transactions are the least, the median and the greatest of the last transactions of
// leaf pages of a secondary index; nil if none tells.
func transactions(leaves []ibd.Page) []uint64 {
	var ids []uint64
	for _, p := range leaves {
		if p.MaxTrxID > 0 {
			ids = append(ids, p.MaxTrxID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return []uint64{ids[0], ids[(len(ids)-1)/2], ids[len(ids)-1]}
}
