// Package sim runs an experiment: it connects key streams, the table's schema,
// its trees and the buffer pool, plays the phases of a [Config], and fills a
// pagesim.Result. It is the one place where these parts meet.
package sim
