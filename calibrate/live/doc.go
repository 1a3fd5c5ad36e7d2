// Package live plays a scenario into a running MySQL or MariaDB server and records
// what InnoDB made of it: a calibrate.Recording, which calibrate.Replay holds against
// the model.
//
// It works in a database of its own, which it creates and drops, and puts back the
// global settings that it changes. The server should have nothing else to do
// meanwhile, as its counters are of all that it does.
package live
