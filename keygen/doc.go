// Package keygen makes streams of keys: the values that rows arrive with.
//
// A stream is a pure function of its [Spec], a seed and, for a few, the number
// of rows. The only source of randomness is SplitMix64, the only clock is a
// virtual one that starts at 2026-01-01T00:00:00Z and moves on by 1/rate s a
// key, so every stream can be made again, in any language. Each generator's
// comment says which random outputs it takes, and in which order.
//
// # Grammar
//
// A Spec is written as a generator and its parameters:
//
//	uuidv4
//	uuidv7:rate=20000,nodes=4,skew=20ms
//	uuidv1:rate=200,encoding=hex36
//	file:PATH                  one key a line
//	file:-                     the same from standard input
//	file:PATH,encoding=hex     lines of hex digits, or UUIDs, as bytes
//
// Durations are written as 20ms or 1.5s; a bare number is milliseconds.
//
// # Raw values and encodings
//
// A generator yields raw numbers; an encoding turns a number into the bytes of
// a column. Every encoding of 128-bit numbers applies to every generator of
// 64-bit or 128-bit numbers: hex32 of autoinc is the counter in 32 hex digits.
// Generators of other widths (ksuid, xid, objectid, nanoid) have encodings of
// their own, and so has a key file: its lines are integers if all of them are, or
// else text, unless an encoding says what they are.
//
// # Writers
//
// A time-ordered generator has one or more writers ("nodes"; snowflake says
// "workers" and device says "devices"). The clock of node k runs
// floor(skew*k/(nodes-1)) ms behind. With jitter, keys reach the database up to
// that long after their birth, and so in another order. One node without jitter
// takes no random outputs for any of this.
//
// # Adding a generator
//
// Write one function of type opener beside its relatives (sequence.go,
// uuid_random.go, uuid_time.go, timeid.go, or a file of its own as zipf.go) and
// add its row to the table in kinds.go. Parsing, help, jitter, encodings and the
// contract tests follow from the row; `make golden` records its first keys. A
// new encoding is one function and one row in encoding.go.
package keygen
