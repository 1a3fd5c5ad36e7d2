package keygen

import (
	"fmt"
	"slices"
	"strings"
)

// KindInfo describes a generator.
type KindInfo struct {
	Name string
	// Doc is one line.
	Doc    string
	Params []ParamInfo
	// Encoding is the one that is used if none is given; empty for files, whose
	// lines decide.
	Encoding string
	// Encodings are all that are allowed.
	Encodings []string
}

// kind is a row of the table of generators.
type kind struct {
	name, doc string
	params    []param
	// encoding is the default, encodings all that fit.
	encoding  string
	encodings []string
	// wide says that the raw numbers have more than 64 bits.
	wide bool
	// finite says that the stream needs the number of rows, and ends there.
	finite bool
	open   opener
	// disorder is nil if keys arrive in their order.
	disorder disorder
}

const (
	maxNodes    = 1 << 16
	yearMillis  = 366 * 24 * 3600 * 1000
	maxRate     = 1_000_000_000
	maxV1Rate   = ticksPerSecond
	maxTenants  = 1 << 24
	maxZipfKeys = 100_000_000
)

// The parameters that generators share.
var (
	rate   = param{"rate", "", count, 1000, 1, maxRate, "keys/s", "keys a second, of all writers together"}
	v1Rate = param{"rate", "", count, 1000, 1, maxV1Rate, "keys/s", "keys a second, of all writers together"}
	nodes  = param{"nodes", "", count, 1, 1, maxNodes, "nodes", "writers; each key comes from a random one"}
	skew   = param{"skew", "", duration, 0, 0, yearMillis, "ms", "how far the slowest writer's clock is behind"}
	delay  = param{"jitter", "", duration, 0, 0, yearMillis, "ms", "a key arrives up to that long after its birth"}

	workers    = param{"workers", "nodes", count, 1, 1, 1024, "workers", "writers, which take turns"}
	devices    = param{"devices", "nodes", count, 1, 1, maxNodes, "devices", "writers, which take turns"}
	servers    = param{"nodes", "", count, 1, 1, 256, "nodes", "servers; each key comes from a random one"}
	monotonic  = param{"monotonic", "", count, 0, 0, 1, "0 or 1", "1: in the same millisecond the last key plus one"}
	shift      = param{"shift", "", count, 1, 0, 63, "bits", "keys are uniform over 64-shift bits"}
	period     = param{"rows_per_period", "", count, 60000, 1, 1 << 40, "rows", "rows that share a prefix"}
	tenants    = param{"tenants", "", count, 100, 1, maxTenants, "tenants", "number of tenants"}
	spread     = param{"spread", "", count, 100, 1, 1 << 30, "places", "how late a key may arrive"}
	hotRange   = param{"range", "", count, 1000, 1, 1 << 30, "places", "width of the hot range"}
	hotShare   = param{"share", "", count, 80, 0, 100, "percent", "keys that fall in the hot range"}
	zipfKeys   = param{"keys", "", count, 1_000_000, 2, maxZipfKeys, "keys", "number of different keys"}
	zipfTheta  = param{"theta", "", thousandth, 990, 1, 999, "", "skew: near 0 is uniform, 0.99 is usual"}
	timed      = []param{rate, nodes, skew, delay}
	timedV1    = []param{v1Rate, nodes, skew, delay}
	timedMono  = []param{rate, nodes, skew, delay, monotonic}
	timedShort = []param{rate, servers, skew, delay}
)

// kinds is the table of generators, KG-01. The order is that of lists and help.
var kinds = []kind{
	{name: "autoinc", doc: "1, 2, 3 ...", encoding: "int", encodings: standard, open: autoinc},
	{name: "descending", doc: "n, n-1 ... 1, where n is the number of rows", encoding: "int", encodings: standard, finite: true, open: descending},
	{name: "randint", doc: "uniform random integers of 63 bits", params: []param{shift}, encoding: "int", encodings: standard, open: randint, disorder: random},
	{name: "uuidv4", doc: "random UUIDs (RFC 9562)", encoding: "bin16", encodings: standard, wide: true, open: uuidv4, disorder: random},
	{name: "uuidv7", doc: "UUIDs that start with Unix milliseconds (RFC 9562)", params: timedMono, encoding: "bin16", encodings: standard, wide: true, open: uuidv7, disorder: withinMillis},
	{name: "ulid", doc: "ULIDs: 48 bits of Unix milliseconds, 80 random bits", params: timedMono, encoding: "ulid26", encodings: standard, wide: true, open: ulid, disorder: withinMillis},
	{name: "uuidv1", doc: "time-based UUIDs, low bits of the time first (MySQL's UUID())", params: timedV1, encoding: "bin16", encodings: standard, wide: true, open: uuidv1, disorder: because("the low bits of the time come first")},
	{name: "uuidv1swap", doc: "time-based UUIDs, high bits first: UUID_TO_BIN(UUID(), 1)", params: timedV1, encoding: "bin16", encodings: standard, wide: true, open: uuidv1swap, disorder: clockOf(nodes.name)},
	{name: "uuidv6", doc: "time-based UUIDs, fields in order of time (RFC 9562)", params: timedV1, encoding: "bin16", encodings: standard, wide: true, open: uuidv6, disorder: clockOf(nodes.name)},
	{name: "prefixed", doc: "random UUIDs with a 16-bit prefix that changes by period", params: []param{period}, encoding: "hex36", encodings: standard, wide: true, open: prefixed, disorder: because("the keys of one prefix arrive in random order")},
	{name: "snowflake", doc: "41 bits of milliseconds, 10 of worker, 12 of sequence", params: []param{rate, workers, skew, delay}, encoding: "int", encodings: standard, open: snowflake, disorder: clockOf(workers.name)},
	{name: "device", doc: "32 bits of Unix seconds, 16 of device, 16 of counter", params: []param{rate, devices, skew, delay}, encoding: "int", encodings: standard, open: device, disorder: countedBy(devices.name)},
	{name: "tenant", doc: "32 bits of random tenant, 32 of sequence within it", params: []param{tenants}, encoding: "int", encodings: standard, open: tenant, disorder: because("each tenant has a place of its own")},
	{name: "crc32uuid", doc: "crc32 of a random UUID's text; repeats by chance", encoding: "int", encodings: standard, open: crc32uuid, disorder: random},
	{name: "jitter", doc: "ascending, but each key arrives up to spread places late", params: []param{spread}, encoding: "int", encodings: standard, open: jitter, disorder: because("keys arrive up to spread places late")},
	{name: "uuidv3", doc: "MD5 UUIDs of the names pagesim-0, pagesim-1 ... (RFC 9562)", encoding: "bin16", encodings: standard, wide: true, open: uuidv3, disorder: random},
	{name: "uuidv5", doc: "SHA-1 UUIDs of the names pagesim-0, pagesim-1 ... (RFC 9562)", encoding: "bin16", encodings: standard, wide: true, open: uuidv5, disorder: random},
	{name: "uuidshort", doc: "MySQL's UUID_SHORT(): server, its start in seconds, counter", params: timedShort, encoding: "int", encodings: standard, open: uuidshort, disorder: because("each node has a place of its own")},
	{name: "ksuid", doc: "KSUIDs: 32 bits of seconds, 128 random bits", params: timed, encoding: "ksuid27", encodings: []string{"ksuid27", "bin20"}, wide: true, open: ksuid, disorder: withinSecond},
	{name: "xid", doc: "xids: seconds, machine, process, counter", params: timed, encoding: "xid20", encodings: []string{"xid20", "bin12"}, wide: true, open: xid, disorder: countedBy(nodes.name)},
	{name: "objectid", doc: "MongoDB's ObjectIds: seconds, process, counter", params: timed, encoding: "hex24", encodings: []string{"hex24", "bin12"}, wide: true, open: objectid, disorder: countedBy(nodes.name)},
	{name: "nanoid", doc: "Nano IDs: 21 random characters of 64", encoding: "nanoid21", encodings: []string{"nanoid21"}, wide: true, open: nanoid, disorder: random},
	{name: "hot", doc: "share percent near the end of the keys, the rest anywhere", params: []param{hotRange, hotShare}, encoding: "int", encodings: standard, open: hot, disorder: because("keys fall into a hot range and anywhere before it")},
	{name: "zipf", doc: "Zipf-distributed ranks; keys repeat, so not for a unique key", params: []param{zipfKeys, zipfTheta}, encoding: "int", encodings: standard, open: zipf, disorder: random},
	{name: fileKind, doc: "the lines of a text file (file:PATH) or of standard input (file:-)", encodings: []string{textEncoding, intEncoding, hexEncoding}},
}

// Kinds returns the generators in the order of their table.
func Kinds() []KindInfo {
	infos := make([]KindInfo, len(kinds))
	for i := range kinds {
		infos[i] = kinds[i].info()
	}
	return infos
}

func (k *kind) info() KindInfo {
	info := KindInfo{Name: k.name, Doc: k.doc, Encoding: k.encoding, Encodings: slices.Clone(k.encodings)}
	for _, p := range k.params {
		info.Params = append(info.Params, p.info())
	}
	return info
}

// kindOf returns the generator's row.
func kindOf(name string) (*kind, error) {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i], nil
		}
	}
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].name
	}
	return nil, fmt.Errorf("keygen: unknown generator %q; %sallowed: %s", name, didYouMean(name, names), strings.Join(names, ", "))
}

// errorf is an error about this generator.
func (k *kind) errorf(format string, a ...any) error {
	return fmt.Errorf("keygen: "+k.name+": "+format, a...)
}

// param returns the row of a parameter, by its name or its alias.
func (k *kind) param(name string) (param, error) {
	var names []string
	for _, p := range k.params {
		if p.is(name) {
			return p, nil
		}
		names = append(names, p.name)
	}
	names = append(names, encodingParam)
	return param{}, k.errorf("unknown parameter %q; allowed: %s", name, strings.Join(names, ", "))
}
