package ibd

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// Places in a record of the dictionary, whose columns are a type (4B), an id (8B),
// the transaction (6B), the roll pointer (7B), two lengths (4B each) and the text.
const (
	offInfimum  = 99
	offSupremum = 112
	sdiText     = 33
	// sdiTable is the type of a table.
	sdiTable = 1
	// deletedBit is in the byte recordInfo before a record, the place of the next one
	// in the two bytes before it, the length of the text in those before recordInfo.
	deletedBit = 1 << 5
	recordInfo = 5
	// blobBytes is what a text is replaced by that is on pages of its own: tablespace,
	// first page and place (4B each), length (8B). Those pages have the length of their
	// part and the number of the next page at offBody.
	blobBytes = 20
	offPart   = offBody + 8
)

// Bounds of what the texts of a file take unpacked: maxSDI bytes, and so many times the
// size of the file.
const (
	maxSDI   = 64 << 20
	sdiRatio = 32
)

// dictionary reads the tables that the dictionary in a file has.
type dictionary struct {
	*scan
	tables []sdiObject
	// left is how many bytes may still be unpacked.
	left int64
	// seen are the pages of texts that were read.
	seen map[uint32]bool
}

// names returns the names of the indexes by id, as the dictionary in the file has
// them. What cannot be read gives no names: they are no part of the trees.
func (s *scan) names() map[uint64]string {
	d := dictionary{scan: s, left: min(maxSDI, sdiRatio*s.pages*int64(s.pageSize)), seen: map[uint32]bool{}}
	for _, number := range s.sdi {
		if b, err := s.read(number); err == nil {
			d.readLeaf(b)
		}
	}
	names := map[uint64]string{}
	for _, t := range d.tables {
		prefix := ""
		if len(d.tables) > 1 {
			prefix = t.Table.Name + "."
		}
		t.Table.addNames(names, prefix)
	}
	return names
}

// read reads a page again.
func (s *scan) read(number uint32) ([]byte, error) {
	b := make([]byte, s.pageSize)
	if int64(number) >= s.pages {
		return nil, io.ErrUnexpectedEOF
	}
	if err := readFull(s.r, b, int64(number)*int64(s.pageSize)); err != nil {
		return nil, err
	}
	return b, s.check(b, int64(number))
}

// readLeaf reads the tables of a leaf page, each record at most once.
func (d *dictionary) readLeaf(b []byte) {
	seen := map[int]bool{}
	at := offInfimum
	for range u16(b, offRecords) {
		at = int(uint16(at) + u16(b, at-2))
		if at < compactStart+recordInfo+2 || at+sdiText+blobBytes > len(b) || seen[at] {
			return
		}
		seen[at] = true
		if b[at-recordInfo]&deletedBit == 0 && u32(b, at) == sdiTable {
			d.unpack(d.packed(b, at))
		}
	}
}

// packed returns the compressed text of a record.
func (d *dictionary) packed(b []byte, at int) []byte {
	high, low := b[at-recordInfo-1], b[at-recordInfo-2]
	switch length := int(high&0x3f)<<8 | int(low); {
	case high&0x80 == 0:
		return b[at+sdiText : min(len(b), at+sdiText+int(high))]
	case high&0x40 == 0:
		return b[at+sdiText : min(len(b), at+sdiText+length)]
	}
	return d.parts(u32(b, at+sdiText+4), int(min(maxSDI, u64(b, at+sdiText+12)&0xFFFFFFFF)))
}

// parts reads a text that is on pages of its own, each of them at most once in a file.
func (d *dictionary) parts(number uint32, length int) []byte {
	var text []byte
	for len(text) < length && number != none && !d.seen[number] {
		d.seen[number] = true
		b, err := d.read(number)
		if err != nil {
			break
		}
		part := min(int(u32(b, offBody)), len(b)-offPart-trailerBytes)
		if part <= 0 {
			break
		}
		text = append(text, b[offPart:offPart+part]...)
		number = u32(b, offBody+4)
	}
	return text
}

// unpack reads a compressed text and keeps the table in it.
func (d *dictionary) unpack(packed []byte) {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return
	}
	text, err := io.ReadAll(io.LimitReader(z, d.left))
	d.left -= int64(len(text))
	var o sdiObject
	if err == nil && json.Unmarshal(text, &o) == nil {
		d.tables = append(d.tables, o)
	}
}

// sdiObject is what is read of the dictionary's JSON.
type sdiObject struct {
	Table sdiTableText `json:"dd_object"`
}

type sdiTableText struct {
	Name       string         `json:"name"`
	Indexes    []sdiIndex     `json:"indexes"`
	Partitions []sdiPartition `json:"partitions"`
}

type sdiIndex struct {
	Name string `json:"name"`
	// Hidden says that no statement names the index.
	Hidden bool `json:"hidden"`
	// Place is the index of a partition's index among those of the table.
	Place int `json:"index_opx"`
	// Private has the id of the index, as in id=149;root=4;....
	Private string `json:"se_private_data"`
}

type sdiPartition struct {
	Indexes []sdiIndex     `json:"indexes"`
	Parts   []sdiPartition `json:"subpartitions"`
}

func (t sdiTableText) addNames(names map[uint64]string, prefix string) {
	for _, x := range t.Indexes {
		x.addName(names, prefix+x.serverName())
	}
	for _, p := range t.Partitions {
		p.addNames(names, t.Indexes, prefix)
	}
}

func (p sdiPartition) addNames(names map[uint64]string, of []sdiIndex, prefix string) {
	for _, x := range p.Indexes {
		if x.Place >= 0 && x.Place < len(of) {
			x.addName(names, prefix+of[x.Place].serverName())
		}
	}
	for _, part := range p.Parts {
		part.addNames(names, of, prefix)
	}
}

// serverName is what InnoDB calls an index: the dictionary calls one on row ids PRIMARY.
func (x sdiIndex) serverName() string {
	if x.Hidden && x.Name == "PRIMARY" {
		return "GEN_CLUST_INDEX"
	}
	return x.Name
}

func (x sdiIndex) addName(names map[uint64]string, name string) {
	for field := range strings.SplitSeq(x.Private, ";") {
		if text, found := strings.CutPrefix(field, "id="); found {
			if id, err := strconv.ParseUint(text, 10, 64); err == nil {
				names[id] = name
			}
		}
	}
}
