package keygen

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/pagesim/pagesim"
)

// fileKind is the generator that reads its keys.
const fileKind = "file"

// stdinPath is the path that stands for standard input.
const stdinPath = "-"

// byteOrderMark is what some editors begin UTF-8 with.
const byteOrderMark = "\uFEFF"

// maxKeyBytes is the longest key of an InnoDB index with 16 KiB pages (MySQL 8
// manual, "InnoDB Limits").
const maxKeyBytes = 3072

// FileError is an error of a key file: it cannot be read, or a line is no key.
type FileError struct{ Err error }

// Error names the file.
func (e *FileError) Error() string { return "keygen: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// asFileError makes an error one of a key file; nil stays nil.
func asFileError(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &FileError{err}
}

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
func openFile(s Spec, stdin io.Reader) (Stream, error) {
	r, closer, err := openTwice(s.File, stdin)
	if err != nil {
		return nil, asFileError(err)
	}
	f := &keyFile{closer: closer}
	if f.rows, f.format, err = survey(newLines(s.File, r), s.Encoding); err != nil {
		return nil, asFileError(errors.Join(err, f.close()))
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, asFileError(errors.Join(err, f.close()))
	}
	f.lines = newLines(s.File, r)
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
func fileFormat(s Spec) (format pagesim.Format, err error) {
	if s.File == stdinPath {
		return format, asFileError(errors.New("file:-: the keys are not known before standard input is read"))
	}
	regular, err := isRegular(s.File)
	if err != nil {
		return format, asFileError(err)
	}
	if !regular {
		return format, asFileError(fmt.Errorf("file:%s: not a regular file: the keys are not known before it is read", s.File))
	}
	f, err := os.Open(s.File)
	if err != nil {
		return format, asFileError(err)
	}
	_, format, err = survey(newLines(s.File, f), s.Encoding)
	return format, asFileError(errors.Join(err, f.Close()))
}

// survey reads all keys, and returns their number and format. Without an encoding
// the lines decide: integers if all are, or else text.
func survey(l *lines, encoding string) (rows int64, format pagesim.Format, err error) {
	integers := encoding == ""
	format = pagesim.Format{Kind: kindOfLines(encoding), Fixed: true}
	var key []byte
	for {
		line, err := l.next()
		switch {
		case err == io.EOF && rows == 0:
			return 0, format, fmt.Errorf("%s: no keys; at least one line is needed", l.name)
		case err == io.EOF && integers:
			return rows, fixed(pagesim.Int, 8), nil
		case err == io.EOF:
			return rows, format, nil
		case err != nil:
			return 0, format, err
		}
		if key, err = appendLine(key[:0], line, format.Kind); err != nil {
			return 0, format, l.errorf("%w", err)
		}
		if integers {
			_, integers = integer(line)
		}
		format.Fixed = format.Fixed && (rows == 0 || len(key) == format.Bytes)
		format.Bytes = max(format.Bytes, len(key))
		rows++
	}
}

// kindOfLines is the kind of value that lines are read as.
func kindOfLines(encoding string) pagesim.Kind {
	switch encoding {
	case intEncoding:
		return pagesim.Int
	case hexEncoding:
		return pagesim.Binary
	}
	return pagesim.Text
}

// appendLine appends the key that a line is.
func appendLine(dst, line []byte, k pagesim.Kind) ([]byte, error) {
	switch k {
	case pagesim.Int:
		n, ok := integer(line)
		if !ok {
			return dst, fmt.Errorf("%q is not an integer from 0 to %d without sign and leading zeros", line, uint64(math.MaxUint64))
		}
		return binary.BigEndian.AppendUint64(dst, n), nil
	case pagesim.Binary:
		return appendHex(dst, line)
	}
	return append(dst, line...), nil
}

// integer reads an integer as a server prints it.
func integer(line []byte) (uint64, bool) {
	if line[0] < '0' || line[0] > '9' || line[0] == '0' && len(line) > 1 || len(line) > len("18446744073709551615") {
		return 0, false
	}
	n, err := strconv.ParseUint(string(line), 10, 64)
	return n, err == nil
}

// appendHex appends the bytes of hex digits or of a UUID.
func appendHex(dst, line []byte) ([]byte, error) {
	digits := bytes.TrimPrefix(bytes.TrimPrefix(line, []byte("0x")), []byte("0X"))
	if d := digits; len(d) == 36 && d[8] == '-' && d[13] == '-' && d[18] == '-' && d[23] == '-' {
		digits = slices.Concat(d[:8], d[9:13], d[14:18], d[19:23], d[24:])
	}
	key, err := hex.AppendDecode(dst, digits)
	if err != nil || len(digits) == 0 {
		return dst, fmt.Errorf("%q is neither an even number of hex digits nor a UUID", line)
	}
	return key, nil
}

func (f *keyFile) Next(dst []byte) ([]byte, error) {
	line, err := f.lines.next()
	if err == nil {
		return appendLine(dst, line, f.format.Kind)
	}
	if closeErr := f.close(); closeErr != nil {
		err = closeErr
	}
	return dst, asFileError(err)
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
	if l.line == 1 {
		key = bytes.TrimPrefix(key, []byte(byteOrderMark))
	}
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
	return fmt.Errorf("%s:%d: "+format, append([]any{l.name, l.line}, a...)...)
}
