// Package calibrate holds the model against real servers: it reads recordings of
// what a MySQL server did with known key streams, replays them through the same
// engine that `pagesim run` uses, and compares page by page.
package calibrate
