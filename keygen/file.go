package keygen

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/pagesim/pagesim"
)

// fileKind is the generator that reads its keys.
const fileKind = "file"

// stdinPath is the path that stands for standard input.
const stdinPath = "-"

// maxKeyBytes is the longest key of an InnoDB index with 16 KiB pages (MySQL 8
// manual, "InnoDB Limits").
const maxKeyBytes = 3072

// keyFile is a Finite stream of the lines of a file.
type keyFile struct {
	lines  *lines
	closer io.Closer // nil once closed
	rows   int64
	format pagesim.Format
}

var _ Finite = (*keyFile)(nil)

// openFile reads the keys once to check and to count them, then starts again.
// What cannot be read twice is kept in memory. A regular file is closed at its
// end, or with the program.
func openFile(path string, stdin io.Reader) (Stream, error) {
	r, closer, err := openTwice(path, stdin)
	if err != nil {
		return nil, fmt.Errorf("keygen: %w", err)
	}
	f := &keyFile{closer: closer}
	if f.rows, f.format, err = survey(path, r); err != nil {
		return nil, errors.Join(err, f.close())
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(fmt.Errorf("keygen: %w", err), f.close())
	}
	f.lines = newLines(path, r)
	return f, nil
}

// openTwice opens what can be read twice.
func openTwice(path string, stdin io.Reader) (io.ReadSeeker, io.Closer, error) {
	if path == stdinPath {
		if stdin == nil {
			return nil, nil, errors.New("file:- needs a standard input, and there is none")
		}
		b, err := io.ReadAll(stdin)
		return bytes.NewReader(b), nil, err
	}
	regular, err := isRegular(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if regular {
		return f, f, nil
	}
	b, err := io.ReadAll(f)
	return bytes.NewReader(b), nil, errors.Join(err, f.Close())
}

// isRegular looks before the file is opened, which for a pipe would disturb the
// program at its other end.
func isRegular(path string) (bool, error) {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular(), err
}

// fileFormat returns the format of the keys in a regular file.
func fileFormat(path string) (format pagesim.Format, err error) {
	if path == stdinPath {
		return format, errors.New("keygen: file:-: the keys are not known before standard input is read")
	}
	regular, err := isRegular(path)
	if err != nil {
		return format, fmt.Errorf("keygen: %w", err)
	}
	if !regular {
		return format, fmt.Errorf("keygen: file:%s: not a regular file: the keys are not known before it is read", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return format, fmt.Errorf("keygen: %w", err)
	}
	_, format, err = survey(path, f)
	return format, errors.Join(err, f.Close())
}

// survey reads all keys, and returns their number and format.
func survey(path string, r io.Reader) (rows int64, format pagesim.Format, err error) {
	format = pagesim.Format{Kind: pagesim.Text, Fixed: true}
	lines := newLines(path, r)
	for {
		key, err := lines.next()
		switch {
		case err == io.EOF && rows == 0:
			return 0, format, fmt.Errorf("keygen: %s: no keys; at least one line is needed", lines.name)
		case err == io.EOF:
			return rows, format, nil
		case err != nil:
			return 0, format, err
		}
		format.Fixed = format.Fixed && (rows == 0 || len(key) == format.Bytes)
		format.Bytes = max(format.Bytes, len(key))
		rows++
	}
}

func (f *keyFile) Next(dst []byte) ([]byte, error) {
	key, err := f.lines.next()
	if err != nil {
		if closeErr := f.close(); closeErr != nil {
			err = closeErr
		}
		return dst, err
	}
	return append(dst, key...), nil
}

func (f *keyFile) Rows() (int64, bool)    { return f.rows, true }
func (f *keyFile) Format() pagesim.Format { return f.format }

// close closes the file once; reading on gives the same end or error.
func (f *keyFile) close() error {
	if f.closer == nil {
		return nil
	}
	closer := f.closer
	f.closer = nil
	return closer.Close()
}

// lines reads keys, one a line.
type lines struct {
	name string // of the file, for errors
	r    *bufio.Reader
	line int64
	err  error // the first, for ever
}

func newLines(path string, r io.Reader) *lines {
	if path == stdinPath {
		path = "standard input"
	}
	return &lines{name: path, r: bufio.NewReaderSize(r, 16*maxKeyBytes)}
}

// next returns the next key, which is good until the next call.
func (l *lines) next() ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	key, err := l.r.ReadSlice('\n')
	if err == io.EOF && len(key) == 0 {
		l.err = io.EOF
		return nil, l.err
	}
	l.line++
	key = bytes.TrimSuffix(bytes.TrimSuffix(key, []byte("\n")), []byte("\r"))
	l.err = l.check(key, err)
	return key, l.err
}

// check says what is wrong with a line.
func (l *lines) check(key []byte, err error) error {
	switch {
	case len(key) > maxKeyBytes: // so is every line with bufio.ErrBufferFull
		return l.errorf("the key is longer than %d bytes", maxKeyBytes)
	case err != nil && err != io.EOF:
		return l.errorf("%w", err)
	case len(key) == 0:
		return l.errorf("the line is empty; each line is a key")
	}
	if i := bytes.IndexFunc(key, func(r rune) bool { return r >= 0x80 }); i >= 0 {
		return l.errorf("byte %d of the key is not ASCII", i+1)
	}
	return nil
}

func (l *lines) errorf(format string, a ...any) error {
	return fmt.Errorf("keygen: %s:%d: "+format, append([]any{l.name, l.line}, a...)...)
}
