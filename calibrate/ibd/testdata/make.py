#!/usr/bin/env python3
"""Makes the tablespace files of this folder on a real server.

  make.py --port P [--datadir DIR] OUT TABLE...

creates each table of TABLES in the schema inspect, feeds it, writes it out and
copies its .ibd file to OUT, packed by gzip.  Needs pymysql, and pagesim in the path
for the keys.  What the server itself says of the table goes into OUT/server.json.
"""
import argparse
import glob
import gzip
import json
import os
import subprocess
import time

import pymysql


def keys(stream, n, seed=1):
    out = subprocess.run(["pagesim", "keys", stream, "-n", str(n), "--seed", str(seed)], check=True, capture_output=True, text=True)
    return out.stdout.split()


def orders(q, table, n):
    ids, customers = keys("uuidv4", n), keys("randint", n, 2)
    for i in range(0, n, 500):
        q("insert into %s(id,customer_id,note) values %s" % (table, ",".join(
            "(x'%s',%s,repeat('x',100))" % row for row in zip(ids[i:i + 500], customers[i:i + 500]))))


ORDERS = """create table %s (id binary(16) not null primary key, customer_id bigint not null,
  note varbinary(100) not null, key customer (customer_id)) """


def fed(n, *later):
    def feed(q, table):
        orders(q, table, n)
        for sql in later:
            q(sql.replace("%s", table))
    return feed


def lobs(q, table):
    for i in range(40):
        q("insert into %s values (%d, repeat(char(97 + %d %% 26), 20000))" % (table, i, i))


def nothing(q, table):
    pass


COMMENTS = ",".join("c%03d int comment '%s'" % (i, k) for i, k in enumerate(keys("uuidv4", 400)))

# name: statement, what feeds it, statements before it
TABLES = {
    "orders": (ORDERS, fed(600), []),
    "small": (ORDERS, fed(300), []),
    "purged": (ORDERS, fed(800, "delete from %s where customer_id % 2 = 0"), []),
    "redundant": (ORDERS + "row_format=redundant", fed(300), []),
    "offpage": ("create table %s (id int primary key, body longblob)", lobs, []),
    "long_sdi": ("create table %s (id binary(16) primary key, " + COMMENTS + ")", nothing, []),
    "partitioned": ("create table %s (id int primary key, n int, key by_n (n)) partition by hash (id) partitions 2", nothing, []),
    "row_ids": ("create table %s (id int, key by_id (id))", nothing, []),
    "plain": ("create table %s (id int primary key)", nothing, []),
    "row_compressed": ("create table %s (id int primary key) row_format=compressed", nothing, []),
    "page_compressed": (ORDERS + "compression='zlib'", fed(100), []),
    "maria_page_compressed": (ORDERS + "page_compressed=1", fed(100), []),
    "maria_encrypted": ("create table %s (id int primary key) encrypted=yes", nothing, []),
    "instant": (ORDERS, fed(100, "alter table %s add column n int default 7, algorithm=instant"), []),
    "checksum_innodb": ("create table %s (id int primary key)", nothing, ["set global innodb_checksum_algorithm=innodb"]),
    "checksum_none": ("create table %s (id int primary key)", nothing, ["set global innodb_checksum_algorithm=none"]),
}


def purge(q, maria):
    """waits until the history is short and has not moved for three seconds"""
    last, since = None, time.time()
    while time.time() - since < 3:
        status = q("show engine innodb status")[0][2]
        length = status.split("History list length ")[1].split()[0]
        if length != last:
            last, since = length, time.time()
        time.sleep(0.2)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--port", type=int, required=True)
    a.add_argument("--user", default="root")
    a.add_argument("--password", default="")
    a.add_argument("--datadir")
    a.add_argument("--prefix", default="")
    a.add_argument("out")
    a.add_argument("tables", nargs="+")
    a = a.parse_args()
    c = pymysql.connect(host="127.0.0.1", port=a.port, user=a.user, password=a.password, autocommit=True)

    def q(sql):
        with c.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchall()
    maria = "MariaDB" in q("select version()")[0][0]
    datadir = a.datadir or q("select @@datadir")[0][0]
    q("create database if not exists inspect")
    q("use inspect")
    for name in a.tables:
        ddl, feed, before = TABLES[name]
        q("drop table if exists " + name)
        for sql in before:
            q(sql)
        q(ddl.replace("%s", name, 1))
        feed(q, name)
        purge(q, maria)
        q("analyze table " + name)
        says = {"version": q("select version()")[0][0], "index_stats": {}}
        for index, stat, value in q("select index_name, stat_name, stat_value from mysql.innodb_index_stats where "
                                    "database_name='inspect' and table_name='%s' and stat_name in ('size','n_leaf_pages')" % name):
            says["index_stats"].setdefault(index, {})[stat] = int(value)
        pre = "innodb_sys_" if maria else "innodb_"
        says["roots"] = {i: [int(d), int(p)] for i, d, p in q(
            "select i.name, i.index_id, i.page_no from information_schema.%sindexes i join information_schema.%stables t "
            "on i.table_id=t.table_id where t.name='inspect/%s'" % (pre, pre, name))}
        says["rows"] = q("select count(*) from " + name)[0][0]
        says["data_free"] = q("select data_free from information_schema.tables where table_schema='inspect' and table_name='%s'" % name)[0][0]
        q("flush tables %s for export" % name)
        for path in sorted(glob.glob(os.path.join(datadir, "inspect", name + ".ibd")) + glob.glob(os.path.join(datadir, "inspect", name + "#p#p0.ibd"))):
            with open(path, "rb") as f, open(os.path.join(a.out, a.prefix + name + ".ibd.gz"), "wb") as raw:
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as z:
                    z.write(f.read())
            print(a.prefix + name, os.path.getsize(path), os.path.getsize(os.path.join(a.out, a.prefix + name + ".ibd.gz")))
        q("unlock tables")
        server = os.path.join(a.out, "server.json")
        known = json.load(open(server)) if os.path.exists(server) else {}
        known[a.prefix + name] = says
        with open(server, "w") as f:
            json.dump(known, f, indent=1, sort_keys=True)
            f.write("\n")
        q("drop table " + name)
        if before:
            q("set global innodb_checksum_algorithm=crc32")


if __name__ == "__main__":
    main()
