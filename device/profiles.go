package device

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A capped volume lets a read wait for cloudDepth queued requests at most, and may
// make up within cloudBurst for what it did not do. Both are fitted on
// recordings/percona-2019: depths from 16 on fit alike, 1 and 4 do not; without a
// burst the rate is a fifth too low.
const (
	cloudDepth = 16
	cloudBurst = time.Second
)

// profiles is the table of named devices; the first is the default.
var profiles = []Profile{
	{
		Name: "nvme", Doc: "local NVMe drive: 100,000 IOPS, 80 us a read (data sheets of data centre drives)",
		IOPS: 100_000, Latency: 80 * time.Microsecond, Depth: 1,
	},
	{
		Name: "500iops", Doc: "cloud volume of 500 IOPS, with io capacities and 2 GiB of redo as in Percona's UUID benchmark of 2019",
		IOPS: 500, Latency: time.Millisecond, Depth: cloudDepth, Burst: cloudBurst,
		Variables: map[string]string{
			"innodb_io_capacity": "100", "innodb_io_capacity_max": "500",
			"innodb_redo_log_capacity": "2147483648", "innodb_log_file_size": "1073741824",
		},
	},
	{
		Name: "gp3", Doc: "AWS EBS gp3 as it comes: 3,000 IOPS, under 1 ms (AWS documentation, 2024)",
		IOPS: 3_000, Latency: 700 * time.Microsecond, Depth: cloudDepth, Burst: cloudBurst, Variables: capacity(1_000, 3_000),
	},
	{
		Name: "7500iops", Doc: "cloud volume of 7,500 IOPS (Azure P40; Azure documentation, 2024)",
		IOPS: 7_500, Latency: time.Millisecond, Depth: cloudDepth, Burst: cloudBurst, Variables: capacity(2_000, 7_500),
	},
	{
		Name: "disk", Doc: "one disk of 7,200 rpm: 120 IOPS, 8 ms",
		IOPS: 120, Latency: 8 * time.Millisecond, Depth: cloudDepth, Variables: capacity(50, 100),
	},
	{Name: "none", Doc: "takes no time"},
}

// capacity is innodb_io_capacity and innodb_io_capacity_max.
func capacity(io, most int64) map[string]string {
	return map[string]string{
		"innodb_io_capacity": strconv.FormatInt(io, 10), "innodb_io_capacity_max": strconv.FormatInt(most, 10),
	}
}

// Profiles returns the named devices, the default first.
func Profiles() []Profile { return slices.Clone(profiles) }

// Find returns the profile of a name, or that of "<n>iops" for any n; "" is the
// default. The error lists what is allowed.
func Find(name string) (Profile, error) {
	var names []string
	for _, p := range profiles {
		if p.Name == name || name == "" {
			return p, nil
		}
		names = append(names, p.Name)
	}
	if n, ok := strings.CutSuffix(name, "iops"); ok {
		if iops, err := strconv.ParseInt(n, 10, 64); err == nil && iops >= 1 && iops <= 100_000_000 {
			return Profile{
				Name: name, Doc: n + " IOPS, 1 ms", IOPS: float64(iops), Latency: time.Millisecond, Depth: cloudDepth, Burst: cloudBurst,
				Variables: capacity(max(1, iops/3), iops),
			}, nil
		}
	}
	return Profile{}, fmt.Errorf("unknown device %q; allowed: %s, or <n>iops", name, strings.Join(names, ", "))
}
