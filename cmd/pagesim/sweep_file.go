package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report"
)

// sweepFile is the rows of a sweep: a file that grows by whole lines and that a later
// start goes on with, or what is written to directly.
type sweepFile struct {
	path   string
	format report.SweepFormat
	plan   sweepPlan
	id     string
	// runs are those whose rows belong into the file; the first done are there.
	runs []sweepRun
	done int
	w    io.Writer
	// file is nil for what has no rows to go on with, opened for standard output.
	file, opened *os.File
}

// open opens the file and finds out which rows it has. What is not of this sweep is
// refused and left as it is.
func (s *sweepFile) open(stdout io.Writer) error {
	head, err := s.format.Head(s.plan.columns)
	if err != nil {
		return err
	}
	if s.path == "" || s.path == stdoutPath {
		s.w = stdout
		_, err := s.w.Write(head)
		return err
	}
	f, err := openAlone(s.path)
	if err != nil {
		return outputError("--output", s.path, err)
	}
	s.w, s.opened = f, f
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() {
		s.file = f
		err = s.goOn(head)
	} else if err == nil {
		_, err = f.Write(head)
	}
	if err != nil {
		_ = f.Close()
		return outputError("--output", s.path, err)
	}
	return nil
}

// errInUse is that of a file which another process writes.
var errInUse = errors.New("another sweep writes to it; give each its own file")

// goOn keeps the rows that are there, drops a line that was not finished, and puts
// the head into an empty file.
func (s *sweepFile) goOn(head []byte) error {
	b, err := io.ReadAll(s.file)
	if err != nil {
		return err
	}
	whole := b[:bytes.LastIndexByte(b, '\n')+1]
	switch {
	case bytes.HasPrefix(whole, head) && len(whole) > 0:
		if err := s.count(whole[len(head):]); err != nil {
			return err
		}
	case len(whole) > 0 || !s.couldBeBroken(b, head):
		what := "there is something else than a sweep in it"
		if first, _, _ := bytes.Cut(whole, []byte("\n")); isSweep(first) {
			what = "it is of another sweep, with other axes, metrics or another format"
		}
		return usagef("%s; give another file, or remove it", what)
	default:
		whole = nil
	}
	if err := s.file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	if _, err := s.file.Seek(int64(len(whole)), io.SeekStart); err != nil || len(whole) > 0 {
		return err
	}
	_, err = s.file.Write(head)
	return err
}

func isSweep(line []byte) bool {
	_, _, err := report.SweepOf(line)
	return err == nil
}

// couldBeBroken reports whether a line without an end may be the first of this sweep.
func (s *sweepFile) couldBeBroken(line, head []byte) bool {
	return bytes.HasPrefix(head, line) || len(head) == 0 && bytes.HasPrefix(line, []byte(`{"sweep":`))
}

// count counts rows, which must be the first of this sweep's, in order.
func (s *sweepFile) count(rows []byte) error {
	for line := range bytes.Lines(rows) {
		mark, values, err := s.format.Mark(line, len(s.plan.columns.Names()))
		switch {
		case err != nil:
			return usagef("its row %d is none of this sweep; give another file, or remove it", s.done+1)
		case mark.Sweep != s.id:
			return usagef("it is of another sweep: %s; give another file, or remove it", s.difference(mark, values))
		case s.done == len(s.runs) || mark.Run != s.runs[s.done].number:
			return usagef("its row %d is run %d, which is not the next of this sweep; another --shard? Give another file, or remove it", s.done+1, mark.Run)
		}
		s.done++
	}
	return nil
}

// axesAt is the number of columns before those of the axes.
const axesAt = 3

// difference says in what another sweep differs, as far as a row shows it.
func (s *sweepFile) difference(mark report.SweepMark, values []string) string {
	if mark.Runs != len(s.plan.runs) {
		return fmt.Sprintf("that one has %d runs, this one %d", mark.Runs, len(s.plan.runs))
	}
	for _, r := range s.plan.runs {
		for i, name := range s.plan.columns.Axes {
			if there := values[axesAt+i]; r.number == mark.Run && r.values[i] != there {
				return fmt.Sprintf("there run %d has %s %s, here %s", mark.Run, name, there, r.values[i])
			}
		}
	}
	return "what differs is no axis, such as --seed, a key file or the model's version"
}

// add writes the row of the next run.
func (s *sweepFile) add(r pagesim.Result) error {
	run := s.runs[s.done]
	row := report.SweepRow{
		SweepMark: report.SweepMark{Sweep: s.id, Run: run.number, Runs: len(s.plan.runs)},
		Axes:      run.values, Command: run.options.commandLine(run.config, r), Result: r,
	}
	if run.command != nil {
		row.Command = slices.Clone(run.command)
	}
	for i, word := range row.Command {
		row.Command[i] = strings.ReplaceAll(word, "\n", " ")
	}
	line, err := s.format.Row(s.plan.columns, row)
	if err != nil {
		return err
	}
	if _, err := s.w.Write(line); err != nil {
		if s.opened != nil {
			err = outputError("--output", s.path, err)
		}
		return err
	}
	s.done++
	return nil
}

// close ends the file.
func (s *sweepFile) close() error {
	if s.opened == nil {
		return nil
	}
	return outputError("--output", s.path, s.opened.Close())
}

// discard ends the file after an error; what it has stays.
func (s *sweepFile) discard() { _ = s.close() }
