package schema

import (
	"fmt"
	"slices"
	"strings"
)

// locator finds the line of a word in a statement. The parser keeps no positions
// of columns and indexes, but their names stand in the text.
type locator struct {
	words []string
	lines []int
	// first is the line of the first word.
	first int
	// body is the first word after the opening parenthesis.
	body int
}

// newLocator lists the words of a statement that begins in a line of a text;
// words in strings and comments are not among them.
func newLocator(ddl string, line int) locator {
	l := locator{first: line}
	for at := 0; at < len(ddl); {
		n, isWord := token(ddl[at:])
		if isWord {
			l.words = append(l.words, strings.Trim(ddl[at:at+n], "`"))
			l.lines = append(l.lines, line)
		} else if ddl[at] == '(' && l.body == 0 {
			l.body = len(l.words)
		}
		line += strings.Count(ddl[at:at+n], "\n")
		at += n
	}
	if len(l.lines) > 0 {
		l.first = l.lines[0]
	}
	return l
}

// token returns the length of the token that s starts with, and whether it is a
// word, quoted or not.
func token(s string) (n int, isWord bool) {
	switch {
	case s[0] == '`':
		return quoted(s), true
	case s[0] == '\'' || s[0] == '"':
		return quoted(s), false
	case s[0] == '#' || strings.HasPrefix(s, "-- "):
		return until(s, "\n"), false
	case strings.HasPrefix(s, "/*") && !strings.HasPrefix(s, "/*!"):
		return until(s, "*/"), false
	}
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	return max(n, 1), n > 0
}

func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

func until(s, end string) int {
	if i := strings.Index(s, end); i >= 0 {
		return i + len(end)
	}
	return len(s)
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// has reports whether the statement has a word.
func (l locator) has(word string) bool {
	return slices.ContainsFunc(l.words, func(w string) bool { return strings.EqualFold(w, word) })
}

// top is an error of the statement as a whole.
func (l locator) top(message string, args ...any) error {
	return fmt.Errorf("line %d: %w", l.first, fmt.Errorf(message, args...))
}

// name is an error at the first place in the body that names word.
func (l locator) name(word, message string, args ...any) error {
	line := l.first
	for i := l.body; i < len(l.words); i++ {
		if strings.EqualFold(l.words[i], word) {
			line = l.lines[i]
			break
		}
	}
	return fmt.Errorf("line %d: %w", line, fmt.Errorf(message, args...))
}

// option is an error at the last place that names word.
func (l locator) option(word, message string) error {
	line := l.first
	for i, w := range l.words {
		if strings.EqualFold(w, strings.Trim(word, "`")) {
			line = l.lines[i]
		}
	}
	return fmt.Errorf("line %d: %s", line, message)
}
