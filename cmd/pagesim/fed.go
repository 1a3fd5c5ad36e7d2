package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
)

// fed says what feeds each column of a given table, once a run has filled those
// that nobody asked for. It says nothing if there are none, or about columns that
// the statement itself gives values: counters, literals, generated ones.
func fed(asked sim.Config, settled any) []string {
	c, isConfig := settled.(sim.Config)
	if !isConfig || asked.DDL == "" {
		return nil
	}
	t, err := schema.Parse(asked.DDL)
	if err != nil {
		return nil
	}
	var all []string
	for _, column := range t.Columns {
		if by := feeder(c.Phases[0], column); by != "" {
			all = append(all, column.Name+"="+by)
		}
	}
	if len(all) == len(asked.Phases[0].Keys)+len(asked.Phases[0].Payload) {
		return nil
	}
	return all
}

// feeder is what feeds a column: a stream, filler, the virtual clock or zero.
func feeder(ph sim.Phase, c schema.Column) string {
	if i := slices.IndexFunc(ph.Keys, func(s sim.Stream) bool { return strings.EqualFold(s.Column, c.Name) }); i >= 0 {
		return ph.Keys[i].Keys.String()
	}
	if i := slices.IndexFunc(ph.Payload, func(p sim.Payload) bool { return strings.EqualFold(p.Column, c.Name) }); i >= 0 {
		return fmt.Sprintf("%s bytes", payloadText(ph.Payload[i]))
	}
	switch {
	case c.Default.Kind == schema.Now:
		return "clock"
	case c.AutoIncrement || c.CRC32Of != "" || c.Default.Kind == schema.Literal:
		return ""
	case c.Type == "datetime" || c.Type == "timestamp":
		return "clock"
	}
	return "0"
}
