package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Command is one command of a scenario.
//
// Its arguments are read by name, each with the value it has if it is not given.
// An argument that nobody asked for and a value that cannot be read fail the test
// once the command is done.
type Command struct {
	// Name is the first word.
	Name string
	// Lines is the input.
	Lines []string
	// Pos is the place of the command, file:line.
	Pos string

	args     []arg
	asked    []string
	problems []error
}

// arg is a key=value argument.
type arg struct {
	key, value string
	used       bool
}

// Fields returns the words of the input.
func (c *Command) Fields() []string { return strings.Fields(strings.Join(c.Lines, " ")) }

// String returns the argument's value.
func (c *Command) String(key, missing string) string {
	if a := c.use(key); a != nil {
		return a.value
	}
	return missing
}

// Int returns the argument's value as a whole number, which may be written as
// 1_000.
func (c *Command) Int(key string, missing int) int {
	return read(c, key, missing, "a whole number", func(s string) (int, error) {
		n, err := strconv.ParseInt(s, 0, strconv.IntSize)
		return int(n), err
	})
}

// Bool returns the argument's value, true or false.
func (c *Command) Bool(key string, missing bool) bool {
	return read(c, key, missing, "true or false", strconv.ParseBool)
}

// Float returns the argument's value as a number.
func (c *Command) Float(key string, missing float64) float64 {
	return read(c, key, missing, "a number", func(s string) (float64, error) {
		return strconv.ParseFloat(s, 64)
	})
}

func read[T any](c *Command, key string, missing T, want string, parse func(string) (T, error)) T {
	a := c.use(key)
	if a == nil {
		return missing
	}
	v, err := parse(a.value)
	if err != nil {
		c.problemf("%s=%s: want %s", key, a.value, want)
		return missing
	}
	return v
}

func (c *Command) find(key string) *arg {
	if i := slices.IndexFunc(c.args, func(a arg) bool { return a.key == key }); i >= 0 {
		return &c.args[i]
	}
	return nil
}

// use is find for an argument that the command knows.
func (c *Command) use(key string) *arg {
	if !slices.Contains(c.asked, key) {
		c.asked = append(c.asked, key)
	}
	a := c.find(key)
	if a != nil {
		a.used = true
	}
	return a
}

func (c *Command) problemf(format string, args ...any) {
	c.problems = append(c.problems, fmt.Errorf("%s: %s: %s", c.Pos, c.Name, fmt.Sprintf(format, args...)))
}

// done returns what was wrong with the arguments, now that the command has asked
// for all that it knows.
func (c *Command) done() error {
	for _, a := range c.args {
		if a.used {
			continue
		}
		known := "it takes none"
		if len(c.asked) > 0 {
			known = "it takes " + strings.Join(c.asked, ", ")
		}
		c.problemf("unknown argument %s: %s", a.key, known)
	}
	return errors.Join(c.problems...)
}
