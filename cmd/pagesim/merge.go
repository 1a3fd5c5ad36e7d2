package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/report"
	"github.com/spf13/cobra"
)

const mergeHelp = `Put the files of a sweep together that --shard has split. The result is what
the sweep would have written in one piece. All parts must be of the same sweep,
and no run may be missing or there twice.`

const mergeExample = `  pagesim merge part*.csv -o all.csv
  pagesim merge part1.ndjson part2.ndjson > all.ndjson`

func newMergeCommand(e env) *cobra.Command {
	output := ""
	c := &cobra.Command{
		Use:     "merge part...",
		Short:   "Put the parts of a sweep together",
		Long:    mergeHelp,
		Example: mergeExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no parts: want the files that sweep --shard wrote")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, files []string) error { return runMerge(e, files, output) },
	}
	c.Flags().StringVarP(&output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	return c
}

// part is a row and where it is from.
type part struct {
	mark report.SweepMark
	file string
	line []byte
}

func runMerge(e env, files []string, path string) error {
	var rows []part
	var head []byte
	for i, file := range files {
		some, first, err := readPart(file)
		if err != nil {
			return err
		}
		if i > 0 && !bytes.Equal(first, head) {
			return fmt.Errorf("%s: it has other columns than %s; the parts are of different sweeps", file, files[0])
		}
		rows, head = append(rows, some...), first
	}
	if err := checkParts(rows); err != nil {
		return err
	}
	out, err := openOutput(path, e.stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	text := slices.Clone(head)
	for _, r := range rows {
		text = append(text, r.line...)
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	return out.commit()
}

// readPart reads the rows of a file, and its head.
func readPart(file string) (rows []part, head []byte, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	first, _, _ := bytes.Cut(b, []byte("\n"))
	format, columns, err := report.SweepOf(first)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: there is no sweep in it", file)
	}
	if !bytes.HasSuffix(b, []byte("\n")) {
		return nil, nil, fmt.Errorf("%s: it ends within a row: start that sweep again, it goes on there", file)
	}
	if !bytes.HasPrefix(first, []byte("{")) {
		head = append(first, '\n')
	}
	for line := range bytes.Lines(b[len(head):]) {
		mark, _, err := format.Mark(line, columns)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: row %d: %w", file, len(rows)+1, err)
		}
		rows = append(rows, part{mark, file, line})
	}
	return rows, head, nil
}

// checkParts sorts rows and refuses what is not a whole sweep.
func checkParts(rows []part) error {
	if len(rows) == 0 {
		return errors.New("no part has a row")
	}
	first := rows[0]
	for _, r := range rows {
		if r.mark.Sweep != first.mark.Sweep || r.mark.Runs != first.mark.Runs {
			return fmt.Errorf("%s: it is of another sweep than %s", r.file, first.file)
		}
	}
	slices.SortStableFunc(rows, func(a, b part) int { return cmp.Compare(a.mark.Run, b.mark.Run) })
	for i := 1; i < len(rows); i++ {
		if rows[i].mark.Run == rows[i-1].mark.Run {
			return fmt.Errorf("%s: run %d is in %s too", rows[i].file, rows[i].mark.Run, rows[i-1].file)
		}
	}
	if missing := missingRuns(rows); len(missing) > 0 {
		return fmt.Errorf("%d of %d runs are missing: %s", len(missing), first.mark.Runs, someOf(missing))
	}
	return nil
}

// missingRuns are the numbers that sorted rows do not have.
func missingRuns(rows []part) []int {
	var missing []int
	next := 0
	for run := 1; run <= rows[0].mark.Runs; run++ {
		if next < len(rows) && rows[next].mark.Run == run {
			next++
		} else {
			missing = append(missing, run)
		}
	}
	return missing
}

// someOf lists the first of many numbers.
func someOf(numbers []int) string {
	const most = 8
	var words []string
	for _, n := range numbers[:min(most, len(numbers))] {
		words = append(words, strconv.Itoa(n))
	}
	if len(numbers) > most {
		words = append(words, "...")
	}
	return strings.Join(words, ", ")
}
