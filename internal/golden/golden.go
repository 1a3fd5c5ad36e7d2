// Package golden compares what a test computed with what a file says it should
// be, and writes the file anew when asked to.
//
// A changed file must come with a changed rule in docs/MODEL.md or with a line
// in CHANGELOG.md that says what was wrong.
package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Rewrite is the environment variable that, set to 1, makes tests write their
// files. It is a variable because a flag would stop each test binary that does
// not define it.
const Rewrite = "PAGESIM_REWRITE"

// Rewriting reports whether tests are to write their files.
func Rewriting() bool { return os.Getenv(Rewrite) == "1" }

// Check fails t if the file's content is not got, or makes it so if [Rewriting].
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if Rewriting() {
		if err := Write(path, got); err != nil {
			t.Fatalf("golden: %v", err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("golden: %s does not exist; %s=1 go test writes it", path, Rewrite)
	}
	if err != nil {
		t.Fatalf("golden: %v", err)
	}
	if difference := Difference(path, 1, want, got); difference != "" {
		t.Fatalf("golden: %s\nif the new text is right, %s=1 go test writes it", difference, Rewrite)
	}
}

// Write makes the file's content data; it leaves a file alone that has it.
func Write(path string, data []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// around is the number of equal lines shown before the first different one,
// width the number of bytes shown of a long line.
const (
	around = 2
	width  = 120
)

// Difference shows the first line in which want and got differ, with its number
// in path, where want starts at the line first; "" if they are equal.
func Difference(path string, first int, want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	w, g := lines(want), lines(got)
	n := 0
	for n < len(w) && n < len(g) && w[n] == g[n] {
		n++
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: first difference", path, first+n)
	for i := max(0, n-around); i < n; i++ {
		fmt.Fprintf(&b, "\n%6d         %s", first+i, show(w[i], 0))
	}
	from := window(at(w, n), at(g, n))
	fmt.Fprintf(&b, "\n%6d   want: %s", first+n, show(at(w, n), from))
	fmt.Fprintf(&b, "\n%6d    got: %s", first+n, show(at(g, n), from))
	if len(w) != len(g) {
		fmt.Fprintf(&b, "\nwant %d lines, got %d", len(w), len(g))
	}
	return b.String()
}

// end stands for the line after the last one.
const end = "\x00end"

// lines splits text into lines that keep their newline, so that a missing one
// shows.
func lines(text []byte) []string {
	all := strings.SplitAfter(string(text), "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return end
}

// window is where to start showing two long lines so that the first byte in
// which they differ is seen.
func window(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n < width/2 {
		return 0
	}
	return n - width/2
}

// hidden reports whether a character cannot be seen.
func hidden(r rune) bool { return !strconv.IsPrint(r) }

// show prints a line from an offset on, quoted if that tells more.
func show(line string, from int) string {
	if line == end {
		return "(no such line)"
	}
	text, whole := strings.CutSuffix(line, "\n")
	text = text[min(from, len(text)):]
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if len(text) > width {
		text, after = text[:width], "…"
	}
	if strings.TrimSpace(text) != text || text == "" || strings.ContainsFunc(text, hidden) {
		text = strconv.Quote(text)
	}
	if !whole && after == "" {
		after = " (without a newline)"
	}
	return before + text + after
}
