package plot

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// cellColumns is how many cells lie beside each other where there are many.
const cellColumns = 80

// Places within a chart of cells, in points.
const (
	captionHeight = 14
	scaleWidth    = 44
	scaleHeight   = 80
	maxCellSize   = 14
)

// layout is how many columns and rows of cells of which size fit an area.
func (c Cells) layout(area draw.Canvas) (columns, rows int, size vg.Length) {
	columns = min(cellColumns, max(8, int(math.Ceil(math.Sqrt(2*float64(len(c.Fill)))))))
	rows = (len(c.Fill) + columns - 1) / columns
	size = min(maxCellSize, (area.Size().X-scaleWidth)/vg.Length(columns), (area.Size().Y-captionHeight)/vg.Length(rows))
	return columns, rows, size
}

// drawCells draws the cells, what they are below, and the scale of colours beside.
func (c Chart) drawCells(area draw.Canvas) {
	columns, rows, size := c.Cells.layout(area)
	// One path for each colour: an SVG of one path a cell would be three times as long.
	var paths [shades]vg.Path
	for i, f := range c.Cells.Fill {
		at := vg.Point{X: area.Min.X + size*vg.Length(i%columns), Y: area.Max.Y - size*vg.Length(i/columns+1)}
		paths[shade(f)] = append(paths[shade(f)], square(at, size*0.9)...)
	}
	for n, p := range paths {
		if len(p) > 0 {
			area.SetColor(shadeColour(n))
			area.Fill(p)
		}
	}
	caption := textStyle(textSize)
	bottom := area.Max.Y - max(size*vg.Length(rows), scaleHeight)
	area.FillText(caption, vg.Point{X: area.Min.X, Y: bottom - captionHeight + 2}, fitted(caption, c.X.Label, area.Size().X))
	drawScale(area)
}

func square(at vg.Point, size vg.Length) vg.Path {
	var p vg.Path
	p.Move(at)
	p.Line(vg.Point{X: at.X + size, Y: at.Y})
	p.Line(vg.Point{X: at.X + size, Y: at.Y + size})
	p.Line(vg.Point{X: at.X, Y: at.Y + size})
	p.Close()
	return p
}

// drawScale draws the colours from 0 to 100 % at the right edge.
func drawScale(area draw.Canvas) {
	const width, labels = 8, 4
	const step = scaleHeight / vg.Length(shades)
	x, bottom := area.Max.X-scaleWidth+8, area.Max.Y-scaleHeight
	for n := range shades {
		var p vg.Path
		y := bottom + step*vg.Length(n)
		p.Move(vg.Point{X: x, Y: y})
		p.Line(vg.Point{X: x + width, Y: y})
		p.Line(vg.Point{X: x + width, Y: y + step})
		p.Line(vg.Point{X: x, Y: y + step})
		p.Close()
		area.SetColor(shadeColour(n))
		area.Fill(p)
	}
	style := textStyle(textSize - 1)
	for i := range labels + 1 {
		y := bottom + scaleHeight*vg.Length(i)/labels
		area.FillText(style, vg.Point{X: x + width + 2, Y: y - 2.5}, strconv.Itoa(100*i/labels)+"%")
	}
}
