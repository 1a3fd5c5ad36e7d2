package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOutput(t *testing.T) {
	want := command(t, "run", "--rows", "10").stdout
	t.Run("a new file", func(t *testing.T) {
		dir := t.TempDir()
		o := command(t, "run", "--rows", "10", "--output", filepath.Join(dir, "a.txt"))
		require.Equal(t, outcome{}, o)
		requireFile(t, filepath.Join(dir, "a.txt"), want)
		requireNoLitter(t, dir)
	})
	t.Run("- is standard output", func(t *testing.T) {
		require.Equal(t, want, command(t, "run", "--rows", "10", "--output", "-").stdout)
	})
	t.Run("its suffix says the format", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a.JSON")
		require.Equal(t, outcome{}, command(t, "run", "--rows", "10", "-o", path))
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, json.Valid(b))
		require.Equal(t, outcome{}, command(t, "run", "--rows", "10", "-o", path, "--format", "text"))
		requireFile(t, path, want)
	})
	t.Run("a file that is there keeps its mode", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a.txt")
		require.NoError(t, os.WriteFile(path, []byte("old, and longer than what is new\n"), 0o600))
		require.Equal(t, outcome{}, command(t, "run", "--rows", "10", "--output", path))
		requireFile(t, path, want)
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	})
	t.Run("a link stays a link", func(t *testing.T) {
		dir := t.TempDir()
		path, link := filepath.Join(dir, "a.txt"), filepath.Join(dir, "link.txt")
		require.NoError(t, os.WriteFile(path, nil, 0o644))
		require.NoError(t, os.Symlink(path, link))
		require.Equal(t, outcome{}, command(t, "run", "--rows", "10", "--output", link))
		requireFile(t, path, want)
		info, err := os.Lstat(link)
		require.NoError(t, err)
		require.Equal(t, os.ModeSymlink, info.Mode().Type())
	})
	t.Run("a device stays a device", func(t *testing.T) {
		require.Equal(t, outcome{}, command(t, "run", "--rows", "10", "--output", os.DevNull))
		info, err := os.Stat(os.DevNull)
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&os.ModeDevice)
	})
	t.Run("an interrupt leaves nothing", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		dir := t.TempDir()
		o := commandIn(ctx, env{args: []string{"run", "--output", filepath.Join(dir, "a.txt")}})
		require.Equal(t, exitInterrupted, o.code)
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, files)
	})
}
