package report_test

import (
	"bytes"
	"context"
	"fmt"
	htmlpkg "html"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// browser is a Chromium that is installed; the test is skipped where there is none.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium in the path: apt-get install chromium")
	return ""
}

// framed is a page in a frame of a width, which may be less than a browser's least
// window, with a script that writes down what it sees of the page.
func framed(page string, width, height int) string {
	return fmt.Sprintf(`<!DOCTYPE html><html><head><meta name="color-scheme" content="light dark"><style>body{margin:0}
iframe{border:0;width:%dpx;height:%dpx;color-scheme:light dark}</style></head><body><iframe id="page" srcdoc="%s"></iframe><script>
onload = () => {
  const w = document.getElementById("page").contentWindow, d = w.document, s = w.getComputedStyle(d.body);
  for (const x of d.querySelectorAll("details")) x.open = true;
  document.documentElement.setAttribute("data-seen", JSON.stringify({
    wider: d.documentElement.scrollWidth - d.documentElement.clientWidth,
    loaded: w.performance.getEntriesByType("resource").map(e => e.name),
    plots: d.querySelectorAll("svg[role=img]").length,
    colour: s.color + " on " + s.backgroundColor,
  }));
};</script></body></html>`, width, height, htmlpkg.EscapeString(page))
}

// TestInABrowser looks at a page in a real browser, narrow and wide, light and dark:
// nothing is loaded, nothing is wider than the screen, no error is logged. The
// pictures are kept with go test -artifacts.
func TestInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds to start")
	}
	chromium := browser(t)
	second := drawn()
	second.Name = "another, with a name that is much longer than a narrow screen is wide.json"
	page := html(t, drawn(), second)
	dir := t.ArtifactDir()
	for _, c := range []struct {
		name          string
		width, height int
		flags         []string
		colour        string
	}{
		{"narrow-light", 380, 4000, []string{"--blink-settings=preferredColorScheme=1"}, "rgb(26, 26, 26) on rgb(255, 255, 255)"},
		{"wide-dark", 1600, 3000, []string{"--blink-settings=preferredColorScheme=0"}, "rgb(232, 232, 232) on rgb(20, 22, 26)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name+".html")
			require.NoError(t, os.WriteFile(path, []byte(framed(page, c.width, c.height)), 0o644))
			picture := filepath.Join(dir, c.name+".png")
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			run := exec.CommandContext(ctx, chromium, append(c.flags, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
				"--enable-logging=stderr", "--virtual-time-budget=2000", "--user-data-dir="+t.TempDir(), "--dump-dom", "--screenshot="+picture,
				fmt.Sprintf("--window-size=%d,%d", max(500, c.width), c.height), "file://"+path)...)
			var log bytes.Buffer
			run.Stderr = &log
			dom, err := run.Output()
			require.NoError(t, err, log.String())
			seen := regexp.MustCompile(`data-seen="([^"]*)"`).FindStringSubmatch(string(dom))
			require.NotNil(t, seen, "the page was not loaded: %s", log.String())
			require.JSONEq(t, fmt.Sprintf(`{"wider": 0, "loaded": [], "plots": 12, "colour": %q}`, c.colour), htmlpkg.UnescapeString(seen[1]))
			require.NotContains(t, log.String(), "CONSOLE", "errors of the page")
			requirePicture(t, picture, max(500, c.width))
		})
	}
}

// requirePicture looks whether there is something on a picture.
func requirePicture(t *testing.T, path string, width int) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, width, picture.Bounds().Dx())
	require.Greater(t, colours(picture), 20)
}

func colours(picture image.Image) int {
	seen := map[any]bool{}
	for y := 0; y < picture.Bounds().Dy(); y += 3 {
		for x := range picture.Bounds().Dx() {
			seen[picture.At(x, y)] = true
		}
	}
	return len(seen)
}
