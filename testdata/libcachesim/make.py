#!/usr/bin/env python3
"""Writes misses.json: what libCacheSim's LRU misses on pagesim's exported traces.

    python3 -m venv /tmp/lcs && /tmp/lcs/bin/pip install libcachesim==0.3.5
    /tmp/lcs/bin/python testdata/libcachesim/make.py

The traces are written by TestExportStreams in bufferpool/reuse, in both formats
of package trace, to a temporary folder, and are not kept: they are functions of
the constants in bufferpool/reuse/reference_test.go. Both formats must give the
same counts, with sizes in bytes (16,384 a page) and with sizes in pages.
"""

import datetime
import hashlib
import importlib.metadata
import json
import os
import pathlib
import platform
import subprocess
import tempfile

import libcachesim

HERE = pathlib.Path(__file__).resolve().parent
PAGE_BYTES = 16384
SIZES = {
    "uniform": [1, 10, 1000, 10_000, 50_000, 90_000, 100_000],
    "zipf": [1, 10, 1000, 10_000, 50_000, 90_000, 100_000],
    "btree": [1, 2, 3, 4, 10, 50, 200, 500, 1000, 1500, 2000, 2500, 3000],
}


def reader(path, ignore_size):
    params = libcachesim.ReaderInitParam(
        ignore_obj_size=ignore_size, has_header=True, has_header_set=True,
        delimiter=",", obj_id_is_num=True, obj_id_is_num_set=True)
    if path.suffix != ".csv":
        return libcachesim.TraceReader(str(path), libcachesim.TraceType.ORACLE_GENERAL_TRACE, params)
    params.time_field, params.obj_id_field, params.obj_size_field, params.op_field = 1, 2, 3, 4
    return libcachesim.TraceReader(str(path), libcachesim.TraceType.CSV_TRACE, params)


def misses(path, pages, ignore_size, requests):
    size = pages if ignore_size else pages * PAGE_BYTES
    ratio, _ = libcachesim.LRU(size, hashpower=20).process_trace(reader(path, ignore_size))
    count = round(ratio * requests)
    assert abs(ratio * requests - count) < 1e-3, (path, ratio)
    return count


def main():
    traces = {}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["go", "test", "-count=1", "-run", "TestExportStreams", "./bufferpool/reuse"],
                       cwd=HERE.parent.parent, check=True, env={**os.environ, "PAGESIM_TRACES": folder})
        for name, sizes in SIZES.items():
            binary, text = (pathlib.Path(folder) / (name + "." + f) for f in ("oracleGeneral", "csv"))
            requests = binary.stat().st_size // 24
            counts = []
            for pages in sizes:
                count = misses(binary, pages, False, requests)
                assert count == misses(binary, pages, True, requests), (name, pages)
                assert count == misses(text, pages, False, requests), (name, pages)
                counts.append({"pages": pages, "misses": count})
            traces[name] = {
                "requests": requests,
                "sha256": hashlib.sha256(binary.read_bytes()).hexdigest(),
                "misses": counts,
            }
    provenance = {
        "program": "libcachesim " + importlib.metadata.version("libcachesim") + " (PyPI), LRU",
        "python": platform.python_version(),
        "date": datetime.date.today().isoformat(),
        "command": "python testdata/libcachesim/make.py",
        "traces": "oracleGeneral, written by bufferpool/reuse TestExportStreams",
    }
    (HERE / "misses.json").write_text(json.dumps({"provenance": provenance, "traces": traces}, indent=1) + "\n")


main()
