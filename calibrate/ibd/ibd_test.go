package ibd_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/calibrate/ibd"
	"github.com/pagesim/pagesim/internal/golden"
)

// orders is a file that is not packed: the README inspects it.
const orders = "../../testdata/inspect/orders.ibd"

// load reads a file of testdata.
func load(t testing.TB, name string) []byte {
	t.Helper()
	if name == "mysql-9.7-orders" {
		b, err := os.ReadFile(orders)
		require.NoError(t, err)
		return b
	}
	packed, err := os.ReadFile(filepath.Join("testdata", name+".ibd.gz"))
	require.NoError(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	b, err := io.ReadAll(z)
	require.NoError(t, err)
	return b
}

func read(b []byte) (*ibd.File, error) { return ibd.Read(bytes.NewReader(b), int64(len(b))) }

// names are the files that can be had.
func names(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.ibd.gz")
	require.NoError(t, err)
	all := []string{"mysql-9.7-orders"}
	for _, p := range paths {
		all = append(all, strings.TrimSuffix(filepath.Base(p), ".ibd.gz"))
	}
	return all
}

// said is what a server says of a table that it wrote.
type said struct {
	IndexStats map[string]struct {
		Leaves int64 `json:"n_leaf_pages"`
		Size   int64 `json:"size"`
	} `json:"index_stats"`
	// Roots are the id and the root page of each index.
	Roots map[string][2]uint64 `json:"roots"`
	Rows  int                  `json:"rows"`
}

// TestServersAgree holds each file against the server that wrote it: index ids, root
// pages, rows, n_leaf_pages and size.
func TestServersAgree(t *testing.T) {
	b, err := os.ReadFile("testdata/server.json")
	require.NoError(t, err)
	var server map[string]said
	require.NoError(t, json.Unmarshal(b, &server))
	read := readable(t)
	require.GreaterOrEqual(t, len(read), 15)
	for name, f := range read {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "partitioned") {
				t.Skip("the server tells of all partitions at once")
			}
			says, known := server[name]
			require.True(t, known)
			require.Len(t, f.Indexes, len(says.Roots))
			instant := strings.HasPrefix(name, "mariadb") && strings.HasSuffix(name, "instant")
			for _, x := range f.Indexes {
				agrees(t, says, x, instant)
			}
		})
	}
}

// agrees finds the index by its id: MariaDB's files have no names. A table of MariaDB
// that was altered instantly has a record more in its clustered index.
func agrees(t *testing.T, says said, x ibd.Index, instant bool) {
	t.Helper()
	for name, at := range says.Roots {
		if at[0] != x.ID {
			continue
		}
		if !strings.HasPrefix(x.Name, "index-") {
			require.Equal(t, name, x.Name)
		}
		rows := says.Rows
		if instant && name == "PRIMARY" {
			rows++
		}
		require.Equal(t, at[1], uint64(x.Root))
		if says.IndexStats[name].Leaves > 1 { // MariaDB samples small trees as if they were one page
			require.Equal(t, says.IndexStats[name].Leaves, x.Leaves.Used)
		}
		require.Equal(t, says.IndexStats[name].Size, x.Leaves.Reserved+x.Nodes.Reserved)
		require.Equal(t, rows, records(x.Levels[0]))
		return
	}
	require.Fail(t, "the server knows no index", "%d %s", x.ID, x.Name)
}

func records(l ibd.Level) int {
	n := 0
	for _, p := range l.Pages {
		n += int(p.Records)
	}
	return n
}

// readable are the files that are neither encrypted nor compressed.
func readable(t *testing.T) map[string]*ibd.File {
	t.Helper()
	all := map[string]*ibd.File{}
	for _, name := range names(t) {
		if strings.Contains(name, "compressed") || strings.Contains(name, "encrypted") {
			continue
		}
		f, err := read(load(t, name))
		require.NoError(t, err, name)
		all[name] = f
	}
	return all
}

// TestPages compares the header of each page with a file.
func TestPages(t *testing.T) {
	for name, f := range readable(t) {
		t.Run(name, func(t *testing.T) { golden.Check(t, "testdata/"+name+".txt", []byte(describe(f))) })
	}
}

func describe(f *ibd.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, pages of %d, extents of %d: %d pages, %d free, %d extents free\n",
		f.Writer, f.PageSize, f.ExtentPages, f.Pages, f.FreePages, f.FreeExtents)
	for _, x := range f.Indexes {
		fmt.Fprintf(&b, "%s: id %d, root %d, redundant %t, leaves %d of %d, nodes %d of %d\n",
			x.Name, x.ID, x.Root, x.Redundant, x.Leaves.Used, x.Leaves.Reserved, x.Nodes.Used, x.Nodes.Reserved)
		for n := len(x.Levels) - 1; n >= 0; n-- {
			for _, p := range x.Levels[n].Pages {
				fmt.Fprintf(&b, "%*s%d: records %d, data %d, garbage %d, heap %d, slots %d, last insert %d, direction %d x %d, trx %d\n", 2*(len(x.Levels)-n), "",
					p.Number, p.Records, p.DataBytes, p.GarbageBytes, p.HeapRecords, p.Slots, p.LastInsert, p.Direction, p.NDirection, p.MaxTrxID)
			}
		}
	}
	return b.String()
}

// TestRefused changes what it reads and asks for the reason.
func TestRefused(t *testing.T) {
	const page = 16384
	flag := func(bit int) func([]byte) []byte {
		return func(b []byte) []byte { b[57-bit/8] |= 1 << (bit % 8); return b }
	}
	for _, c := range []struct {
		name, file string
		change     func([]byte) []byte
		want       string
	}{
		{"nothing", "mysql-9.7-plain", func([]byte) []byte { return nil }, "0 bytes: not a tablespace of InnoDB, which has at least 4096"},
		{"a text", "mysql-9.7-plain", func([]byte) []byte { return bytes.Repeat([]byte("text "), 9999) }, "not a tablespace of InnoDB: its first page has number 544499064 and type 8308, want 0 and 8"},
		{"a file that is not written yet", "mysql-9.7-plain", func(b []byte) []byte { clear(b); return b }, "its first page is not written: a server has yet to write the table to its file (FLUSH TABLES ... FOR EXPORT)"},
		{"a later page first", "mysql-9.7-plain", func(b []byte) []byte { return b[3*page:] }, "not a tablespace of InnoDB: its first page has number 3 and type 17853, want 0 and 8"},
		{"less than a page", "mysql-9.7-plain", func(b []byte) []byte { return b[:5000] }, "truncated: 5000 bytes, less than a page of 16384"},
		{"less than its pages", "mysql-9.7-plain", func(b []byte) []byte { return b[:3*page+1] }, "truncated: it has 3 pages of the 7 that page 0 tells"},
		{"the system tablespace", "mysql-9.7-plain", func(b []byte) []byte { clear(b[34:42]); return b }, "the system tablespace: want the .ibd file of a table"},
		{"flags without a page size", "mysql-9.7-plain", flag(9), "not a tablespace of InnoDB: its flags are 0x4221"},
		{"encrypted by MySQL", "mysql-9.7-plain", flag(13), "encrypted: the pages cannot be read without the server's key"},
		{"encrypted by MariaDB", "mariadb-10.11-crc32-encrypted", same, "encrypted: the pages cannot be read without the server's key"},
		{"encrypted by MariaDB, full_crc32", "mariadb-10.11-instant", fullKeyVersion, "encrypted: the pages cannot be read without the server's key"},
		{"rows compressed", "mysql-9.7-row_compressed", same, "ROW_FORMAT=COMPRESSED: its pages are compressed and cannot be read; ALTER TABLE ... ROW_FORMAT=DYNAMIC makes a table that can"},
		{"rows compressed by MariaDB", "mariadb-10.11-row_compressed", same, "ROW_FORMAT=COMPRESSED: its pages are compressed and cannot be read; ALTER TABLE ... ROW_FORMAT=DYNAMIC makes a table that can"},
		{"pages compressed", "mysql-9.7-page_compressed", same, "page compression: the pages are compressed and cannot be read; rebuild the table without it"},
		{"pages compressed by MariaDB", "mariadb-10.11-page_compressed", same, "page compression: the pages are compressed and cannot be read; rebuild the table without it"},
		{"pages compressed by MariaDB, crc32", "mariadb-10.11-crc32-page_compressed", same, "page compression: the pages are compressed and cannot be read; rebuild the table without it"},
		{"a bit of a page", "mysql-9.7-plain", func(b []byte) []byte { b[4*page+5000] ^= 1; return b }, "page 4: its checksum is wrong: the file is damaged, or a server is writing to it (FLUSH TABLES ... FOR EXPORT)"},
		{"a bit of a page, full_crc32", "mariadb-10.11-instant", func(b []byte) []byte { b[3*page+5000] ^= 1; return b }, "page 3: its checksum is wrong"},
		{"a bit of a page, innodb", "mysql-9.7-checksum_innodb", func(b []byte) []byte { b[4*page+5000] ^= 1; return b }, "page 4: its checksum is wrong"},
		{"half a page", "mysql-9.7-plain", func(b []byte) []byte { b[5*page-1] ^= 1; return b }, "page 4: its end was written at another time than its start"},
		{"a page in the place of another", "mysql-9.7-plain", func(b []byte) []byte { copy(b[4*page:], b[3*page:4*page]); return b }, "page 4: it says that it is page 3"},
		{"a page of another file", "mysql-9.7-checksum_none", foreignPage, "page 4: it is of tablespace"},
		{"no index", "mysql-9.7-checksum_none", func(b []byte) []byte { clear(b[4*page : 5*page]); return b }, "no index in it: want the .ibd file of a table"},
		{"a link to nowhere", "mysql-9.7-purged", relinked, "does not lead back"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(c.change(load(t, c.file)))
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func same(b []byte) []byte { return b }

// fullKeyVersion gives page 3 the version of a key.
func fullKeyVersion(b []byte) []byte {
	p := b[3*16384 : 4*16384]
	p[3] = 1
	binary.BigEndian.PutUint32(p[16380:], crc32.Checksum(p[:16380], crc32.MakeTable(crc32.Castagnoli)))
	return b
}

func foreignPage(b []byte) []byte { b[4*16384+34] ^= 1; return b }

// relinked makes the second leaf of the clustered index follow itself.
func relinked(b []byte) []byte {
	f, err := read(b)
	if err != nil {
		return b
	}
	n := f.Indexes[0].Levels[0].Pages[1].Number
	p := b[n*16384 : (n+1)*16384]
	binary.BigEndian.PutUint32(p[12:], n)
	unsign(p)
	return b
}

// unsign gives a page the checksum of innodb_checksum_algorithm=none.
func unsign(p []byte) {
	binary.BigEndian.PutUint32(p, 0xDEADBEEF)
	binary.BigEndian.PutUint32(p[len(p)-8:], 0xDEADBEEF)
}

// TestMySQL57Flags reads a file as MySQL 5.7 flags it: without a dictionary in it.
func TestMySQL57Flags(t *testing.T) {
	b := load(t, "mysql-9.7-orders")
	b[56] &^= 1 << 6
	unsign(b[:16384])
	f, err := read(b)
	require.NoError(t, err)
	require.Equal(t, "MySQL 5.7 or earlier, or MariaDB", f.Writer)
	require.Equal(t, "PRIMARY", f.Indexes[0].Name)
	require.Equal(t, fmt.Sprintf("index-%d", f.Indexes[1].ID), f.Indexes[1].Name)
	require.Equal(t, 600, records(f.Indexes[0].Levels[0]))
}

// TestFailingReader passes errors of the disk on.
func TestFailingReader(t *testing.T) {
	b := load(t, "mysql-9.7-orders")
	_, err := ibd.Read(failing{bytes.NewReader(b[:100_000])}, int64(len(b)))
	require.ErrorIs(t, err, errDisk)
	_, err = ibd.Read(bytes.NewReader(b[:100_000]), int64(len(b)))
	require.ErrorContains(t, err, "truncated while it was read, at byte 100000")
}

var errDisk = fmt.Errorf("the disk is gone")

type failing struct{ r *bytes.Reader }

func (f failing) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > f.r.Size() {
		return 0, errDisk
	}
	return f.r.ReadAt(b, at)
}

// FuzzRead changes bytes of real files, of which page headers, the first page and the
// links of levels are the more likely, and wants an answer for each, with levels that
// fit together.
func FuzzRead(f *testing.F) {
	var files [][]byte
	for _, name := range []string{"mysql-9.7-4k-small", "mariadb-10.11-4k-crc32-small", "mysql-9.7-long_sdi", "mysql-9.7-partitioned", "mariadb-10.11-instant"} {
		files = append(files, load(f, name))
	}
	for i := range files {
		f.Add(uint8(i), uint16(0), []byte(nil))
		f.Add(uint8(i), uint16(1), []byte{4, 0x80, 12, 1, 4, 0x80, 64, 0xff})
	}
	f.Fuzz(func(t *testing.T, which uint8, cut uint16, changes []byte) {
		b := changed(files[int(which)%len(files)], int(cut), changes)
		file, err := read(b)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.NotEmpty(t, file.Indexes)
		for _, x := range file.Indexes {
			for n, l := range x.Levels[:len(x.Levels)-1] {
				require.Len(t, l.Pages, records(x.Levels[n+1]))
			}
		}
	})
}

// changed is a file with bytes cut off its end and others changed: four bytes each are
// a page, a place in it and the new value. Pages get the checksum that always holds,
// so that a changed byte does not end there; in full_crc32 they get the right one.
func changed(file []byte, cut int, changes []byte) []byte {
	b := bytes.Clone(file[:len(file)-min(cut, len(file))])
	page := 16384
	if file[57]&0xC0 == 0xC0 {
		page = 4096
	}
	for ; len(changes) >= 4; changes = changes[4:] {
		at := int(binary.BigEndian.Uint16(changes[1:]))
		if at >= 0x8000 {
			at %= 200
		}
		if at += int(changes[0]) * page; at < len(b) {
			b[at] = changes[3]
		}
	}
	for at := 0; at+page <= len(b); at += page {
		p := b[at : at+page]
		if file[57]&(1<<4) != 0 {
			binary.BigEndian.PutUint32(p[page-4:], crc32.Checksum(p[:page-4], crc32.MakeTable(crc32.Castagnoli)))
			copy(p[page-8:], p[20:24])
		} else {
			unsign(p)
			copy(p[page-4:], p[20:24])
		}
	}
	return b
}
