package main

import (
	"fmt"
	"strconv"

	"github.com/pagesim/pagesim/sim"
)

// commandLine writes the flags that describe a table and its rows, defaults
// included: typed again, they give the same result.
func (o *tableOptions) commandLine(c sim.Config) []string {
	ph := c.Phases[0]
	var words []string
	add := func(flag, value string) { words = append(words, flag, value) }
	if o.ddl != "" {
		add("--ddl", o.ddl)
	}
	for i, k := range ph.Keys {
		switch {
		case o.ddl != "":
			add("--keys", k.Column+"="+k.Keys.String())
		case i == 0:
			add("--keys", k.Keys.String())
		default:
			add("--index", k.Column+"="+k.Keys.String())
		}
	}
	for _, p := range ph.Payload {
		if o.ddl != "" {
			add("--payload", p.Column+"="+payloadText(p))
		} else {
			add("--payload", payloadText(p))
		}
	}
	switch {
	case ph.Fill != nil:
		add("--payload", payloadText(*ph.Fill))
	case len(ph.Payload) == 0:
		add("--payload", "0")
	}
	if ph.Rows > 0 {
		add("--rows", countText(ph.Rows))
	}
	add("--seed", o.seed.String())
	return words
}

// payloadText is what --payload reads.
func payloadText(p sim.Payload) string {
	if p.Min == p.Max {
		return strconv.Itoa(p.Min)
	}
	return fmt.Sprintf("%d..%d", p.Min, p.Max)
}
