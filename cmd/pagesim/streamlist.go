package main

import (
	"slices"
	"strings"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// splitStreams splits a list of [column=]streams at its commas. A piece of the form
// name=value goes on with the parameters of the stream before it, unless the value is
// a stream itself: in "uuidv7:rate=5,nodes=4,id=ulid" there are two.
func splitStreams(text string) []string {
	var all []string
	for _, piece := range strings.Split(text, ",") {
		piece = strings.TrimSpace(piece)
		last := len(all) - 1
		if last >= 0 && goesOn(all[last], piece) {
			all[last] += "," + piece
		} else {
			all = append(all, piece)
		}
	}
	return all
}

// goesOn reports whether a piece belongs to the stream before it. What follows the
// path of a key file and is no stream is part of the path.
func goesOn(before, piece string) bool {
	_, stream := splitColumn(before)
	name, _, hasParameters := strings.Cut(stream, ":")
	column, rest := splitColumn(piece)
	first, _, _ := strings.Cut(rest, ":")
	isStream := slices.ContainsFunc(keygen.Kinds(), func(k keygen.KindInfo) bool { return k.Name == first })
	return hasParameters && !isStream && (column != "" || name == "file")
}

// alternatives are the streams that a list has for one column of the table.
type alternatives struct {
	column  string
	streams []string
}

// byColumn puts streams for the same column together, in the order in which the
// columns come. A column holds for the streams behind it in its list; without one they
// are for the key, as run has it.
func byColumn(texts []string, t *schema.Table) []alternatives {
	var all []alternatives
	for _, text := range texts {
		column := ""
		for _, stream := range splitStreams(text) {
			named, _ := splitColumn(stream)
			switch {
			case named != "":
				column = named
			case column != "":
				stream = column + "=" + stream
			case t != nil && keyColumn(t).Name != "":
				column = keyColumn(t).Name
				stream = column + "=" + stream
			}
			i := slices.IndexFunc(all, func(a alternatives) bool { return strings.EqualFold(a.column, column) })
			if i < 0 {
				i = len(all)
				all = append(all, alternatives{column: column})
			}
			all[i].streams = append(all[i].streams, stream)
		}
	}
	return all
}

// product is all ways to take one of each; the last varies fastest.
func product(lists [][]string) [][]string {
	all := [][]string{nil}
	for _, list := range lists {
		var longer [][]string
		for _, before := range all {
			for _, x := range list {
				longer = append(longer, append(slices.Clip(before), x))
			}
		}
		all = longer
	}
	return all
}
