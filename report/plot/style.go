package plot

import (
	"image/color"
	"math"
	"strconv"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/pagesim/pagesim/internal/units"
)

// colours are those of Okabe and Ito (2008), which most people with a colour vision
// deficiency can tell apart; the yellow is left out, which is faint on white.
var colours = []color.RGBA{
	rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7), rgb(0x000000), rgb(0xE69F00), rgb(0x56B4E9),
}

// dashes and glyphs tell lines apart without their colours. Their numbers and that of
// the colours have no common divisor, so that few lines look the same.
var dashes = [][]vg.Length{
	nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {12, 3},
}

var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PyramidGlyph{}, draw.PlusGlyph{},
}

func lineStyle(place int) draw.LineStyle {
	return draw.LineStyle{Color: colours[place%len(colours)], Width: 1.5, Dashes: dashes[place%len(dashes)]}
}

func glyphStyle(place int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: colours[place%len(colours)], Radius: 2.5, Shape: glyphs[place%len(glyphs)]}
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// viridis are eleven points of matplotlib's colour map of that name (CC0), which goes
// from dark to light evenly and so reads without colours too.
var viridis = []color.RGBA{
	rgb(0x440154), rgb(0x482475), rgb(0x414487), rgb(0x355F8D), rgb(0x2A788E), rgb(0x21918C),
	rgb(0x22A884), rgb(0x44BF70), rgb(0x7AD151), rgb(0xBDDF26), rgb(0xFDE725),
}

// shades is how many colours cells have.
const shades = 40

// shade is the number of the colour of a value between 0 and 1.
func shade(f float64) int { return max(0, min(shades-1, int(f*shades))) }

// shadeColour is a colour of viridis.
func shadeColour(n int) color.RGBA {
	at := float64(n) / (shades - 1) * float64(len(viridis)-1)
	i := min(int(at), len(viridis)-2)
	part := at - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
	a, b := viridis[i], viridis[i+1]
	return color.RGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// Sizes of text in points.
const (
	titleSize = 10
	textSize  = 8
)

func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// textStyle is of text that begins at a point and stands on it.
func textStyle(size vg.Length) draw.TextStyle {
	return draw.TextStyle{Color: color.Black, Font: sans(size), Handler: gonum.DefaultTextHandler}
}

var (
	gridStyle  = draw.LineStyle{Color: color.Gray{Y: 0xE0}, Width: 0.5}
	frameStyle = draw.LineStyle{Color: color.Gray{Y: 0x60}, Width: 0.5}
)

// maxSteps is how many steps an axis has at most.
const maxSteps = 6

// step is the distance of marks on an axis: 1, 2 or 5 times a power of ten.
func step(low, high float64) float64 {
	least := (high - low) / maxSteps
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= least*(1-rounding) {
			return f * power
		}
	}
	return 10 * power
}

// rounding is far less than an eye sees and far more than arithmetic loses.
const rounding = 1e-9

// ticks are marks with their numbers as people write them: 500k and 1.5M.
func ticks(low, high float64) []gonum.Tick {
	by := step(low, high)
	scale, unit := 1.0, ""
	for _, u := range thousands {
		if high >= u.from {
			scale, unit = u.size, u.name
			break
		}
	}
	var all []gonum.Tick
	for n := math.Ceil(low/by - rounding); n <= high/by+rounding; n++ {
		t := gonum.Tick{Value: n * by, Label: "0"}
		if n != 0 {
			t.Label = strconv.FormatFloat(t.Value/scale, 'g', 4, 64) + unit
		}
		all = append(all, t)
	}
	return all
}

// thousands are what large numbers are written in, and from where on.
var thousands = []struct {
	name       string
	size, from float64
}{{"G", 1e9, 1e9}, {"M", 1e6, 1e6}, {"k", 1e3, 1e4}}

// widen makes an axis begin and end at a mark.
func widen(a *gonum.Axis) {
	by := step(a.Min, a.Max)
	a.Min, a.Max = by*math.Floor(a.Min/by+rounding), by*math.Ceil(a.Max/by-rounding)
}

// maxSizeTicks is how many sizes stand below an axis.
const maxSizeTicks = 7

// sizeTicks are at powers of two.
func sizeTicks(low, high float64) []gonum.Tick {
	first, last := int(math.Ceil(math.Log2(low))), int(math.Floor(math.Log2(high)))
	step := max(1, (last-first)/maxSizeTicks+1)
	var all []gonum.Tick
	for e := first; e <= last; e++ {
		t := gonum.Tick{Value: math.Ldexp(1, e)}
		if (last-e)%step == 0 {
			t.Label = units.ByteSize(int64(1) << e).String()
		}
		all = append(all, t)
	}
	return all
}
