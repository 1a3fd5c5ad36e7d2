package keygen

import (
	"encoding"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
)

// encodingParam is the name by which a Spec's text gives the encoding.
const encodingParam = "encoding"

// maxInFlight bounds the keys that are born and have not arrived: they are in
// memory.
const maxInFlight = 1 << 22

// Spec says which keys a stream yields: the parsed form of a --keys value. Its
// text and JSON form is that value. Make one with Parse or New; the methods
// check one that was made by hand.
type Spec struct {
	Generator string
	// Encoding is empty for the generator's own, or for what a key file's lines
	// look like.
	Encoding string
	// Params are those that were given, in the order of the generator's table.
	Params []Param
	// File is the path of generator "file", "-" for standard input.
	File string
}

var (
	_ encoding.TextMarshaler   = Spec{}
	_ encoding.TextUnmarshaler = (*Spec)(nil)
)

// Parse reads "name", "name:k=v,k=v", "file:PATH" or "file:PATH,encoding=name".
func Parse(text string) (Spec, error) {
	name, rest, colon := strings.Cut(text, ":")
	k, err := kindOf(name)
	if err != nil {
		return Spec{}, err
	}
	s := Spec{Generator: name}
	switch {
	case name == fileKind:
		s.File, s.Encoding = cutEncoding(rest)
	case colon:
		for _, pair := range strings.Split(rest, ",") {
			if err := s.set(k, pair); err != nil {
				return Spec{}, err
			}
		}
	}
	return s.checked()
}

// cutEncoding takes the encoding off the end of a path, which may have commas and
// colons of its own.
func cutEncoding(path string) (file, encoding string) {
	const word = "," + encodingParam + "="
	if i := strings.LastIndex(path, word); i >= 0 {
		return path[:i], path[i+len(word):]
	}
	return path, ""
}

// New returns the Spec of a generator by the parts; an empty encoding is the
// generator's own. Durations are in milliseconds, factors in thousandths.
func New(generator, encoding string, params map[string]int64) (Spec, error) {
	s := Spec{Generator: generator, Encoding: encoding}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		s.Params = append(s.Params, Param{name, params[name]})
	}
	return s.checked()
}

// set reads "k=v" into the Spec.
func (s *Spec) set(k *kind, pair string) error {
	name, text, ok := strings.Cut(pair, "=")
	if !ok {
		return k.errorf("%q is not of the form name=value", pair)
	}
	if name == encodingParam {
		if text == "" || s.Encoding != "" {
			return k.errorf("encoding needs one value; allowed: %s", strings.Join(k.encodings, ", "))
		}
		s.Encoding = text
		return nil
	}
	p, err := k.param(name)
	if err != nil {
		return err
	}
	v, err := p.parse(text)
	if err != nil {
		return k.errorf("%w", err)
	}
	s.Params = append(s.Params, Param{p.name, v})
	return nil
}

// checked returns the Spec with its parameters in order, or what is wrong.
func (s Spec) checked() (Spec, error) {
	k, err := kindOf(s.Generator)
	if err != nil {
		return Spec{}, err
	}
	if s.Params, err = k.sorted(s.Params); err != nil {
		return Spec{}, err
	}
	if err := s.checkFile(k); err != nil {
		return Spec{}, err
	}
	if s.Encoding != "" {
		if _, err := k.encodingOf(s.Encoding); err != nil {
			return Spec{}, err
		}
	}
	return s, k.checkInFlight(k.args(s.Params, 0))
}

func (s Spec) checkFile(k *kind) error {
	switch {
	case k.name == fileKind && s.File == "":
		return k.errorf("needs a path: file:PATH, or file:- for standard input")
	case k.name != fileKind && s.File != "":
		return k.errorf("takes no file, but %q is given", s.File)
	}
	return nil
}

// sorted returns the parameters in the order of the table, each once and in its
// range.
func (k *kind) sorted(given []Param) ([]Param, error) {
	values := make([]*int64, len(k.params))
	for _, g := range given {
		p, err := k.param(g.Name)
		if err != nil {
			return nil, err
		}
		if err := p.check(g.Value); err != nil {
			return nil, k.errorf("%w", err)
		}
		i := slices.IndexFunc(k.params, func(q param) bool { return q.name == p.name })
		if values[i] != nil {
			return nil, k.errorf("%s is given twice", p.name)
		}
		values[i] = &g.Value
	}
	var out []Param
	for i, v := range values {
		if v != nil {
			out = append(out, Param{k.params[i].name, *v})
		}
	}
	return out, nil
}

// args fills the defaults in.
func (k *kind) args(given []Param, rows int64) args {
	a := args{rows: rows}
	for _, p := range k.params {
		v, ok := (args{params: given}).find(p.name)
		if !ok {
			v = p.value
		}
		a.params = append(a.params, Param{p.name, v})
	}
	return a
}

// checkInFlight refuses a jitter that would keep too many keys waiting.
func (k *kind) checkInFlight(a args) error {
	ms, ok := a.find(delay.name)
	if !ok || ms <= 1000*maxInFlight/a.get(rate.name) {
		return nil
	}
	return k.errorf("jitter=%s at rate=%d keeps too many keys waiting; allowed: %d",
		formatDuration(ms), a.get(rate.name), maxInFlight)
}

// String returns the canonical text: parameters in the order of the generator's
// table, only those given, the encoding last.
func (s Spec) String() string {
	var pairs []string
	if s.File != "" {
		pairs = append(pairs, s.File)
	}
	for _, p := range s.Params {
		pairs = append(pairs, p.Name+"="+s.format(p))
	}
	if s.Encoding != "" {
		pairs = append(pairs, encodingParam+"="+s.Encoding)
	}
	if len(pairs) == 0 {
		return s.Generator
	}
	return s.Generator + ":" + strings.Join(pairs, ",")
}

// format writes a value in its parameter's notation.
func (s Spec) format(given Param) string {
	if k, err := kindOf(s.Generator); err == nil {
		if p, err := k.param(given.Name); err == nil {
			return p.notation.format(given.Value)
		}
	}
	return formatCount(given.Value)
}

// MarshalText returns the canonical text.
func (s Spec) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is Parse.
func (s *Spec) UnmarshalText(text []byte) (err error) {
	*s, err = Parse(string(text))
	return err
}

// WithEncoding returns the Spec with another encoding; an empty one is the
// generator's own.
func (s Spec) WithEncoding(enc string) (Spec, error) {
	s.Encoding = enc
	return s.checked()
}

// EncodingName is the encoding of the keys: the one given, or else the
// generator's own; "" for unknown generators and for key files without one.
func (s Spec) EncodingName() string {
	k, err := kindOf(s.Generator)
	if s.Encoding != "" || err != nil {
		return s.Encoding
	}
	return k.encoding
}

// Format returns what the keys look like. A key file is read for it; what is
// not a regular file, such as standard input, can be read only once and so is
// an error: open the stream, which is Finite, and ask that.
func (s Spec) Format() (pagesim.Format, error) {
	s, err := s.checked()
	if err != nil {
		return pagesim.Format{}, err
	}
	if s.Generator == fileKind {
		return fileFormat(s)
	}
	_, enc, err := s.resolve()
	return enc.format, err
}

// resolve returns the rows of the generator and of the encoding.
func (s Spec) resolve() (*kind, encodingRow, error) {
	k, err := kindOf(s.Generator)
	if err != nil {
		return nil, encodingRow{}, err
	}
	enc, err := k.encodingOf(s.EncodingName())
	return k, enc, err
}

// Open starts the stream. The rows of the run matter to descending only, which
// counts down from them. Stdin is read by "file:-" only, and to its end.
func (s Spec) Open(seed uint64, rows int64, stdin io.Reader) (Stream, error) {
	s, err := s.checked()
	if err != nil {
		return nil, err
	}
	if s.Generator == fileKind {
		return openFile(s, stdin)
	}
	k, enc, err := s.resolve()
	if err != nil {
		return nil, err
	}
	a := k.args(s.Params, rows)
	rng := SplitMix64(seed)
	g := generated{next: k.open(a, &rng), append: enc.append}
	if ms, _ := a.find(delay.name); ms > 0 {
		g.next = delayed(g.next, ms, a.count(rate.name), &rng)
	}
	switch {
	case !k.finite:
		return &g, nil
	case rows <= 0:
		return nil, k.errorf("counts down from the number of rows, which is %d here; at least 1 is needed", rows)
	}
	return &counted{g, rows, rows, enc.format}, nil
}
