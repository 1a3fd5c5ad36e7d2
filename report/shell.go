package report

import (
	"regexp"
	"strings"
)

// unquoted is what a shell takes as it is.
var unquoted = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// CommandLine writes words as a shell reads them.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

func quote(word string) string {
	if unquoted.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// continued ends a line of a command that goes on.
const continued = ` \`

// command writes a command on as many lines of a screen as it needs; all
// together they can be pasted into a shell. A flag and its value stay together.
func command(words []string) string {
	var b strings.Builder
	column := 0
	for i := 0; i < len(words); i++ {
		piece := quote(words[i])
		if isFlag(words[i]) && i+1 < len(words) && !isFlag(words[i+1]) {
			i++
			piece += " " + quote(words[i])
		}
		switch {
		case column > 0 && column+1+len(piece)+len(continued) > screenColumns:
			b.WriteString(continued + "\n    ")
			column = len("    ")
		case column > 0:
			b.WriteString(" ")
			column++
		}
		b.WriteString(piece)
		column += len(piece)
	}
	return b.String() + "\n"
}

func isFlag(word string) bool { return strings.HasPrefix(word, "--") }
