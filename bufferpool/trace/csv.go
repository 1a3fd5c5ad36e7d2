package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim"
)

const header = "time,obj_id,obj_size,op\n"

// ops are libCacheSim's names of what the accesses do; the name of an access
// comes before those that share it. Frees have none.
var ops = [...]string{
	pagesim.Read: "read", pagesim.Modify: "write", pagesim.Create: "set",
	pagesim.Prefetch: "read",
}

type csvWriter struct {
	w    *bufio.Writer
	line []byte
}

func newCSVWriter(w io.Writer) encoder {
	c := &csvWriter{w: bufio.NewWriterSize(w, 1<<16)}
	_, _ = c.w.WriteString(header) // a bufio.Writer returns its first error at each later call
	return c
}

func (c *csvWriter) request(n uint64, id pagesim.PageID, a pagesim.Access) error {
	b := strconv.AppendUint(c.line[:0], min(n, maxTime), 10)
	b = append(b, ',')
	b = strconv.AppendUint(b, uint64(id), 10)
	b = append(b, ',')
	b = strconv.AppendUint(b, PageBytes, 10)
	b = append(b, ',')
	b = append(b, ops[a]...)
	c.line = append(b, '\n')
	_, err := c.w.Write(c.line)
	return err
}

func (c *csvWriter) close() error { return c.w.Flush() }

type csvReader struct {
	lines *bufio.Scanner
	begun bool
}

func newCSVReader(r io.Reader) decoder { return &csvReader{lines: bufio.NewScanner(r)} }

func (c *csvReader) line() (string, error) {
	if c.lines.Scan() {
		return c.lines.Text(), nil
	}
	if err := c.lines.Err(); err != nil {
		return "", err
	}
	return "", io.EOF
}

func (c *csvReader) request() (pagesim.PageID, pagesim.Access, error) {
	if !c.begun {
		c.begun = true
		if line, err := c.line(); err != nil && err != io.EOF || line != strings.TrimSpace(header) {
			return 0, 0, fmt.Errorf("first line %q: want %q", line, strings.TrimSpace(header))
		}
	}
	line, err := c.line()
	if err != nil {
		return 0, 0, err
	}
	return parse(line)
}

func parse(line string) (pagesim.PageID, pagesim.Access, error) {
	fields := strings.Split(line, ",")
	if len(fields) != strings.Count(header, ",")+1 {
		return 0, 0, fmt.Errorf("line %q: want the columns %s", line, strings.TrimSpace(header))
	}
	id, err := strconv.ParseUint(fields[1], 10, 32)
	if err != nil || id >= uint64(pagesim.NoPage) {
		return 0, 0, fmt.Errorf("object %q: want a page number below %d", fields[1], pagesim.NoPage)
	}
	for a, op := range ops {
		if op != "" && fields[3] == op {
			return pagesim.PageID(id), pagesim.Access(a), nil
		}
	}
	return 0, 0, fmt.Errorf("operation %q: want %s", fields[3], strings.Join(ops[:pagesim.Free], ", "))
}
