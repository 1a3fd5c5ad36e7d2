package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/pagesim/pagesim/sim"
)

// digestBytes is how much of a digest tells sweeps apart.
const digestBytes = 6

// digest tells a sweep from all others: by its columns, by what it runs, and by what
// is in its key files.
func (p sweepPlan) digest(ctx context.Context) (string, error) {
	h := sha256.New()
	e := json.NewEncoder(h)
	if err := e.Encode([]any{sim.Version, p.columns.Names()}); err != nil {
		return "", err
	}
	seen := map[string]bool{}
	for _, r := range p.runs {
		if err := e.Encode([]any{r.values, r.config}); err != nil {
			return "", err
		}
		for _, path := range keyFiles(r.config) {
			if seen[path] {
				continue
			}
			seen[path] = true
			bytes, sum, err := fileDigest(ctx, path)
			if err != nil {
				return "", err
			}
			if err := e.Encode([]any{path, bytes, sum}); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:digestBytes]), nil
}

// keyFiles are the files of a config's streams.
func keyFiles(c sim.Config) []string {
	var paths []string
	for _, ph := range c.Phases {
		for _, s := range ph.Keys {
			if s.Keys.File != "" {
				paths = append(paths, s.Keys.File)
			}
		}
	}
	if c.Beside != nil {
		paths = append(paths, keyFiles(*c.Beside)...)
	}
	return paths
}

// fileDigest is the size of a file and its SHA-256.
func fileDigest(ctx context.Context, path string) (bytes int64, sum []byte, err error) {
	info, err := os.Stat(path)
	if path == stdoutPath || err == nil && !info.Mode().IsRegular() {
		return 0, nil, usagef("file:%s: a sweep reads keys more than once; save them to a file", path)
	}
	if err != nil {
		return 0, nil, fmt.Errorf("file:%s: %w", path, plainly(err))
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, nil, fmt.Errorf("file:%s: %w", path, plainly(err))
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	bytes, err = io.Copy(h, interruptible{ctx, f})
	return bytes, h.Sum(nil), err
}

// checkTwins refuses two runs of the same config: one value in different words, such
// as 1M and 1024K.
func (p sweepPlan) checkTwins() error {
	seen := map[[sha256.Size]byte]int{}
	for i, r := range p.runs {
		b, err := json.Marshal(r.config)
		if err != nil {
			return err
		}
		key := sha256.Sum256(b)
		if first, isTwin := seen[key]; isTwin {
			return usagef("%s is the same as %s: want each value once", r.label(p), p.runs[first].label(p))
		}
		seen[key] = i
	}
	return nil
}

// commandLine is the sweep with one run alone.
func (o *sweepOptions) commandLine(given, args []string, shard string) []string {
	words := append([]string{"pagesim", "sweep"}, args...)
	for _, name := range given {
		for _, text := range o.lists[name].texts {
			words = append(words, "--"+name, text)
		}
	}
	return append(words, "--shard", shard)
}
