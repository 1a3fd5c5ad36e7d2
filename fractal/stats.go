package fractal

// Stats counts what happened to a tree since it was made.
type Stats struct {
	// LeafSplits and NonleafSplits count splits of children; RootSplits those of
	// the root, which are among the others, too.
	LeafSplits, NonleafSplits, RootSplits int64
	// LeafMerges counts merges of leaves, balances included.
	LeafMerges, NonleafMerges, LeafBalances int64
	// Flushes counts as the library does: without the first hop of a background
	// flush to an internal child, which is in FlushesUncounted.
	Flushes, FlushesUncounted int64
	// Cascades is the flushes that another flush set off.
	Cascades int64
	// MessagesToLeaves is the messages that flushes took to leaves, Discards those
	// that a query had applied before.
	MessagesToLeaves, Discards int64

	// InjectedRootLeaf counts messages put into a root that is a leaf, and
	// broadcasts; InjectedHeight1 those put into a root of height 1 for its
	// middle children; Injected the others by depth: 0, 1, 2, 3 and more.
	InjectedRootLeaf, InjectedHeight1 int64
	Injected                          [5]int64
	// ShortcutHits counts inserts straight into the last leaf, the other two the
	// refusals: leaf too big or small, key left of the leaf.
	ShortcutHits, ShortcutReactive, ShortcutLeft int64
	// Retries is the descents of queries that began anew after a read.
	Retries int64
	// Why promotion stopped.
	StoppedBuffer, StoppedHeight1, StoppedAbsent, StoppedPartly, StoppedUnwanted int64
}

// injected counts a message put into a node at a depth.
func (s *Stats) injected(depth int) {
	s.Injected[min(depth, len(s.Injected)-1)]++
}

// minus returns the counts since before.
func (s Stats) minus(before Stats) Stats {
	s.LeafSplits -= before.LeafSplits
	s.NonleafSplits -= before.NonleafSplits
	s.RootSplits -= before.RootSplits
	s.LeafMerges -= before.LeafMerges
	s.NonleafMerges -= before.NonleafMerges
	s.LeafBalances -= before.LeafBalances
	s.Flushes -= before.Flushes
	s.FlushesUncounted -= before.FlushesUncounted
	s.Cascades -= before.Cascades
	s.MessagesToLeaves -= before.MessagesToLeaves
	s.Discards -= before.Discards
	s.InjectedRootLeaf -= before.InjectedRootLeaf
	s.InjectedHeight1 -= before.InjectedHeight1
	for i := range s.Injected {
		s.Injected[i] -= before.Injected[i]
	}
	s.ShortcutHits -= before.ShortcutHits
	s.ShortcutReactive -= before.ShortcutReactive
	s.ShortcutLeft -= before.ShortcutLeft
	s.Retries -= before.Retries
	s.StoppedBuffer -= before.StoppedBuffer
	s.StoppedHeight1 -= before.StoppedHeight1
	s.StoppedAbsent -= before.StoppedAbsent
	s.StoppedPartly -= before.StoppedPartly
	s.StoppedUnwanted -= before.StoppedUnwanted
	return s
}
