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

// maxSDI is more than a text ever has.
const maxSDI = 64 << 20

// dictionary returns the names of the indexes by id, as the dictionary in the file has
// them. What cannot be read gives no names: they are no part of the trees.
func (s *scan) dictionary() map[uint64]string {
	var tables []sdiObject
	for _, number := range s.sdi {
		b, err := s.read(number)
		if err != nil {
			continue
		}
		for _, packed := range s.sdiRecords(b) {
			if t, ok := unpack(packed); ok {
				tables = append(tables, t)
			}
		}
	}
	names := map[uint64]string{}
	for _, t := range tables {
		prefix := ""
		if len(tables) > 1 {
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

// sdiRecords returns the compressed texts of the tables on a leaf page.
func (s *scan) sdiRecords(b []byte) [][]byte {
	var all [][]byte
	at := offInfimum
	for range u16(b, offRecords) {
		at = int(uint16(at) + u16(b, at-2))
		if at < compactStart+recordInfo+2 || at+sdiText+blobBytes > len(b) {
			break
		}
		if b[at-recordInfo]&deletedBit == 0 && u32(b, at) == sdiTable {
			all = append(all, s.sdiRecord(b, at))
		}
	}
	return all
}

// sdiRecord returns the compressed text of a record.
func (s *scan) sdiRecord(b []byte, at int) []byte {
	high, low := b[at-recordInfo-1], b[at-recordInfo-2]
	switch length := int(high&0x3f)<<8 | int(low); {
	case high&0x80 == 0:
		return b[at+sdiText : min(len(b), at+sdiText+int(high))]
	case high&0x40 == 0:
		return b[at+sdiText : min(len(b), at+sdiText+length)]
	}
	return s.parts(u32(b, at+sdiText+4), int(min(maxSDI, u64(b, at+sdiText+12)&0xFFFFFFFF)))
}

// parts reads a text that is on pages of its own, each of them at most once.
func (s *scan) parts(number uint32, length int) []byte {
	var text []byte
	for n := int64(0); n < s.pages && len(text) < length && number != none; n++ {
		b, err := s.read(number)
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

// unpack reads a compressed text.
func unpack(packed []byte) (sdiObject, bool) {
	var o sdiObject
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return o, false
	}
	text, err := io.ReadAll(io.LimitReader(z, maxSDI))
	if err != nil {
		return o, false
	}
	return o, json.Unmarshal(text, &o) == nil
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
