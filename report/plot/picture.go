package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a row of the table of file formats.
type Format struct {
	// Name is the suffix of such a file, without the dot.
	Name string
	// Doc is one line.
	Doc    string
	canvas func(w, h vg.Length) canvas
}

// canvas is what a format draws on.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

// formats is all of them.
var formats = []Format{
	{"svg", "lines and text, for browsers", func(w, h vg.Length) canvas { return vgsvg.New(w, h) }},
	{"png", "pixels, 800 across", func(w, h vg.Length) canvas {
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(96), vgimg.UseBackgroundColor(color.White))}
	}},
	{"pdf", "one page", newPDF},
}

// Formats returns the table of file formats.
func Formats() []Format { return formats }

// FormatNames are the names of the formats.
func FormatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// FormatOf finds the format by name, or without one by the suffix of a path.
func FormatOf(name, path string) (Format, error) {
	for _, f := range formats {
		if f.Name == name || name == "" && strings.EqualFold(filepath.Ext(path), "."+f.Name) {
			return f, nil
		}
	}
	if name == "" {
		return Format{}, fmt.Errorf("%q does not end in .%s; end it so or say the format", path, strings.Join(FormatNames(), ", ."))
	}
	return Format{}, fmt.Errorf("unknown format %q; allowed: %s", name, strings.Join(FormatNames(), ", "))
}

// noDate keeps the clock out of PDF files.
var noDate = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

func newPDF(w, h vg.Length) canvas {
	noDate()
	return pdf{vgpdf.New(w, h)}
}

// pdf is a canvas whose fonts have the characters of Latin-1, a byte each.
type pdf struct{ *vgpdf.Canvas }

// FillString implements vg.Canvas: a character that the fonts lack is a question mark.
func (p pdf) FillString(f font.Face, at vg.Point, text string) {
	var b []byte
	for _, r := range text {
		if r > unicode.MaxLatin1 || unicode.IsControl(r) {
			r = '?'
		}
		b = append(b, byte(r))
	}
	p.Canvas.FillString(f, at, string(b))
}

// Sizes of a picture in points: 600 are 800 pixels of a screen.
const (
	pictureWidth  = 600
	chartWidth    = pictureWidth / 2
	chartHeight   = 215
	aloneHeight   = 360
	pictureMargin = 4
)

// Write writes the picture, all at once. The same picture gives the same bytes.
func (p Picture) Write(w io.Writer, f Format) error {
	if len(p.Charts) == 1 {
		return p.write(w, f, 1, pictureWidth, aloneHeight)
	}
	return p.write(w, f, 2, chartWidth, chartHeight)
}

// write lays the charts out in columns of a size.
func (p Picture) write(w io.Writer, f Format, columns int, width, height vg.Length) error {
	b, err := p.render(f, columns, width, height)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

func (p Picture) render(f Format, columns int, width, height vg.Length) ([]byte, error) {
	all := width * vg.Length(columns)
	top := p.legend(nil, all)
	heights := p.rowHeights(columns, width, height)
	bottom := top + pictureMargin
	for _, h := range heights {
		bottom += h
	}
	c := f.canvas(all, bottom)
	whole := draw.New(c)
	whole.SetColor(color.White)
	whole.Fill(whole.Path())
	p.legend(&whole, all)
	y := whole.Max.Y - top
	for i, chart := range p.Charts {
		x := width * vg.Length(i%columns)
		if i > 0 && i%columns == 0 {
			y -= heights[i/columns-1]
		}
		chart.draw(draw.Canvas{Canvas: whole.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x, Y: y - heights[i/columns]}, Max: vg.Point{X: x + width, Y: y},
		}})
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	return withFonts(b.Bytes()), nil
}

// rowHeights are those of the highest chart of each row.
func (p Picture) rowHeights(columns int, width, height vg.Length) []vg.Length {
	var heights []vg.Length
	for row := range slices.Chunk(p.Charts, columns) {
		highest := vg.Length(0)
		for _, c := range row {
			highest = max(highest, c.height(width, height))
		}
		heights = append(heights, highest)
	}
	return heights
}

// withFonts names fonts in an SVG for screens that lack the first.
func withFonts(b []byte) []byte {
	return bytes.ReplaceAll(b, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}
