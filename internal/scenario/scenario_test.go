package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// echo prints what it was told.
func echo(c *Command) string {
	head := fmt.Sprintf("%s n=%d s=%q b=%t f=%g", c.Name, c.Int("n", 1), c.String("s", "-"), c.Bool("b", false), c.Float("f", 0.5))
	return strings.Join(append([]string{head}, c.Lines...), "\n")
}

func TestArguments(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"missing ones have their defaults", "a\n----\n", `a n=1 s="-" b=false f=0.5`},
		{"given ones are read", "a n=-1_000 s=x b=true f=2e3\n----\n", `a n=-1000 s="x" b=true f=2000`},
		{"a quoted value holds spaces", "a s=\"x \\\" y\" n=2\n----\n", `a n=2 s="x \" y" b=false f=0.5`},
		{"a value may be empty or hold an equals sign", "a s=uuidv7:rate=5\n----\n\na s=\n----\n", "a n=1 s=\"uuidv7:rate=5\" b=false f=0.5\n\na n=1 s=\"\" b=false f=0.5"},
		{"input lines are kept", "a  n=3 \n x\n# y\n----\n", "a n=3 s=\"-\" b=false f=0.5\n x\n# y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var outputs []string
			_, err := play("f.txt", c.text, true, func(c *Command) string {
				outputs = append(outputs, echo(c))
				return outputs[len(outputs)-1]
			})
			require.NoError(t, err)
			require.Equal(t, c.want, strings.Join(outputs, "\n\n"))
		})
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an unknown argument", "# x\n\na m=1\n----\n", "f.txt:3: a: unknown argument m: it takes n, s, b, f"},
		{"a wrong number", "a n=1.5\n----\n", "f.txt:1: a: n=1.5: want a whole number"},
		{"a wrong truth", "a b=maybe\n----\n", "f.txt:1: a: b=maybe: want true or false"},
		{"a word", "a verbose\n----\n", `f.txt:1: a: argument "verbose": want key=value`},
		{"a value without a key", "a =1\n----\n", `f.txt:1: a: argument "=1": want key=value`},
		{"an argument twice", "a n=1 n=1\n----\n", "f.txt:1: a: argument n is given twice"},
		{"an open quote", "a s=\"x\n----\n", "f.txt:1: a: argument s: the quote does not end"},
		{"text after a quote", "a s=\"x\"y\n----\n", "f.txt:1: a: argument s: want a space after the quote"},
		{"no separator", "\na\n1\n\nb\n----\n", `f.txt:2: stanza "a": want a line ---- before its blank line or the end`},
		{"no separator at the end", "a", `f.txt:1: stanza "a": want a line ---- before its blank line or the end`},
		{"no command", "----\nx\n", "f.txt:1: want a command above ----"},
		{"another output", "a\nx\n----\na n=1 s=\"-\" b=false f=0.5\ny\n", "f.txt:5: first difference\n     4         a n=1 s=\"-\" b=false f=0.5\n     5   want: y\n     5    got: x\nf.txt:1: a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := play("f.txt", c.text, false, echo)
			require.EqualError(t, err, c.want)
		})
	}
}

func TestOutputWithBlankLineIsRefused(t *testing.T) {
	_, err := play("f.txt", "a\n----\nx\n", true, func(*Command) string { return "x\n\ny" })
	require.EqualError(t, err, "line 2 of the output is blank, which a scenario cannot hold\nf.txt:1: a")
}

// FuzzFormat checks that a file that parses is printed as it was.
func FuzzFormat(f *testing.F) {
	f.Add("# x\na b=1\n2\n----\n3\n\n\nb\n----\n")
	f.Add("a s=\"\\\"\"\n----")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parse("f.txt", text)
		if err != nil {
			return
		}
		require.Equal(t, strings.TrimSuffix(text, "\n")+"\n", file.format())
		for i := range file.stanzas {
			_, err := file.command(&file.stanzas[i])
			if err != nil {
				require.ErrorContains(t, err, "f.txt:")
			}
		}
	})
}
