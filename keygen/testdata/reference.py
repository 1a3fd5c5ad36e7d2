#!/usr/bin/env python3
"""Writes reference.golden.json: what the reference implementation yields.

  python3 reference.py PATH/TO/keys.py > reference.golden.json

One object a stream: the spec and the seed as pagesim takes them, the first 16
keys, and the SHA-256 of the first ROWS keys joined by newlines. Rows is also
the n of the run, which descending counts down from.
"""
import hashlib
import importlib.util
import json
import sys

ROWS = 20000

# (generator, encoding, seed, parameters)
STREAMS = [
    # each generator with its defaults, as its number
    *((g, "int", 1, {}) for g in (
        "autoinc", "descending", "randint", "uuidv4", "uuidv7", "ulid", "uuidv1",
        "uuidv1swap", "uuidv6", "prefixed", "snowflake", "device", "tenant",
        "crc32uuid", "jitter")),
    # the streams of the recordings
    ("device", "int", 1, {"devices": 8, "rate": 1000}),
    ("prefixed", "hex36", 62, {"rows_per_period": 20000}),
    *(("randint", "int", 3, {"shift": s}) for s in (33, 40, 45, 46, 54)),
    ("snowflake", "int", 1, {"rate": 20000, "workers": 4}),
    ("ulid", "ulid26", 1, {"monotonic": 1, "rate": 50000}),
    ("ulid", "ulid26", 1, {"rate": 1250}),
    ("ulid", "ulid26", 1, {"rate": 50000}),
    ("ulid", "ulid26", 68, {}),
    ("uuidv1", "hex36", 1, {"rate": 200}),
    ("uuidv1", "hex36", 63, {"rate": 300}),
    ("uuidv1swap", "bin16", 1, {"rate": 200}),
    ("uuidv4", "base64", 1, {}),
    ("uuidv4", "bin16", 66, {}),
    ("uuidv4", "hex36", 2, {}),
    ("uuidv6", "bin16", 1, {}),
    *(("uuidv7", "bin16", 1, {"nodes": 4, "rate": r, "skew": 20}) for r in (500, 5000, 20000)),
    *(("uuidv7", "bin16", 1, {"rate": r}) for r in (1000, 20000, 100000)),
    # others
    ("randint", "int", 7, {"shift": 0}),
    ("uuidv7", "hex36", 18446744073709551615, {"nodes": 7, "rate": 333, "skew": 1001}),
    ("uuidv7", "ulid26", 0, {"nodes": 2}),
    ("ulid", "hex32", 5, {"monotonic": 1, "rate": 1000000000}),
    ("uuidv1", "hex32", 5, {"rate": 7}),
    ("uuidv1swap", "base64", 5, {"rate": 9999999}),
    ("uuidv6", "hex36", 5, {"rate": 3}),
    ("prefixed", "bin16", 5, {"rows_per_period": 7}),
    ("snowflake", "int", 5, {"rate": 6000000, "workers": 1024}),
    ("snowflake", "bin16", 5, {"rate": 7000000, "workers": 1}),
    ("device", "int", 5, {"devices": 1, "rate": 3}),
    ("device", "int", 5, {"devices": 1000, "rate": 77777}),
    ("tenant", "int", 5, {"tenants": 3}),
    ("jitter", "int", 5, {"spread": 1}),
    ("jitter", "hex32", 5, {"spread": 100000}),
    ("autoinc", "hex32", 1, {}),
    ("descending", "ulid26", 1, {}),
    ("crc32uuid", "hex36", 9, {}),
]

module = importlib.util.spec_from_file_location("keys", sys.argv[1])
keys = importlib.util.module_from_spec(module)
module.loader.exec_module(keys)


def record(generator, encoding, seed, params):
    printed = [k.hex() if isinstance(k, bytes) else str(k)
               for k in keys.stream(generator, ROWS, seed, encoding, **params)]
    return {
        "generator": generator, "encoding": encoding, "seed": seed,
        "params": params, "rows": ROWS, "first": printed[:16],
        "sha256": hashlib.sha256("\n".join(printed).encode()).hexdigest(),
    }


json.dump([record(*s) for s in STREAMS], sys.stdout, indent=1)
print()
