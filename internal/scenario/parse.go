package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// separator stands between a stanza's input and its output.
const separator = "----"

// stanza is a command with what it should print.
type stanza struct {
	// lead is the lines above the command: blank ones and prose.
	lead []string
	// head is the lines from the command to the separator.
	head []string
	want []string
	// line is the number of the command's line, counted from 1.
	line int
}

// file is a parsed scenario. Its stanzas and tail hold each line of it.
type file struct {
	path    string
	stanzas []stanza
	// tail is the blank lines and prose after the last stanza.
	tail []string
}

func parse(path, text string) (*file, error) {
	rest := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	f := &file{path: path}
	line := 1
	take := func(n int) []string {
		taken := rest[:n:n]
		rest = rest[n:]
		line += n
		return taken
	}
	for {
		lead := take(until(rest, func(s string) bool { return !isBlank(s) && !isProse(s) }))
		if len(rest) == 0 {
			f.tail = lead
			return f, nil
		}
		s := stanza{lead: lead, line: line}
		n := until(rest, func(s string) bool { return s == separator || isBlank(s) })
		if n == len(rest) || isBlank(rest[n]) {
			return nil, fmt.Errorf("%s:%d: stanza %q: want a line %s before its blank line or the end", path, s.line, rest[0], separator)
		}
		s.head = take(n + 1)
		if n == 0 {
			return nil, fmt.Errorf("%s:%d: want a command above %s", path, s.line, separator)
		}
		s.want = take(until(rest, isBlank))
		f.stanzas = append(f.stanzas, s)
	}
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }
func isProse(s string) bool { return strings.HasPrefix(s, "#") }

// until is the number of lines before the first that stop holds for.
func until(lines []string, stop func(string) bool) int {
	if n := slices.IndexFunc(lines, stop); n >= 0 {
		return n
	}
	return len(lines)
}

// start is the number of the first line of s's output.
func (s *stanza) start() int { return s.line + len(s.head) }

// format is the file's text, each stanza's output in its place.
func (f *file) format() string {
	var lines []string
	for _, s := range f.stanzas {
		lines = slices.Concat(lines, s.lead, s.head, s.want)
	}
	lines = append(lines, f.tail...)
	return strings.Join(lines, "\n") + "\n"
}

// command reads the stanza's first line.
func (f *file) command(s *stanza) (*Command, error) {
	c := &Command{
		Pos:   fmt.Sprintf("%s:%d", f.path, s.line),
		Lines: s.head[1 : len(s.head)-1],
	}
	words := strings.TrimSpace(s.head[0])
	c.Name, words, _ = strings.Cut(words, " ")
	for words = strings.TrimSpace(words); words != ""; words = strings.TrimSpace(words) {
		var a arg
		var err error
		if a, words, err = cutArg(words); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.Pos, c.Name, err)
		}
		if c.find(a.key) != nil {
			return nil, fmt.Errorf("%s: %s: argument %s is given twice", c.Pos, c.Name, a.key)
		}
		c.args = append(c.args, a)
	}
	return c, nil
}

// cutArg takes the argument at the start of text off it.
func cutArg(text string) (a arg, rest string, err error) {
	end := strings.IndexAny(text, "= ")
	if end <= 0 || text[end] != '=' {
		word, _, _ := strings.Cut(text, " ")
		return a, "", fmt.Errorf("argument %q: want key=value", word)
	}
	a.key, rest = text[:end], text[end+1:]
	if !strings.HasPrefix(rest, `"`) {
		a.value, rest, _ = strings.Cut(rest, " ")
		return a, rest, nil
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return a, "", fmt.Errorf("argument %s: the quote does not end", a.key)
	}
	rest = rest[len(quoted):]
	if rest != "" && rest[0] != ' ' {
		return a, "", fmt.Errorf("argument %s: want a space after the quote", a.key)
	}
	a.value, err = strconv.Unquote(quoted)
	return a, rest, err
}
