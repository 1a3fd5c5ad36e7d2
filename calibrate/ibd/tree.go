package ibd

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// levelOf names a level of an index.
type levelOf struct {
	index uint64
	level uint16
}

// indexes puts the trees together.
func (s *scan) indexes() ([]Index, error) {
	first, err := s.firstPages()
	if err != nil {
		return nil, err
	}
	var all []Index
	for _, at := range s.roots {
		root := s.entries[at.entry]
		nodes, found := s.inodes[at.nodes]
		if !found || !nodes.fragments[root.Number] {
			continue
		}
		leaves, found := s.inodes[at.leaves]
		if !found {
			return nil, damaged(int64(root.Number), "the root of index %d has no segment of leaves", root.index)
		}
		if all := leaves.Reserved + nodes.Reserved; all > s.pages || leaves.Used > leaves.Reserved || nodes.Used > nodes.Reserved {
			return nil, damaged(int64(root.Number), "the segments of index %d have %d pages, %d of them in use, in a file of %d", root.index, all, leaves.Used+nodes.Used, s.pages)
		}
		x := Index{ID: root.index, Root: root.Number, Redundant: root.redundant, Leaves: leaves.Segment, Nodes: nodes.Segment}
		if x.Levels, err = s.levels(root, first); err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) == 0 {
		return nil, errors.New("no index in it: want the .ibd file of a table")
	}
	slices.SortFunc(all, func(a, b Index) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Root, b.Root)) })
	s.name(all)
	return all, nil
}

// firstPages is the leftmost page of each level, by place in entries.
func (s *scan) firstPages() (map[levelOf]int, error) {
	first := map[levelOf]int{}
	for i, e := range s.entries {
		if e.previous != none {
			continue
		}
		at := levelOf{e.index, e.level}
		if other, twice := first[at]; twice {
			return nil, damaged(int64(e.Number), "page %d is the first of level %d of index %d too", s.entries[other].Number, e.level, e.index)
		}
		first[at] = i
	}
	return first, nil
}

// levels follows each level of an index from its first page, from the root down, and
// returns them leaf first.
func (s *scan) levels(root entry, first map[levelOf]int) ([]Level, error) {
	levels := make([]Level, root.level+1)
	levels[root.level] = Level{[]Page{root.Page}}
	for n := int(root.level) - 1; n >= 0; n-- {
		children := 0
		for _, p := range levels[n+1].Pages {
			children += int(p.Records)
		}
		i, found := first[levelOf{root.index, uint16(n)}]
		if !found {
			return nil, damaged(int64(root.Number), "index %d has no level %d", root.index, n)
		}
		pages, err := s.follow(i, children)
		if err != nil {
			return nil, err
		}
		levels[n] = Level{pages}
	}
	return levels, nil
}

// follow follows the links of a level, which has as many pages as the level above
// has records.
func (s *scan) follow(i, children int) ([]Page, error) {
	start := s.entries[i]
	pages := []Page{start.Page}
	for e := start; e.next != none; {
		j, found := slices.BinarySearchFunc(s.entries, e.next, func(e entry, n uint32) int { return cmp.Compare(e.Number, n) })
		if !found {
			return nil, damaged(int64(e.Number), "the next page, %d, is none of an index", e.next)
		}
		next := s.entries[j]
		if next.previous != e.Number || next.index != e.index || next.level != e.level {
			return nil, damaged(int64(e.Number), "the next page, %d, does not lead back", e.next)
		}
		pages, e = append(pages, next.Page), next
		if len(pages) > children {
			break
		}
	}
	if len(pages) != children {
		return nil, damaged(int64(start.Number), "level %d of index %d, which begins there, has not the %d pages that the level above it tells", start.level, start.index, children)
	}
	return pages, nil
}

// name gives the indexes their names.
func (s *scan) name(all []Index) {
	names := s.names()
	for i := range all {
		x := &all[i]
		name, known := names[x.ID]
		x.Name, x.Unnamed = name, !known
		switch {
		case known:
		case i == 0:
			x.Name = "PRIMARY"
		default:
			x.Name = fmt.Sprintf("index-%d", x.ID)
		}
	}
}
