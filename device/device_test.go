package device_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/device"
)

func Example() {
	profile, err := device.Find("500iops")
	if err != nil {
		panic(err)
	}
	d := device.New(profile, 1)
	for range 1000 {
		d.Read()
	}
	fmt.Println(d.Now())
	fmt.Println("written by", d.Ready(d.Queue(500)))
	// Output:
	// 2s
	// written by 3s
}

func ExampleFind() {
	p, err := device.Find("7500iops")
	fmt.Println(p.IOPS, p.Latency, err)
	_, err = device.Find("tape")
	fmt.Println(err)
	// Output:
	// 7500 1ms <nil>
	// unknown device "tape"; allowed: nvme, 500iops, gp3, 7500iops, disk, none, or <n>iops
}

func TestZeroDeviceTakesNoTime(t *testing.T) {
	var d device.Device
	d.Read()
	require.EqualValues(t, 1_000_000, d.Queue(1_000_000))
	require.Zero(t, d.Ready(1_000_000))
	require.Zero(t, d.Now())
}

func TestTimeOfReads(t *testing.T) {
	for _, c := range []struct {
		name    string
		profile device.Profile
		threads int
		reads   int
		want    time.Duration
	}{
		{"latency alone", device.Profile{Latency: time.Millisecond}, 1, 1000, time.Second},
		{"threads wait at the same time", device.Profile{Latency: time.Millisecond}, 4, 1000, 250 * time.Millisecond},
		{"no threads are one", device.Profile{Latency: time.Millisecond}, 0, 1000, time.Second},
		{"the cap alone", device.Profile{IOPS: 500}, 1, 1000, 2 * time.Second},
		{"a latency below the cap is hidden", device.Profile{IOPS: 500, Latency: time.Millisecond}, 1, 1000, 2 * time.Second},
		{"one above it counts", device.Profile{IOPS: 500, Latency: 5 * time.Millisecond}, 1, 1000, 5 * time.Second},
		{"unless threads share it", device.Profile{IOPS: 500, Latency: 5 * time.Millisecond}, 16, 1000, 2 * time.Second},
		{"a burst needs a rest before", device.Profile{IOPS: 500, Burst: time.Second}, 1, 1000, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := device.New(c.profile, c.threads)
			for range c.reads {
				d.Read()
			}
			require.Equal(t, c.want, d.Now())
		})
	}
}

func TestBurstAfterARest(t *testing.T) {
	d := device.New(device.Profile{IOPS: 500, Burst: time.Second}, 1)
	d.Wait(10 * time.Second)
	for range 500 {
		d.Read()
	}
	require.Equal(t, 10*time.Second, d.Now(), "500 for which there was room")
	d.Read()
	require.Equal(t, 10*time.Second+2*time.Millisecond, d.Now())

	still := device.New(device.Profile{IOPS: 500}, 1)
	still.Wait(10 * time.Second)
	still.Read()
	require.Equal(t, 10*time.Second+2*time.Millisecond, still.Now(), "without a burst nothing is saved up")
}

// TestReadsPassTheQueue but for Depth requests of it. DV-01.
func TestReadsPassTheQueue(t *testing.T) {
	for _, c := range []struct {
		depth       int64
		read, ready time.Duration
	}{
		{0, 10 * time.Millisecond, 110 * time.Millisecond},
		{4, 50 * time.Millisecond, 110 * time.Millisecond},
		{100, 110 * time.Millisecond, 110 * time.Millisecond},
	} {
		d := device.New(device.Profile{IOPS: 100, Depth: c.depth}, 1)
		ticket := d.Queue(10)
		require.Equal(t, 100*time.Millisecond, d.Ready(ticket))
		require.Zero(t, d.Now(), "nobody waits for it")
		d.Read()
		require.Equal(t, c.read, d.Now())
		require.Equal(t, c.ready, d.Ready(ticket), "later than thought")
		d.Wait(d.Ready(ticket))
		require.Equal(t, d.Now(), d.Ready(ticket))
		require.Equal(t, 120*time.Millisecond, d.Ready(d.Queue(1)))
	}
}

// TestQueueIsServedInOrder asks for tickets one by one.
func TestQueueIsServedInOrder(t *testing.T) {
	d := device.New(device.Profile{IOPS: 100}, 1)
	first, second := d.Queue(10), d.Queue(5)
	require.Equal(t, 100*time.Millisecond, d.Ready(first))
	require.Equal(t, 150*time.Millisecond, d.Ready(second))
	d.Wait(105 * time.Millisecond)
	require.Equal(t, d.Now(), d.Ready(first))
	require.Equal(t, 150*time.Millisecond, d.Ready(second), "half of a request is not lost")
}

// TestCapIsNeverExceeded plays at random what a pool asks for.
func TestCapIsNeverExceeded(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := device.Profile{
			IOPS: 1 + float64(r.IntN(1000)), Latency: time.Duration(r.IntN(20)) * time.Millisecond,
			Depth: r.Int64N(20), Burst: time.Duration(r.IntN(2)) * time.Second,
		}
		d := device.New(p, 1+r.IntN(8))
		last, ticket, reads := time.Duration(0), int64(0), int64(0)
		for range 2000 {
			switch r.IntN(3) {
			case 0:
				d.Read()
				reads++
			case 1:
				ticket = d.Queue(r.IntN(20))
			case 2:
				d.Wait(d.Now() + time.Duration(r.IntN(100))*time.Millisecond)
			}
			require.GreaterOrEqual(t, d.Now(), last, "time does not go back")
			require.GreaterOrEqual(t, d.Ready(ticket), d.Now())
			last = d.Now()
		}
		d.Wait(d.Ready(ticket))
		queued := d.Queue(0)
		require.Equal(t, ticket, queued)
		require.LessOrEqual(t, float64(reads+queued), 1.001*p.IOPS*(d.Now()+p.Burst).Seconds(), "seed %d: %+v", seed, p)
	}
}

func TestTimeDoesNotGoBack(t *testing.T) {
	d := device.New(device.Profile{IOPS: 100}, 1)
	d.Wait(time.Second)
	d.Wait(time.Millisecond)
	require.Equal(t, time.Second, d.Now())
}

func TestProfiles(t *testing.T) {
	profiles := device.Profiles()
	for _, p := range profiles {
		got, err := device.Find(p.Name)
		require.NoError(t, err)
		require.Equal(t, p, got)
		require.NotEmpty(t, p.Doc)
	}
	byDefault, err := device.Find("")
	require.NoError(t, err)
	require.Equal(t, profiles[0], byDefault)
	profiles[0].Name = "changed"
	require.NotEqual(t, profiles[0], device.Profiles()[0], "the table is not the caller's")
}

func TestFind(t *testing.T) {
	for name, iops := range map[string]float64{"1iops": 1, "250iops": 250, "100000000iops": 1e8} {
		p, err := device.Find(name)
		require.NoError(t, err)
		require.Equal(t, name, p.Name)
		require.Equal(t, iops, p.IOPS)
		require.Equal(t, time.Millisecond, p.Latency)
		require.Equal(t, name, p.Variables["innodb_io_capacity_max"]+"iops")
	}
	for _, name := range []string{"tape", "iops", "0iops", "0.5iops", "1e3iops", "-5iops", "NaNiops", "Infiops", "100000001iops", "500IOPS", " nvme"} {
		_, err := device.Find(name)
		require.ErrorContains(t, err, fmt.Sprintf("unknown device %q; allowed: nvme,", name))
	}
}

func BenchmarkRead(b *testing.B) {
	d := device.New(device.Profile{IOPS: 500, Latency: time.Millisecond}, 4)
	for b.Loop() {
		d.Read()
	}
}
