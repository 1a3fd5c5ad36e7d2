// Package reuse predicts the reads and writes of a plain LRU pool of every size
// at once, from one pass over the page touches (Mattson, Gecsei, Slutz and
// Traiger, "Evaluation techniques for storage hierarchies", 1970).
//
// # The stack
//
// Pages are kept in the order of their last touch. A pool of c pages holds the
// topmost c of that order, whatever c is, so a touch of the page at depth d is a
// read in each pool smaller than d and in no other. It is enough to count how
// often each depth occurs.
//
// A freed page leaves a hole at its depth: a frame that is free in each pool at
// least that large. The next page that comes in takes the topmost hole, and the
// depth that it comes from becomes the hole instead. So pools of each size hold
// what a pool of that size would: the counts are exact with frees too.
//
// A prefetch counts as a read, and moves the page to the top. A real pool leaves a
// page where it is that is in memory already, but then the order would depend on
// the size; on B-tree inserts that makes 0.1 % of the reads (TestPrefetches). A
// change that might wait in the change buffer counts as one that does not.
//
// Writes are those of a pool that writes a dirty page when it drops it, and never
// before (no page cleaner): a page that was changed at one touch and is found at
// depth d at its next was dropped dirty by each pool smaller than d (Thompson and
// Smith, "Efficient (stack) algorithms for analysis of write-back and sector
// memories", ACM TOCS 7, 1989).
//
// # Cost
//
// Depths come from a bitmap over the last touches, newest last, with a Fenwick
// tree over its blocks: O(log n) a touch, without the tree where a page is touched
// again soon, as the upper pages of an index are. Memory is 8 bytes a
// page number, 16 bytes a depth, less than a byte for the bitmap, and up to a
// quarter more for growth: about 30 bytes a page. Up to 128 touches wait to be
// counted together.
//
// # Sampling
//
// With Options.Rate below 1 only that share of the page numbers is followed,
// chosen by a hash, and depths and counts are scaled up by the reciprocal
// (Waldspurger, Park, Garthwaite and Ahmad, "Efficient MRC construction with
// SHARDS", FAST 2015). Misses are divided by the expected number of sampled
// touches, not by the actual one, which is the paper's SHARDS-adj: a hot page that
// is in the sample, or is not, changes nothing but hits. The hash is
// multiplication by the golden ratio: as page numbers are dense, the sample has
// its share of each stretch of the file, almost to the page, and not only on
// average.
//
// Pools of fewer than some 10/Rate pages cannot be told apart. Of larger ones the
// error of Curve.Reads, in percent of all touches, as TestSampledError measures it
// over five samples (root mean square, and the worst of some 50 sizes):
//
//	                        rate 0.3     0.1          0.01
//	uniform, 100,000 pages  0.06, 0.13   0.18, 0.35   0.68, 1.16
//	Zipf 1.0, 94,000        0.37, 2.81   0.37, 2.40   0.67, 1.51
//	B-tree inserts, 2,500   0.21, 0.45   0.13, 0.37   0.39, 0.88
//
// The worst are the smallest pools of the Zipf stream, where it matters which of
// the popular pages are in the sample.
package reuse
