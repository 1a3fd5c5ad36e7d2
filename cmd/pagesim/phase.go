package main

import (
	"slices"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// laterOptions say what happens after the first inserts, and on which server.
type laterOptions struct {
	phases []string
	purge  string
	server string
}

func (o *laterOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&o.phases, "phase", nil, "next `step`: 'delete of=1 every=2'; list operations")
	f.StringVar(&o.purge, "purge", sim.PurgeText(0), "`when`: at-once (default), after-phase, or changes")
	f.Lookup("purge").DefValue = ""
	f.StringVar(&o.server, "server", "", "`name` from pagesim list servers (default "+sim.Servers()[0].Name+")")
	completePart(c, "phase", operationNames())
	complete(c, "server", serverNames())
	complete(c, "purge", []cobra.Completion{sim.PurgeText(0), sim.PurgeText(sim.AfterPhase)})
}

// add adds the phases to a config that has the first.
func (o *laterOptions) add(c *sim.Config, first seed) (err error) {
	c.Server = o.server
	if c.PurgeLag, err = sim.ParsePurge(o.purge); err != nil {
		return usagef("--purge %w", err)
	}
	for _, text := range o.phases {
		words, err := completed(*c, text)
		if err == nil {
			*c, err = c.WithPhase(words, uint64(first))
		}
		if err != nil {
			return usagef("--phase %q: %w", text, err)
		}
		if rows := c.Phases[len(c.Phases)-1].Rows; rows > maxRows {
			return usagef("--phase %q: rows %s: want 1 to %s", text, units.Count(rows), units.Count(maxRows))
		}
	}
	return nil
}

// commandLine is the flags that were given.
func (o *laterOptions) commandLine() []string {
	var words []string
	for _, text := range o.phases {
		words = append(words, "--phase", text)
	}
	if o.purge != sim.PurgeText(0) {
		words = append(words, "--purge", o.purge)
	}
	if o.server != "" {
		words = append(words, "--server", o.server)
	}
	return words
}

// completed adds to a phase what people leave out who have said it of the first:
// the column of the key and of the filler, the encoding of the column.
func completed(c sim.Config, text string) (string, error) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] == "sql" {
		return text, nil
	}
	for i, word := range words {
		var err error
		switch name, value, _ := strings.Cut(word, "="); name {
		case "keys":
			words[i], err = completedKeys(c, value)
		case "payload":
			words[i] = completedPayload(c, value)
		}
		if err != nil {
			return "", err
		}
	}
	return strings.Join(words, " "), nil
}

func completedKeys(c sim.Config, value string) (string, error) {
	first := c.Phases[0].Keys
	column, text := splitColumn(value)
	if column == "" && len(first) == 0 {
		return "", usagef("keys=%s: say for which column, as keys=column=%s", value, value)
	}
	if column == "" {
		column = first[0].Column
	}
	keys, err := keygen.Parse(text)
	if err == nil {
		keys, err = encodedAs(c, keys, column, text)
	}
	return "keys=" + column + "=" + keys.String(), err
}

// encodedAs gives a stream without an encoding that of its column.
func encodedAs(c sim.Config, keys keygen.Spec, column, text string) (keygen.Spec, error) {
	if keys.Encoding != "" || keys.File != "" {
		return keys, nil
	}
	if c.DDL != "" {
		t, err := schema.Parse(c.DDL)
		if err != nil {
			return keys, err
		}
		of, err := columnOf(t, column, "keys", text)
		if err != nil {
			return keys, err
		}
		return fit(keys, of, text)
	}
	i := slices.IndexFunc(c.Phases[0].Keys, func(s sim.Stream) bool { return s.Column == column })
	if i < 0 {
		return keys, nil
	}
	name := c.Phases[0].Keys[i].Keys.EncodingName()
	if like, err := keys.WithEncoding(name); err == nil && name != keys.EncodingName() {
		return like, nil
	}
	return keys, nil
}

// completedPayload is filler of the column that was made, or of all in a given table.
func completedPayload(c sim.Config, value string) string {
	switch column, _ := splitColumn(value); {
	case column != "":
		return "payload=" + value
	case c.DDL != "":
		return "fill=" + value
	}
	return "payload=" + payloadColumn + "=" + value
}

func serverNames() []cobra.Completion {
	var all []cobra.Completion
	for _, s := range sim.Servers() {
		all = append(all, cobra.CompletionWithDesc(s.Name, s.Doc))
	}
	return all
}

// serverTitle is what people call a server that is not the default; "" for that.
func serverTitle(name string) string {
	for i, s := range sim.Servers() {
		if s.Name == name && i > 0 {
			title, _, _ := strings.Cut(s.Doc, ":")
			return title
		}
	}
	return ""
}

func serverRows() [][]string {
	var rows [][]string
	for _, s := range sim.Servers() {
		rows = append(rows, []string{s.Name, s.Doc})
	}
	return rows
}

// operationRows has a second row for an operation with fields.
func operationRows() [][]string {
	var rows [][]string
	for _, o := range sim.Ops() {
		rows = append(rows, []string{o.Name, o.Doc})
		var fields []string
		for _, f := range sim.PhaseFields(o.Name) {
			fields = append(fields, f.Name)
		}
		if len(fields) > 0 {
			rows = append(rows, []string{"", "  " + strings.Join(fields, ", ")})
		}
	}
	return rows
}

// fieldRows has what a phase may say.
func fieldRows() [][]string {
	var rows [][]string
	seen := map[string]bool{}
	for _, o := range sim.Ops() {
		for _, f := range sim.PhaseFields(o.Name) {
			if !seen[f.Name] {
				seen[f.Name] = true
				rows = append(rows, []string{f.Name, f.Doc})
			}
		}
	}
	return rows
}
