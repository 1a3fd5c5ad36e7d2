package plot_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/report/plot"
)

// config is a config as it is in JSON.
type config struct {
	Phases []phase `json:"phases"`
	Pool   int64   `json:"pool_bytes"`
}

type phase struct {
	Keys []stream `json:"keys"`
}

type stream struct {
	Keys string `json:"keys"`
	Seed uint64 `json:"seed"`
}

func configOf(keys string) config {
	return config{Phases: []phase{{Keys: []stream{{keys, 1}}}}, Pool: 64 << 20}
}

// full is a result that has data for all plots.
func full(keys string) pagesim.Result {
	index := func(name string) pagesim.IndexResult {
		return pagesim.IndexResult{
			Name: name, FillHistogram: []int64{1, 0, 3, 4},
			Leaves: &pagesim.Leaves{PageNumbers: []int64{4, 9, 5}, PageBytes: 16384, Records: []int64{1, 2, 3}, Fill: []float64{0.1, 0.2, 0.9}},
		}
	}
	return pagesim.Result{
		Config: configOf(keys), Rows: 3000, Indexes: []pagesim.IndexResult{index("PRIMARY"), index("email")},
		Samples: []pagesim.Sample{
			{Rows: 1000, PageSplits: 10, LeafFill: 0.5, Reads: 0, Written: 100},
			{Rows: 2000, PageSplits: 30, LeafFill: 0.75, Reads: 500, Written: 100},
			{Rows: 2000, PageSplits: 30, LeafFill: 0.75, Reads: 500, Written: 100},
			{Rows: 3000, PageSplits: 30, LeafFill: 0.7, Reads: 1500, Written: 400},
		},
		Time: &pagesim.TimeResult{Device: "nvme", Seconds: 300, Moments: []pagesim.Moment{
			{Seconds: 60, Rows: 600}, {Seconds: 60, Rows: 600}, {Seconds: 300, Rows: 3000},
		}},
		Curve: []pagesim.CurvePoint{
			{PoolBytes: 16 << 10, ReadsPerInsert: 3, WritesPerInsert: 1}, {PoolBytes: 1 << 20, ReadsPerInsert: 0, WritesPerInsert: 0.5},
		},
	}
}

// plain is a result with nothing that has to be asked for.
func plain(keys string) pagesim.Result {
	r := full(keys)
	r.Samples, r.Time, r.Curve = nil, nil, nil
	for i := range r.Indexes {
		r.Indexes[i].Leaves = nil
	}
	return r
}

// The series are the golden, not the pixels.
func TestSeries(t *testing.T) {
	for name, sources := range map[string][]plot.Source{
		"one":     {{Name: "a.json", Result: full("uuidv4")}},
		"several": {{Name: "a.json", Result: full("uuidv4")}, {Name: "b.json", Result: full("uuidv7:rate=5")}, {Name: "c.json", Result: plain("ulid")}},
	} {
		p, err := plot.New(sources)
		require.NoError(t, err)
		b, err := json.MarshalIndent(p, "", "  ")
		require.NoError(t, err)
		golden.Check(t, "testdata/"+name+".json", append(b, '\n'))
	}
}

// Reads and writes of both engines are in bytes: those of the fractal tree differ in size.
func TestEnginesShareBytes(t *testing.T) {
	both := []plot.Source{{Name: "a.json", Result: full("uuidv4")}, {Name: "b.json", Result: full("uuidv4")}}
	for i := range both {
		for j := range both[i].Result.Samples {
			s := &both[i].Result.Samples[j]
			s.BytesRead, s.BytesWritten = s.Reads<<14, s.Written<<14
		}
	}
	for _, engine := range []string{"", "fractal"} {
		both[1].Result.Engine = engine
		p, err := plot.New(both, "io")
		require.NoError(t, err)
		unit, factor := "pages", 1.0
		if engine != "" {
			unit, factor = "bytes", 1<<14
		}
		require.Equal(t, unit+" read per row", p.Charts[0].Y.Label)
		require.Equal(t, unit+" written per row", p.Charts[1].Y.Label)
		for _, l := range p.Charts[0].Lines {
			require.Equal(t, []float64{0, 0.5 * factor, 1 * factor}, l.Y)
		}
		for _, l := range p.Charts[1].Lines {
			require.Equal(t, []float64{0.1 * factor, 0, 0.3 * factor}, l.Y)
		}
	}
}

// Each kind can be asked for by itself, and says what gives its data.
func TestKinds(t *testing.T) {
	for _, k := range plot.Kinds() {
		require.NotEmpty(t, k.Doc)
		require.NoError(t, plot.Check(k.Name))
		p, err := plot.New([]plot.Source{{Result: full("uuidv4")}}, k.Name)
		require.NoError(t, err)
		for _, c := range p.Charts {
			require.Equal(t, k.Name, c.Kind)
			require.NotEmpty(t, c.Title)
			require.NotEmpty(t, c.X.Label)
			require.NotEqual(t, c.Cells == nil, c.Y.Label == "", "lines have two axes, cells none")
		}
		bare := plain("uuidv4")
		bare.Indexes[0].FillHistogram = nil
		_, err = plot.New([]plot.Source{{Result: bare}}, k.Name)
		require.EqualError(t, err, "plot "+k.Name+": no "+k.Needs())
		require.Contains(t, k.Needs(), "run ")
	}
	bare := plain("uuidv4")
	bare.Indexes[0].FillHistogram = nil
	_, err := plot.New([]plot.Source{{Result: bare}})
	require.ErrorContains(t, err, "--sample")
	require.ErrorContains(t, plot.Check("splits"), `unknown plot "splits"; allowed: fill, waves`)
}

func TestLabels(t *testing.T) {
	one := plot.Source{Name: "a.json", Result: plain("uuidv4")}
	other := plot.Source{Name: "b.json", Result: plain("uuidv7:rate=5")}
	fractal := plot.Source{Name: "c.json", Result: plain("uuidv4")}
	fractal.Result.Engine = "fractal"
	large := plot.Source{Name: "d.json", Result: plain("uuidv4")}
	c := configOf("uuidv4")
	c.Pool = 1 << 30
	large.Result.Config = c
	for _, x := range []struct {
		want    string
		sources []plot.Source
	}{
		{"uuidv4 · 3,000 rows", []plot.Source{one}},
		{"uuidv4 | uuidv7:rate=5", []plot.Source{one, other}},
		{"innodb | fractal", []plot.Source{one, fractal}},
		{"pool 64 MiB | pool 1 GiB", []plot.Source{one, large}},
		{"uuidv4 · innodb | uuidv7:rate=5 · innodb | uuidv4 · fractal", []plot.Source{one, other, fractal}},
		{"a.json | a.json again", []plot.Source{one, {Name: "a.json again", Result: one.Result}}},
		{"result 1 | result 2", []plot.Source{{Result: one.Result}, {Result: one.Result}}},
		{"uuidv4 · a.json | uuidv7:rate=5 | uuidv4 · a.json", []plot.Source{one, other, one}},
	} {
		require.Equal(t, x.want, strings.Join(plot.Labels(x.sources), " | "))
	}
}

// TestPictures draws everything in all formats, more results than there are colours
// among them, twice.
func TestPictures(t *testing.T) {
	var many []plot.Source
	for range 9 {
		many = append(many, plot.Source{Name: "a file with a long name.json", Result: full("uuidv4")})
	}
	for _, sources := range [][]plot.Source{many[:1], many} {
		p, err := plot.New(sources)
		require.NoError(t, err)
		for _, f := range plot.Formats() {
			var a, b bytes.Buffer
			require.NoError(t, p.Write(&a, f))
			require.NoError(t, p.Write(&b, f))
			require.True(t, bytes.Equal(a.Bytes(), b.Bytes()), f.Name)
			switch f.Name {
			case "png":
				image, err := png.Decode(&a)
				require.NoError(t, err)
				require.Equal(t, 800, image.Bounds().Dx())
			case "svg":
				require.Contains(t, a.String(), "share of leaf pages, %")
			case "pdf":
				require.Contains(t, a.String(), "D:19700101000000", "no clock")
				require.True(t, strings.HasPrefix(a.String(), "%PDF"))
			}
		}
	}
}

// Values that are all the same, or all 0, leave axes of some length.
func TestFlatLines(t *testing.T) {
	r := plain("uuidv4")
	r.Samples = []pagesim.Sample{{Rows: 1, LeafFill: 0.5}, {Rows: 2, LeafFill: 0.5}}
	r.Curve = []pagesim.CurvePoint{{PoolBytes: 16384}, {PoolBytes: 16384}}
	without := plain("uuidv4")
	without.Samples = []pagesim.Sample{{LeafFill: 0.5}, {LeafFill: 0.5}}
	without.Time = &pagesim.TimeResult{Moments: []pagesim.Moment{{}, {}}}
	for _, sources := range [][]plot.Source{{{Result: r}}, {{Result: without}}, {{Result: r}, {Result: without}}} {
		p, err := plot.New(sources)
		require.NoError(t, err)
		for _, f := range plot.Formats() {
			require.NoError(t, p.Write(&bytes.Buffer{}, f))
		}
	}
}

func TestFormatOf(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"", "a.svg", "svg"}, {"", "a.PNG", "png"}, {"pdf", "", "pdf"}, {"pdf", "a.svg", "pdf"},
	} {
		f, err := plot.FormatOf(c.name, c.path)
		require.NoError(t, err)
		require.Equal(t, c.want, f.Name)
	}
	_, err := plot.FormatOf("", "a.gif")
	require.EqualError(t, err, `"a.gif" does not end in .svg, .png, .pdf; end it so or say the format`)
	_, err = plot.FormatOf("gif", "a.svg")
	require.EqualError(t, err, `unknown format "gif"; allowed: svg, png, pdf`)
}
