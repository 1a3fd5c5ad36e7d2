package fractal

import (
	"fmt"
	"math"
)

// Row is one number of a recording beside the model's.
type Row struct {
	// Phase and Name say which.
	Phase, Name         string
	Recorded, Predicted int64
	// Band is how far the two may be apart, as a part of Recorded; 0 means not at
	// all, Informational that nothing is asked.
	Band float64
	OK   bool
}

// Informational is the Band of a row that is not judged.
const Informational = math.MaxFloat64

// The bands (the "Done means").
const (
	exactly        = 0
	evictionBand   = 0.05
	nonleafBand    = 0.15
	coldBand       = 0.02
	structureBand  = 0.01
	compressedBand = 0.02
	// racedLeafBand and racedNonleafBand are for what checkpoints during the load of
	// a tree higher than racedHeight write: a background flush may be in flight
	// (spec section 13).
	racedLeafBand, racedNonleafBand = 0.0001, 0.0007

	racedHeight = 2
	// deepBand is for counted flushes of trees higher than deepHeight: a background
	// flush may find its child busy with another one and takes the counted path
	// (spec section 13: 7165 against 7129).
	deepBand   = 0.01
	deepHeight = 4
	// timedBand is for recordings with timers, which depend on the speed of the
	// machine (NOTES.md).
	timedBand = 0.15
)

// Compare puts what was replayed beside the recording.
func Compare(rec Recording, got Replayed) []Row {
	c := &comparison{rec: rec, got: got, timed: rec.Parameters.CheckpointSeconds+rec.Parameters.CleanerSeconds > 0}
	s := rec.Summary
	c.evicting = evicts(s.LoadWork) || s.ModifyWork != nil && evicts(*s.ModifyWork)
	c.checkpointed = s.LoadWork.Checkpoints > 0
	c.overtaken = !c.evicting && (s.LoadWork.StoppedAbsent > 0 || s.ModifyWork != nil && s.ModifyWork.StoppedAbsent > 0)
	c.structure()
	c.work("load", got.Load, s.LoadWork)
	c.writes("load", got.Load.IO, s.LoadWrites, c.checkpointed)
	c.writes("final checkpoint", got.Final, s.FinalWrites, !c.checkpointed)
	if s.ModifyWork != nil {
		c.work("modify", got.Modify, *s.ModifyWork)
		c.writes("modify", got.Modify.IO, *s.ModifyWrites, false)
		c.writes("modify checkpoint", got.ModifyFinal, *s.ModifyCheckpoint, false)
	}
	c.reads("warm points", got.Points[warmPoints], got.PointRows[warmPoints], s.WarmPoints, false)
	c.reads("warm ranges", got.Ranges[warmBounded], got.RangeRows[warmBounded], s.WarmRanges, false)
	c.reads("cold points", got.Points[coldPoints], got.PointRows[coldPoints], s.ColdPoints, true)
	c.reads("cold ranges", got.Ranges[coldFree], got.RangeRows[coldFree], s.ColdRanges, true)
	c.reads("cold bounded ranges", got.Ranges[coldBounded], got.RangeRows[coldBounded], s.ColdBounded, true)
	return c.rows
}

// evicts reports whether the cache was too small for the phase. A system
// dictionary's leaf is evicted in nearly each of them.
func evicts(w Work) bool { return w.Misses > 0 || w.PartialLeaves > 0 || w.BasementsForWrite > 0 }

type comparison struct {
	rec                           Recording
	got                           Replayed
	evicting, checkpointed, timed bool
	// overtaken says that the client overtook a background flush: a message was
	// left one level higher and stopped others there (spec section 13).
	overtaken bool
	rows      []Row
}

// add judges one number.
func (c *comparison) add(phase, name string, recorded, predicted int64, band float64) {
	diff := math.Abs(float64(recorded - predicted))
	ok := band == Informational || diff <= band*float64(recorded)
	c.rows = append(c.rows, Row{phase, name, recorded, predicted, band, ok})
}

// shape returns the band of numbers that are exact without eviction.
func (c *comparison) shape() float64 {
	switch {
	case c.timed:
		return timedBand
	case c.evicting:
		return structureBand
	}
	return exactly
}

// flow is shape for counts of single messages and flushes, of which an evicting
// recording asks nothing.
func (c *comparison) flow() float64 {
	if c.timed || c.evicting || c.overtaken {
		return Informational
	}
	return exactly
}

// flushes is flow for counted flushes.
func (c *comparison) flushes() float64 {
	if band := c.flow(); band != exactly || c.rec.Summary.Structure.RootHeight <= deepHeight {
		return band
	}
	return deepBand
}

func (c *comparison) structure() {
	s, got := c.rec.Summary.Structure, c.got.Structure
	recorded := byHeight(s.NodesByHeight)
	c.add("structure", "root height", int64(s.RootHeight), int64(got.Height()), exactly)
	for h, n := range recorded {
		band := c.shape()
		if h > 0 {
			band = c.flow()
		}
		c.add("structure", fmt.Sprintf("nodes at height %d", h), n, at(got.Nodes, h), band)
	}
	c.add("structure", "leaf bytes", s.LeafBytes, got.LeafBytes, c.shape())
	c.add("structure", "leaf rows", s.LeafRows, got.Rows, c.shape())
	for h := 1; h < len(recorded); h++ {
		c.add("structure", fmt.Sprintf("messages at height %d", h), s.BufferMessages[fmt.Sprint(h)], at(got.Messages, h), c.flow())
		c.add("structure", fmt.Sprintf("message bytes at height %d", h), s.BufferBytes[fmt.Sprint(h)], at(got.MessageBytes, h), c.flow())
	}
}

func at(list []int64, i int) int64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

func (c *comparison) work(phase string, got Phase, w Work) {
	s := got.Stats
	if c.rec.Parameters.Loader == 1 {
		return
	}
	c.add(phase, "leaf splits", w.LeafSplits, s.LeafSplits, c.shape())
	c.add(phase, "non-leaf splits", w.NonleafSplits, s.NonleafSplits, c.flow())
	c.add(phase, "root splits", w.RootSplits, s.RootSplits, exactly)
	c.add(phase, "leaf merges", w.LeafMerges, s.LeafMerges, c.shape())
	c.add(phase, "non-leaf merges", w.NonleafMerges, s.NonleafMerges, c.flow())
	c.add(phase, "leaf balances", w.LeafBalances, s.LeafBalances, c.flow())
	c.add(phase, "flushes", w.Flushes, s.Flushes, c.flushes())
	c.add(phase, "cascades", w.Cascades, s.Cascades, c.flushes())
	c.add(phase, "injections into a leaf root", w.InjectedRootLeaf, s.InjectedRootLeaf, c.flow())
	c.add(phase, "injections into a root of height 1", w.InjectedHeight1, s.InjectedHeight1, c.flow())
	for d := range s.Injected {
		c.add(phase, fmt.Sprintf("injections at depth %d", d), w.Injected[d], s.Injected[d], c.flow())
	}
	c.add(phase, "shortcut hits", w.ShortcutHits, s.ShortcutHits, c.flow())
	band := Informational
	if c.evicting {
		band = evictionBand
	}
	c.add(phase, "misses", w.Misses, got.IO.Misses, band)
	c.add(phase, "basements read", w.BasementsForWrite, got.IO.BasementsForWrite, band)
	c.add(phase, "buffers read", w.BuffersForWrite, got.IO.BuffersForWrite, Informational)
	c.add(phase, "cache bytes of leaves", w.CacheLeafBytes, got.CacheLeafBytes, Informational)
	c.add(phase, "cache bytes of internal nodes", w.CacheNonleafBytes, got.CacheNonleafBytes, Informational)
}

// A system dictionary of the environment is written once, at the first
// checkpoint: a leaf of one sector (NOTES.md).
const dictionaryLeaves = 1

func (c *comparison) writes(phase string, io IO, w Writes, first bool) {
	if c.rec.Parameters.Loader == 1 {
		return
	}
	leaves, leafBytes := io.Checkpointed.Leaves, io.Checkpointed.LeafBytes
	if first {
		leaves += dictionaryLeaves
		leafBytes += sectorBytes
	}
	if !c.evicting && !c.timed {
		leafBand, band := exactly+0.0, exactly+0.0
		if c.checkpointed && c.rec.Summary.Structure.RootHeight > racedHeight {
			leafBand, band = racedLeafBand, racedNonleafBand
		}
		leafByteBand, byteBand := leafBand, band
		if c.rec.Parameters.Compression != "none" {
			leafByteBand, byteBand = compressedBand, compressedBand
		}
		c.add(phase, "leaves written at checkpoints", w.LeavesCheckpointed, leaves, leafBand)
		c.add(phase, "leaf bytes written at checkpoints", w.LeafBytesCheckpointed, leafBytes, leafByteBand)
		c.add(phase, "internal nodes written at checkpoints", w.NonleavesCheckpointed, io.Checkpointed.Nonleaves, band)
		c.add(phase, "internal bytes written at checkpoints", w.NonleafBytesCheckpoint, io.Checkpointed.NonleafBytes, byteBand)
	}
	c.evictedWrites(phase, io, w, leaves)
}

// evictedWrites compares the writes of a cache that is too small: all leaves and
// all internal nodes of a phase, for whichever reason they were written.
func (c *comparison) evictedWrites(phase string, io IO, w Writes, checkpointed int64) {
	leafBand, band := Informational, Informational
	if (c.evicting || c.timed) && (phase == "load" || phase == "modify") {
		leafBand, band = evictionBand, nonleafBand
	}
	c.add(phase, "leaves written", w.LeavesEvicted+w.LeavesCheckpointed, io.Evicted.Leaves+checkpointed, leafBand)
	c.add(phase, "internal nodes written", w.NonleavesEvicted+w.NonleavesCheckpointed,
		io.Evicted.Nonleaves+io.Checkpointed.Nonleaves, band)
	c.add(phase, "leaf bytes written", w.LeafBytesEvicted+w.LeafBytesCheckpointed,
		io.Evicted.LeafBytes+io.Checkpointed.LeafBytes, Informational)
}

// measurementBytes is about what the measurement itself reads (NOTES.md).
const measurementBytes = 120

func (c *comparison) reads(phase string, io IO, rows int64, w *Reads, cold bool) {
	if w == nil || w.Queries == 0 {
		return
	}
	band := Informational
	if cold {
		band = coldBand
	}
	c.add(phase, "rows", w.Rows, rows, exactly)
	c.add(phase, "leaf headers read", w.Headers+w.PrefetchHeaders, io.Headers+io.PrefetchHeaders, band)
	c.add(phase, "basements read", w.Targets+w.Bounded+w.Prefetched, io.Targets+io.Bounded+io.Prefetched, band)
	c.add(phase, "bytes read", w.ReadBytes, io.Bytes+measurementBytes, band)
}
