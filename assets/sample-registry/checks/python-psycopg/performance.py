"""Measures and runs the claims of performance.md and best-practices.md.

Run with: DATABASE_URL=postgresql://app@127.0.0.1:5432/app python performance.py   (an empty database of your own)
"""

import os
import time

import psycopg
from psycopg import errors
from psycopg.rows import class_row, dict_row, namedtuple_row
from psycopg_pool import ConnectionPool

URL = os.environ["DATABASE_URL"]


def fresh():
    conn = psycopg.connect(URL, autocommit=True)
    conn.execute("drop schema if exists public cascade")
    conn.execute("create schema public")
    conn.execute("create table t (id int primary key, name text)")
    conn.autocommit = False
    return conn


def timed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def check_ways_of_inserting():
    """20,000 rows: single statements with autocommit, in one transaction, executemany, COPY."""
    rows = [(n, f"name {n}") for n in range(20_000)]
    out = {}
    conn = fresh()
    conn.autocommit = True
    out["autocommit, each (2,000 rows, times ten)"] = 10 * timed(
        lambda: [conn.execute("insert into t values (%s, %s)", row) for row in rows[:2000]])
    conn.close()
    conn = fresh()
    out["one transaction, each"] = timed(lambda: [conn.execute("insert into t values (%s, %s)", row) for row in rows])
    conn.commit()
    conn.close()
    conn = fresh()
    out["executemany"] = timed(lambda: conn.cursor().executemany("insert into t values (%s, %s)", rows))
    conn.commit()
    conn.close()

    def copy():
        with conn.cursor().copy("copy t (id, name) from stdin") as copy:
            for row in rows:
                copy.write_row(row)

    conn = fresh()
    out["copy"] = timed(copy)
    conn.commit()
    assert conn.execute("select count(*) from t").fetchone() == (20_000,)
    conn.close()
    conn = fresh()
    ids, names = zip(*rows)
    out["unnest of two arrays"] = timed(
        lambda: conn.execute("insert into t select * from unnest(%s::int[], %s::text[])", [list(ids), list(names)]))
    conn.commit()
    assert conn.execute("select count(*) from t").fetchone() == (20_000,)
    conn.close()
    assert out["copy"] < out["executemany"] < out["autocommit, each (2,000 rows, times ten)"]
    return {name: f"{seconds:.2f} s" for name, seconds in out.items()}


def check_pipeline():
    """A pipeline sends many statements without waiting; an error ends all up to the next sync."""
    conn = fresh()
    plain = timed(lambda: [conn.execute("insert into t values (%s, 'x')", [n]) for n in range(5000)])
    conn.rollback()

    def piped():
        with conn.pipeline():
            for n in range(5000):
                conn.execute("insert into t values (%s, 'x')", [n])

    fast = timed(piped)
    conn.rollback()
    try:
        with conn.pipeline():
            conn.execute("insert into t values (1, 'a')")
            conn.execute("insert into t values (1, 'b')")
            conn.execute("insert into t values (2, 'c')")
    except errors.UniqueViolation:
        late = "UniqueViolation at the end of the block"
    conn.rollback()
    assert conn.execute("select count(*) from t").fetchone() == (0,)
    conn.close()
    return f"{plain:.2f} and {fast:.2f} s; {late}"


def check_connecting():
    """A connection costs a round trip and a process; a pool saves it."""
    new = timed(lambda: [psycopg.connect(URL).close() for _ in range(50)]) / 50
    with ConnectionPool(URL, min_size=2, open=True) as pool:
        pool.wait()

        def use():
            for _ in range(200):
                with pool.connection() as conn:
                    conn.execute("select 1")

        pooled = timed(use) / 200
        stats = pool.get_stats()
    assert pooled < new
    return f"{new * 1e3:.1f} ms, from a pool with its statement and transaction {pooled * 1e3:.2f} ms", sorted(stats)[:4]


def check_prepared():
    """A statement is prepared at its sixth execution."""
    conn = psycopg.connect(URL, autocommit=True)
    counts = []
    for _ in range(7):
        conn.execute("select %s::int + 1", [1])
        counts.append(conn.execute("select count(*) from pg_prepared_statements", prepare=False).fetchone()[0])
    assert conn.prepare_threshold == 5 and conn.prepared_max == 100
    conn.close()
    assert counts == [0, 0, 0, 0, 0, 1, 1], counts


def check_row_factories():
    """Rows as tuples, dicts, named tuples, classes: processor time for 50,000 rows of three columns."""
    import dataclasses

    @dataclasses.dataclass
    class Row:
        a: int
        b: str
        c: float

    conn = psycopg.connect(URL)
    out = {}
    query = "select n as a, 'x' || n as b, n / 7.0::float8 as c from generate_series(1, 50000) n"
    from psycopg.rows import tuple_row

    for factory in (tuple_row, dict_row, namedtuple_row, class_row(Row)):
        start = time.process_time()
        rows = conn.cursor(row_factory=factory).execute(query).fetchall()
        out[getattr(factory, "__name__", "class_row")] = f"{time.process_time() - start:.2f} s"
        del rows
    start = time.process_time()
    conn.cursor(binary=True).execute(query).fetchall()
    out["tuple_row, binary"] = f"{time.process_time() - start:.2f} s"
    conn.close()
    return out


def check_copy():
    """An error inside copy discards all; write_row adapts, write doesn't; set_types for binary."""
    conn = fresh()
    try:
        with conn.cursor().copy("copy t (id, name) from stdin") as copy:
            copy.write_row((1, "a"))
            raise KeyError
    except (KeyError, errors.QueryCanceled):  # the latter in 3.1
        pass
    conn.rollback()
    assert conn.execute("select count(*) from t").fetchone() == (0,)
    with conn.cursor().copy("copy t (id, name) from stdin") as copy:
        copy.write_row((1, "tab\there, newline\nthere"))
        copy.write_row((2, None))
        copy.write("3\tplain\n")
    assert conn.execute("select name from t order by id").fetchall() == [("tab\there, newline\nthere",), (None,), ("plain",)]
    with conn.cursor().copy("copy t (id, name) to stdout") as copy:
        texts = list(copy.rows())[0]  # write() overtook the rows that write_row() holds back
    with conn.cursor().copy("copy t (id, name) to stdout") as copy:
        copy.set_types(["int4", "text"])
        assert list(copy.rows())[0] == (3, "plain")
    binary = None
    try:
        with conn.cursor().copy("copy t (id, name) from stdin (format binary)") as copy:
            copy.write_row((4, "x"))
    except psycopg.Error as error:
        binary = f"{type(error).__name__}: {error}".split("\n")[0]
    conn.rollback()
    with conn.cursor().copy("copy t (id, name) from stdin (format binary)") as copy:
        copy.set_types(["int4", "text"])
        copy.write_row((4, "x"))
    conn.close()
    return f"rows() without set_types: {texts}; binary without set_types: {binary}"


def check_pool_defaults():
    """Defaults of the pool."""
    with ConnectionPool(URL, open=True) as pool:
        got = {name: getattr(pool, name) for name in ("min_size", "max_size", "timeout", "max_waiting", "max_lifetime", "max_idle", "reconnect_timeout", "num_workers")}
    assert got == dict(min_size=4, max_size=4, timeout=30.0, max_waiting=0, max_lifetime=3600.0, max_idle=600.0, reconnect_timeout=300.0, num_workers=3), got


def check_types():
    """What comes back: numeric, timestamps, json, arrays, uuid, bytea, int limits."""
    import datetime
    import decimal
    import uuid

    conn = psycopg.connect(URL)
    row = conn.execute(
        "select 1.5::numeric, '{\"a\": 1}'::jsonb, array[1, 2], gen_random_uuid(), 'x'::bytea, date '2026-01-31', 1::int8, 'NaN'::numeric, '1 month'::interval"
    ).fetchone()
    assert [type(v) for v in row[:7]] == [decimal.Decimal, dict, list, uuid.UUID, bytes, datetime.date, int]
    assert row[7].is_nan() and row[8] == datetime.timedelta(days=30)
    try:
        conn.execute("select 2147483647 + %s", [1])
        total = "int4 overflow is not raised"
    except errors.NumericValueOutOfRange as error:
        total = str(error).split("\n")[0]
    conn.rollback()
    # ? and jsonb operators don't clash with placeholders
    assert conn.execute("select '{\"a\": 1}'::jsonb ? 'a'", []).fetchone() == (True,)
    conn.close()
    return total


def main():
    print("psycopg", psycopg.__version__, psycopg.pq.__impl__)
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
