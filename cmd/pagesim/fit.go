package main

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// fit gives a stream without an encoding, whose own its column cannot take, the one
// whose values are as long as the column: hex36 in char(36), bin16 in binary(16).
// Integers stay decimal digits there.
func fit(s keygen.Spec, c schema.Column, text string) (keygen.Spec, error) {
	if s.File != "" {
		return s, nil
	}
	if own, err := s.Format(); err != nil || own.Kind == pagesim.Int {
		return s, err
	}
	return fitAll(s, c, text)
}

// fitAll is fit that encodes integers too, so that they have the order of numbers.
func fitAll(s keygen.Spec, c schema.Column, text string) (keygen.Spec, error) {
	kind, limit := kindOf(c), cmp.Or(c.Length, math.MaxInt)
	if s.Encoding != "" || s.File != "" || kind == pagesim.Int {
		return s, nil
	}
	own, err := s.Format()
	unfit := own.Bytes > limit || own.Kind == pagesim.Binary && kind == pagesim.Text || own.Kind == pagesim.Int
	if err != nil || !unfit {
		return s, err
	}
	var shorter []string
	for _, name := range encodingsOf(s) {
		other, err := s.WithEncoding(name)
		if err != nil {
			return s, err
		}
		f, err := other.Format()
		switch {
		case err != nil || f.Kind == kind && f.Bytes == c.Length:
			return other, err
		case f.Kind == kind && f.Bytes < limit:
			shorter = append(shorter, name)
		}
	}
	if len(shorter) == 0 {
		return s, nil // the table says what does not fit
	}
	for i, name := range shorter {
		if other, err := s.WithEncoding(name); err == nil {
			shorter[i] = c.Name + "=" + other.String()
		}
	}
	return s, usagef("--keys %q: column %s of type %s is as long as none of its encodings: say %s",
		text, c.Name, c.Type, strings.Join(shorter, " or "))
}

// kindOf is the kind of value that a column takes as it is; Int for what is neither
// text nor binary.
func kindOf(c schema.Column) pagesim.Kind {
	switch {
	case c.Collation != "":
		return pagesim.Text
	case strings.HasSuffix(c.Type, "binary"):
		return pagesim.Binary
	}
	return pagesim.Int
}

// encodingsOf are the encodings that a generator has.
func encodingsOf(s keygen.Spec) []string {
	all := keygen.Kinds()
	i := slices.IndexFunc(all, func(k keygen.KindInfo) bool { return k.Name == s.Generator })
	return all[i].Encodings
}
