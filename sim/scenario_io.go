package sim

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/device"
	"github.com/pagesim/pagesim/internal/units"
)

// ioFields are what a scenario may say about engine, device and client, after
// scenarioFields.
var ioFields = []scenarioField{
	{
		"device", "device, see list devices, or <n>iops (default nvme)",
		func(c *Config, v value) error {
			_, err := device.Find(v.text)
			c.Device = v.text
			return wrapped(v, "device", err)
		},
		func(c Config) string { return c.Device },
	},
	{
		"engine", "innodb (default) or fractal",
		func(c *Config, v value) error {
			if v.text != EngineInnoDB && v.text != EngineFractal {
				return v.errorf("engine: %q: want %s or %s", v.text, EngineInnoDB, EngineFractal)
			}
			c.Engine = strings.TrimPrefix(v.text, EngineInnoDB)
			return nil
		},
		func(c Config) string { return c.Engine },
	},
	{
		"node", "bytes of a fractal tree's node (default 4M)",
		func(c *Config, v value) (err error) {
			c.Fractal.NodeBytes, err = units.ParseBytes(v.text)
			return wrapped(v, "node", err)
		},
		func(c Config) string {
			return unlessZero(c.Fractal.NodeBytes, units.ByteSize(c.Fractal.NodeBytes).String())
		},
	},
	{
		"basement", "bytes of a basement of its leaves (default 64K)",
		func(c *Config, v value) (err error) {
			c.Fractal.BasementBytes, err = units.ParseBytes(v.text)
			return wrapped(v, "basement", err)
		},
		func(c Config) string {
			return unlessZero(c.Fractal.BasementBytes, units.ByteSize(c.Fractal.BasementBytes).String())
		},
	},
	{
		"fanout", "children of a node at most (default 16)",
		func(c *Config, v value) error {
			n := int64(0)
			err := readCount(&n, v, "fanout")
			c.Fractal.Fanout = int(n)
			return err
		},
		func(c Config) string { return unlessZero(int64(c.Fractal.Fanout), strconv.Itoa(c.Fractal.Fanout)) },
	},
	{
		"compression", "none (default), quicklz, zlib, or zlib and a ratio as zlib:0.4",
		func(c *Config, v value) error {
			_, err := ParseCompression(v.text)
			c.Fractal.Compression = v.text
			return wrapped(v, "compression", err)
		},
		func(c Config) string { return c.Fractal.Compression },
	},
	{
		"client", "rows a second where nothing waits (default 8700)",
		func(c *Config, v value) error { return readNumber(&c.Client.RowsPerSecond, v, "client") },
		func(c Config) string { return numberText(c.Client.RowsPerSecond) },
	},
	{
		"threads", "threads that wait at the same time (default 1)",
		func(c *Config, v value) error {
			n := int64(0)
			if err := readCount(&n, v, "threads"); err != nil || n < 1 {
				return errors.Join(err, atLeastOne(v, "threads", n))
			}
			c.Client.Threads = int(n)
			return nil
		},
		func(c Config) string { return unlessZero(int64(c.Client.Threads), strconv.Itoa(c.Client.Threads)) },
	},
	{
		"batch", "rows a statement and commit (default 1000)",
		func(c *Config, v value) error {
			err := readCount(&c.Client.Batch, v, "batch")
			return errors.Join(err, atLeastOne(v, "batch", c.Client.Batch))
		},
		func(c Config) string { return unlessZero(c.Client.Batch, units.Count(c.Client.Batch).Short()) },
	},
	{
		"rate", "rows a second at which the client is paced (default: as fast as it can)",
		func(c *Config, v value) error { return readNumber(&c.Client.Rate, v, "rate") },
		func(c Config) string { return numberText(c.Client.Rate) },
	},
	{
		"set", "server variables as name=value, blanks between several; see list variables",
		func(c *Config, v value) (err error) {
			for _, text := range strings.Fields(v.text) {
				if c.Set, err = WithVariable(c.Set, text); err != nil {
					return wrapped(v, "set", err)
				}
			}
			return nil
		},
		func(c Config) string {
			var all []string
			for _, name := range slices.Sorted(maps.Keys(c.Set)) {
				all = append(all, name+"="+c.Set[name])
			}
			return strings.Join(all, " ")
		},
	},
}

// atLeastOne refuses a count of 0.
func atLeastOne(v value, name string, n int64) error {
	if n < 1 {
		return v.errorf("%s: want 1 or more", name)
	}
	return nil
}

// readNumber reads a number above 0.
func readNumber(to *float64, v value, name string) (err error) {
	if *to, err = strconv.ParseFloat(v.text, 64); err != nil || !(*to > 0 && *to <= 1e9) {
		return v.errorf("%s: %q: want a number above 0", name, v.text)
	}
	return nil
}

func numberText(f float64) string {
	if f == 0 {
		return ""
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
