package plot

import (
	"slices"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// draw draws a chart into its part of a picture.
func (c Chart) draw(area draw.Canvas) {
	area = c.drawTitle(draw.Crop(area, margin, -margin, margin, -margin))
	if c.Cells != nil {
		c.drawCells(area)
		return
	}
	p := c.axes()
	for _, l := range c.Lines {
		if len(l.X) > 0 {
			p.Add(l.plotters()...)
		}
	}
	if p.X.Max < p.X.Min { // there are no points at all
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	}
	if c.X.FromZero {
		p.X.Min = 0
	}
	if c.Y.FromZero {
		p.Y.Min = 0
	}
	switch flat := p.Y.Max-p.Y.Min <= least*p.Y.Max; {
	case flat && p.Y.Max == 0:
		p.Y.Max = 1
	case flat:
		p.Y.Min, p.Y.Max = p.Y.Min*(1-10*least), p.Y.Max*(1+10*least)
	}
	widen(&p.Y)
	p.Draw(area)
}

// height is what a chart takes that is so wide and may be so high.
func (c Chart) height(width, height vg.Length) vg.Length {
	if c.Cells == nil {
		return height
	}
	area := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width - 2*margin, Y: height - 2*margin - c.titleHeight()}}}
	_, rows, size := c.Cells.layout(area)
	return max(size*vg.Length(rows), scaleHeight) + captionHeight + c.titleHeight() + 3*margin
}

// margin is between a chart and its neighbours, in points. least is the part of a value
// by which others must differ for an axis to show no more than them.
const (
	margin = 6
	least  = 1e-3
)

// drawTitle writes title and note, and returns what is left of the area.
func (c Chart) drawTitle(area draw.Canvas) draw.Canvas {
	y := area.Max.Y - titleSize
	title := textStyle(titleSize)
	area.FillText(title, vg.Point{X: area.Min.X, Y: y}, fitted(title, c.Title, area.Size().X))
	if c.Note != "" {
		note := textStyle(textSize)
		y -= textSize + 3
		area.FillText(note, vg.Point{X: area.Min.X, Y: y}, fitted(note, c.Note, area.Size().X))
	}
	return draw.Crop(area, 0, 0, 0, -c.titleHeight())
}

// titleHeight is that of title and note.
func (c Chart) titleHeight() vg.Length {
	if c.Note == "" {
		return titleSize + margin
	}
	return titleSize + textSize + 3 + margin
}

// fitted is a text without its end if that does not fit.
func fitted(style draw.TextStyle, s string, width vg.Length) string {
	whole := []rune(s)
	for n := len(whole); n > 1; n-- {
		if style.Width(s) <= width {
			break
		}
		s = string(whole[:n-1]) + "..."
	}
	return s
}

// axes are a plot without lines.
func (c Chart) axes() *gonum.Plot {
	p := gonum.New()
	p.BackgroundColor = nil
	c.X.set(&p.X)
	c.Y.set(&p.Y)
	lines := plotter.NewGrid()
	lines.Vertical, lines.Horizontal = gridStyle, gridStyle
	p.Add(lines)
	return p
}

// set gives gonum's axis its label and style.
func (a Axis) set(axis *gonum.Axis) {
	axis.Label.Text = a.Label
	axis.Label.TextStyle.Font = sans(textSize)
	axis.Tick.Label.Font = sans(textSize)
	axis.LineStyle, axis.Tick.LineStyle = frameStyle, frameStyle
	axis.Tick.Length = 3
	axis.Tick.Marker = gonum.TickerFunc(ticks)
	axis.Padding = 2
	if a.Bytes {
		axis.Scale = gonum.LogScale{}
		axis.Tick.Marker = gonum.TickerFunc(sizeTicks)
	}
}

// marks is about how many glyphs a line has.
const marks = 12

// plotters are the line and some glyphs along it.
func (l Line) plotters() []gonum.Plotter {
	points := make(plotter.XYs, len(l.X))
	var some plotter.XYs
	step := max(1, len(points)/marks)
	for i := range points {
		points[i] = plotter.XY{X: l.X[i], Y: l.Y[i]}
		switch {
		case i%step != (l.Place*step/3)%step:
		case !l.Steps:
			some = append(some, points[i])
		case i+1 < len(l.X):
			some = append(some, plotter.XY{X: (l.X[i] + l.X[i+1]) / 2, Y: l.Y[i]})
		}
	}
	line := &plotter.Line{XYs: points, LineStyle: lineStyle(l.Place)}
	if l.Steps {
		line.StepStyle = plotter.PostStep
	}
	return []gonum.Plotter{line, &plotter.Scatter{XYs: some, GlyphStyle: glyphStyle(l.Place)}}
}

// legend draws the labels on as many rows as they need, and returns the height of
// that; without an area it only measures. A label that is alone has no sample; charts
// of cells alone say themselves of which of several results they are.
func (p Picture) legend(area *draw.Canvas, width vg.Length) vg.Length {
	isLines := func(c Chart) bool { return len(c.Lines) > 0 }
	if len(p.Labels) != 1 && !slices.ContainsFunc(p.Charts, isLines) || len(p.Labels) == 0 {
		return pictureMargin
	}
	const gap, height, length = 14, 14, 20
	sample := vg.Length(length + margin)
	if len(p.Labels) == 1 {
		sample = 0
	}
	style := textStyle(textSize)
	x, y := vg.Length(margin), vg.Length(height)
	for place, label := range p.Labels {
		label = fitted(style, label, width-sample-2*margin)
		w := sample + style.Width(label)
		if x > margin && x+w > width-margin {
			x, y = margin, y+height
		}
		if area != nil {
			at := vg.Point{X: area.Min.X + x, Y: area.Max.Y - y + textSize/2}
			if sample > 0 {
				area.StrokeLine2(lineStyle(place), at.X, at.Y, at.X+length, at.Y)
				area.DrawGlyph(glyphStyle(place), vg.Point{X: at.X + length/2, Y: at.Y})
			}
			area.FillText(style, vg.Point{X: at.X + sample, Y: at.Y - textSize/3.0}, label)
		}
		x += w + gap
	}
	return y + margin
}
