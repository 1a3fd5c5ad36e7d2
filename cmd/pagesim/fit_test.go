package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// headOf is what text output says before its figures, in one line.
func headOf(t *testing.T, args ...string) string {
	t.Helper()
	o := command(t, args...)
	require.Equal(t, exitDone, o.code, o.stderr)
	head, _, _ := strings.Cut(o.stdout, "\nindex ")
	return strings.Join(strings.Fields(head), " ")
}

func TestStreamsGetTheEncodingOfTheirColumn(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ columnType, keys, want string }{
		{"char(36) character set ascii", "uuidv7", "id=uuidv7:encoding=hex36"},
		{"varchar(36)", "uuidv4:", ""},
		{"varchar(36)", "uuidv1:rate=200", "id=uuidv1:rate=200,encoding=hex36"},
		{"char(32)", "uuidv7", "id=uuidv7:encoding=hex32"},
		{"char(22)", "uuidv4", "id=uuidv4:encoding=base64"},
		{"char(26)", "uuidv7", "id=uuidv7:encoding=ulid26"},
		{"char(26)", "ulid", "id=ulid"},
		{"char(36)", "ulid", "id=ulid"},
		{"binary(16)", "ulid", "id=ulid:encoding=bin16"},
		{"binary(16)", "uuidv7", "id=uuidv7"},
		{"binary(20)", "ksuid", "id=ksuid:encoding=bin20"},
		{"char(36)", "autoinc", "id=autoinc"},
		{"char(36)", "uuidv4:encoding=hex32", "id=uuidv4:encoding=hex32"},
	} {
		ddl := filepath.Join(dir, "t.sql")
		require.NoError(t, os.WriteFile(ddl, []byte("create table t (id "+c.columnType+" primary key)"), 0o600))
		args := []string{"run", "--rows", "10", "--ddl", ddl, "--keys", "id=" + c.keys}
		if c.want == "" {
			require.Equal(t, exitUsage, command(t, args...).code)
			continue
		}
		require.Contains(t, headOf(t, args...), " --keys "+c.want+" ", c.columnType)
	}
}

// TestPrintedKeysFeedTheirColumn puts what keys prints through a file.
func TestPrintedKeysFeedTheirColumn(t *testing.T) {
	dir := t.TempDir()
	path, ddl := filepath.Join(dir, "ids.txt"), filepath.Join(dir, "t.sql")
	require.NoError(t, os.WriteFile(ddl, []byte("create table t (id binary(16) primary key, b varbinary(99) not null)"), 0o600))
	figures := func(args ...string) string {
		o := command(t, append([]string{"run", "--rows", "1000", "--payload", "b=99", "--format", "csv", "--ddl", ddl}, args...)...)
		require.Equal(t, exitDone, o.code, o.stderr)
		_, row, _ := strings.Cut(o.stdout, "\n")
		_, row, _ = strings.Cut(row, ",PRIMARY,")
		return row
	}
	want := figures("--keys", "uuidv4")
	for _, keys := range []string{"uuidv4", "uuidv4:encoding=hex36"} {
		require.NoError(t, os.WriteFile(path, []byte(command(t, "keys", keys, "-n", "1000").stdout), 0o600))
		require.Equal(t, want, figures("--keys", "file:"+path))
		require.Equal(t, want, figures("--keys", "file:"+path, "--encoding", "hex"))
	}
}

func TestIntegersOfAFileAreIntegers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seq.txt")
	require.NoError(t, os.WriteFile(path, []byte("1\n2\n3\n"), 0o600))
	require.Contains(t, headOf(t, "run", "--keys", "file:"+path), "id bigint unsigned")
	as := headOf(t, "run", "--keys", "file:"+path, "--encoding", "text")
	require.Contains(t, as, "id char(1)")
	require.Contains(t, as, "--keys file:"+path+",encoding=text ")
}

func TestFed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.sql")
	write := func(columns string) {
		require.NoError(t, os.WriteFile(path, []byte("create table t (id int auto_increment primary key, "+columns+")"), 0o600))
	}
	run := []string{"run", "--rows", "10", "--ddl", path}
	write("a int, b varchar(50), c datetime not null, d date, e datetime default now(), f int default 1, g int as (crc32(b))")
	require.Contains(t, headOf(t, append(run, "--payload", "10..20")...), " fed: a=randint:shift=33, b=10..20 bytes, c=clock, d=0, e=clock")
	write("a int, b int default 1")
	require.NotContains(t, headOf(t, append(run, "--keys", "a=randint:shift=40")...), "fed:", "the command says it all")
}

func TestSmallTablesAreExplained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.sql")
	require.NoError(t, os.WriteFile(path, []byte("create table t (id tinyint primary key)"), 0o600))
	o := command(t, "explain", "--ddl", path)
	require.Equal(t, exitDone, o.code, o.stderr)
	require.Equal(t, exitUsage, command(t, "explain", "--rows", "200", "--ddl", path).code)
}

func TestADumpIsReducedToItsTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dump.sql")
	require.NoError(t, os.WriteFile(path, []byte("\uFEFFset @a = 1;\ndrop table if exists t;\ncreate table t (id int primary key);\ninsert into t values (1);\n"), 0o600))
	head := headOf(t, "run", "--rows", "10", "--ddl", path)
	require.Contains(t, head, "create table t (id int primary key);")
	require.NotContains(t, head, "insert into")
}

func TestTheDefaultKeyFitsItsColumn(t *testing.T) {
	for typ, encoding := range map[string]string{
		"varchar(64)": "hex36", "char(36)": "hex36", "char(35)": "hex32", "char(26)": "ulid26", "varchar(22)": "base64", "text": "hex36",
	} {
		length, _ := strconv.Atoi(strings.Trim(typ, "abcdefghijklmnopqrstuvwxyz()"))
		require.Equal(t, []string{"uuidv4:encoding=" + encoding}, textStreams(length), typ)
	}
	require.Empty(t, textStreams(5), "too short for a UUID")
}
