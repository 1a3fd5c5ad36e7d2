package sim

import (
	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/bufferpool/reuse"
)

// tap is the pool as an index sees it, with others that listen.
type tap struct {
	bufferpool.Owner
	listeners []pagesim.Pages
	// mute keeps the touches from the pool.
	mute bool
}

// Touch implements pagesim.Pages.
func (t tap) Touch(id pagesim.PageID, a pagesim.Access) {
	for _, l := range t.listeners {
		l.Touch(id, a)
	}
	if !t.mute {
		t.Owner.Touch(id, a)
	}
}

// Buffer implements pagesim.ChangeBuffer: to those who listen an insert that waits is
// a touch like any other.
func (t tap) Buffer(id pagesim.PageID, bytes, room int) bool {
	if t.mute || !t.Owner.Buffer(id, bytes, room) {
		return false
	}
	for _, l := range t.listeners {
		l.Touch(id, pagesim.Modify)
	}
	return true
}

// pages is where the tree of index i sends its touches.
func (m *Machine) pages(i int) pagesim.Pages {
	t := tap{Owner: m.pool.Owner(m.file, m.firstOwner+i)}
	if m.env.Trace != nil {
		t.listeners = append(t.listeners, m.env.Trace)
	}
	if m.curve != nil {
		t.listeners = append(t.listeners, m.curve.stack)
	}
	switch {
	case m.config.Policy == PolicyNone && len(t.listeners) == 0:
		return nil
	case m.config.Policy == PolicyNone:
		t.mute = true
	case len(t.listeners) == 0:
		return t.Owner
	}
	return t
}

// curve follows what pools of all sizes would read, and from when on it counts for
// the answer: the last tenth of the rows.
type curve struct {
	stack *reuse.Stack
	// early is the curve at nine tenths of the rows, earlyRows how many those are.
	early     reuse.Curve
	earlyRows int64
}

func newCurve() *curve { return &curve{stack: reuse.New(reuse.Options{})} }

// look keeps the curve when nine tenths are done.
func (c *curve) look(done, rows int64) {
	if c.earlyRows == 0 && done >= rows-rows/10 {
		c.early, c.earlyRows = c.stack.Curve(), done
	}
}

// result is the curve, its figures an insert those of the last tenth of the rows.
func (c *curve) result(done int64, most float64) ([]pagesim.CurvePoint, *pagesim.CurvePoint) {
	whole := c.stack.Curve()
	late := whole.Since(c.early)
	rows := float64(max(1, done-c.earlyRows))
	point := func(pages int64) pagesim.CurvePoint {
		return pagesim.CurvePoint{
			PoolPages: pages, PoolBytes: pages * btree.DefaultPageBytes, Reads: whole.Reads(pages), Written: whole.Writes(pages),
			ReadsPerInsert: float64(late.Reads(pages)) / rows, WritesPerInsert: float64(late.Writes(pages)) / rows,
		}
	}
	var points []pagesim.CurvePoint
	for _, p := range whole.Points() {
		points = append(points, point(p.PoolPages))
	}
	if pages, ok := late.Smallest(int64(most * rows)); ok {
		p := point(pages)
		return points, &p
	}
	return points, nil
}
