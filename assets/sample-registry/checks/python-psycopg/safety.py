"""Runs the claims of safety.md, threading.md and lifecycle.md.

Run with: DATABASE_URL=postgresql://app@127.0.0.1:5432/app python safety.py   (an empty database of your own)
"""

import asyncio
import datetime as dt
import logging
import os
import threading
import time
import warnings

import psycopg
import psycopg_pool
from psycopg import errors, sql
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool, ConnectionPool

URL = os.environ["DATABASE_URL"]
logging.getLogger("psycopg").setLevel(logging.ERROR)
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)


def connect(**options):
    return psycopg.connect(URL, **options)


def fresh(*statements):
    with connect() as conn:
        conn.execute("drop schema if exists public cascade")
        conn.execute("create schema public")
        for statement in statements:
            conn.execute(statement)


def one(query, *values):
    with connect() as conn:
        return conn.execute(query, values).fetchone()[0]


def fails(call, kind, *parts):
    try:
        call()
    except kind as error:
        assert not parts or any(part in str(error) for part in parts), f"{type(error).__name__}: {error}"
        return str(error).strip()
    raise AssertionError("nothing raised")


def check_injection():
    """An f-string is an injection; a parameter and sql.Identifier aren't."""
    fresh("create table t (name text)", "insert into t values ('a'), ('b')")
    with connect() as conn:
        name = "x' or '1'='1"
        assert len(conn.execute(f"select * from t where name = '{name}'").fetchall()) == 2
        assert conn.execute("select * from t where name = %s", [name]).fetchall() == []
        evil = 'name"; drop table t; --'
        query = sql.SQL("select {} from t order by 1").format(sql.Identifier(evil))
        fails(lambda: conn.execute(query), errors.UndefinedColumn)
        conn.rollback()
        assert sql.Identifier("public", "t").as_string(conn) == '"public"."t"'
        fails(lambda: conn.execute("select * from %s", ["t"]), errors.SyntaxError)
        conn.rollback()
        # LIKE's own wildcards come through a parameter.
        assert len(conn.execute("select * from t where name like %s", ["%"]).fetchall()) == 2


def check_select_begins_a_transaction():
    """A select leaves the connection idle in transaction, which blocks ALTER TABLE of others."""
    fresh("create table t (n int)")
    conn = connect()
    conn.execute("select * from t").fetchall()
    assert conn.info.transaction_status.name == "INTRANS"
    assert one("select state from pg_stat_activity where pid = %s", conn.info.backend_pid) == "idle in transaction"
    with connect(autocommit=True) as other:
        other.execute("set lock_timeout to '200ms'")
        fails(lambda: other.execute("alter table t add m int"), errors.LockNotAvailable, "canceling statement due to lock timeout")
    conn.rollback()
    with connect() as other:
        other.execute("alter table t add m int")
    # now() doesn't move within a transaction.
    first = conn.execute("select now()").fetchone()
    time.sleep(0.01)
    assert conn.execute("select now()").fetchone() == first
    conn.close()
    # With autocommit a select leaves nothing open.
    conn = connect(autocommit=True)
    conn.execute("select * from t").fetchall()
    assert conn.info.transaction_status.name == "IDLE"
    conn.close()


def check_timeouts():
    """No statement has a time limit; options set limits; connect_timeout bounds connecting."""
    assert one("show statement_timeout") == "0" and one("show idle_in_transaction_session_timeout") == "0"
    limits = "-c statement_timeout=200ms -c lock_timeout=100ms -c idle_in_transaction_session_timeout=300ms"
    with psycopg.connect(make_conninfo(URL, options=limits), autocommit=True) as conn:
        text = fails(lambda: conn.execute("select pg_sleep(5)"), errors.QueryCanceled, "canceling statement due to statement timeout")
    conn = psycopg.connect(make_conninfo(URL, options=limits))
    conn.execute("select 1")
    time.sleep(0.6)
    idle = fails(lambda: conn.execute("select 1"), psycopg.Error, "idle-in-transaction timeout", "server closed")
    assert conn.closed and conn.broken
    # An address that doesn't answer: a listener whose queue is full.
    import socket

    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(1)  # accepts, and says nothing
    start = time.monotonic()
    said = fails(lambda: psycopg.connect(make_conninfo(URL, host="127.0.0.1", port=server.getsockname()[1], connect_timeout=2)), psycopg.OperationalError)
    took = time.monotonic() - start
    assert 1.5 < took < 4, took
    server.close()
    return text, idle.split("\n")[0], said.split("\n")[0]


def check_sharing_a_connection():
    """Threads on one connection share one transaction: a rollback of one throws away the other's work."""
    fresh("create table t (n int)")
    conn = connect()
    gate = threading.Barrier(2)

    def good():
        conn.execute("insert into t values (1)")
        gate.wait()
        gate.wait()
        conn.commit()

    def bad():
        gate.wait()
        try:
            conn.execute("insert into t values ('x')")
        except psycopg.Error:
            conn.rollback()
        gate.wait()

    threads = [threading.Thread(target=f) for f in (good, bad)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    conn.close()
    assert one("select count(*) from t") == 0
    # Statements of two threads come one after the other.
    conn = connect(autocommit=True)
    start = time.monotonic()
    threads = [threading.Thread(target=conn.execute, args=("select pg_sleep(0.3)",)) for _ in range(2)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert time.monotonic() - start > 0.55
    # transaction() of two threads at once
    errors_seen = []
    gate = threading.Barrier(2)

    def block(first):
        try:
            with conn.transaction():
                gate.wait(5)
                if first:
                    time.sleep(0.2)
        except Exception as error:
            errors_seen.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=block, args=(first,)) for first in (True, False)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    conn.close()
    return [text[:120] for text in errors_seen]


def check_asyncio_sharing():
    """gather on one AsyncConnection runs one after the other, in one transaction."""

    async def main():
        async with await psycopg.AsyncConnection.connect(URL) as conn:
            start = time.monotonic()
            await asyncio.gather(*(conn.execute("select pg_sleep(0.2)") for _ in range(3)))
            return time.monotonic() - start

    assert asyncio.run(main()) > 0.55


def check_asyncio_cancel():
    """Cancelling a task cancels its query on the server."""

    async def main():
        conn = await psycopg.AsyncConnection.connect(URL, autocommit=True)
        task = asyncio.create_task(conn.execute("select pg_sleep(20)"))
        await asyncio.sleep(0.3)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass
        pid = conn.info.backend_pid
        await asyncio.sleep(0.2)
        state = await asyncio.to_thread(one, "select state || ' ' || left(query, 15) from pg_stat_activity where pid = %s", pid)
        try:
            usable = await (await conn.execute("select 1")).fetchone()
        except psycopg.Error as error:
            usable = error
        await conn.close()
        return state, usable

    return asyncio.run(main())


def check_fork():
    """A connection used on both sides of a fork mixes up answers; the child's close ends the parent's session."""
    import subprocess
    import sys

    code = """
import os, psycopg
conn = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
pid = os.fork()
if pid == 0:
    conn.close()
    os._exit(0)
os.waitpid(pid, 0)
try:
    print(conn.execute("select 1").fetchone())
except psycopg.OperationalError as error:
    print("error:", error)
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=20)
    mixed = """
import os, time, psycopg
conn = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
pid = os.fork()
who = "child" if pid == 0 else "parent"
wrong = 0
try:
    for n in range(200):
        got = conn.execute("select %s::text", [f"{who} {n}"]).fetchone()
        if got != (f"{who} {n}",):
            wrong += 1
    print(who, "wrong:", wrong, flush=True)
except BaseException as error:
    print(who, "error:", type(error).__name__, str(error)[:80].replace("\\n", " "), "wrong:", wrong, flush=True)
if pid == 0:
    os._exit(0)
"""
    try:
        both = subprocess.run([sys.executable, "-W", "ignore", "-c", mixed], capture_output=True, text=True, timeout=6).stdout
    except subprocess.TimeoutExpired as error:
        both = f"hung; {(error.stdout or b'').decode()}"
    assert "error:" in done.stdout, done
    assert "error" in both or "hung" in both or "wrong: 0" not in both
    return done.stdout.strip(), both.strip()


def check_disconnect():
    """A killed session: the statement fails, the connection is closed for good; a pool replaces it."""
    conn = connect(autocommit=True)
    one("select pg_terminate_backend(%s)", conn.info.backend_pid)
    text = fails(lambda: conn.execute("select 1"), psycopg.OperationalError, "terminating connection due to administrator command", "server closed the connection")
    assert conn.closed and conn.broken
    fails(lambda: conn.execute("select 1"), psycopg.OperationalError, "the connection is closed")
    with ConnectionPool(URL, min_size=1, max_size=1, open=True) as pool:
        with pool.connection() as c:
            pid = c.info.backend_pid
        one("select pg_terminate_backend(%s)", pid)
        time.sleep(0.1)
        plain = fails(lambda: _use(pool), psycopg.OperationalError)
        _use(pool)  # the broken one was replaced
    result = [text.split("\n")[0], plain.split("\n")[0]]
    if hasattr(ConnectionPool, "check_connection"):
        with ConnectionPool(URL, min_size=1, max_size=1, open=True, check=ConnectionPool.check_connection) as pool:
            with pool.connection() as c:
                pid = c.info.backend_pid
            one("select pg_terminate_backend(%s)", pid)
            time.sleep(0.1)
            _use(pool)
            result.append("check= hides it")
    return result


def _use(pool):
    with pool.connection() as conn:
        return conn.execute("select 1").fetchone()


def check_session_state_in_a_pool():
    """SET stays on a pooled connection; SET LOCAL doesn't; reset= cleans up."""
    with ConnectionPool(URL, min_size=1, max_size=1, open=True) as pool:
        with pool.connection() as conn:
            conn.execute("set search_path to nowhere")
            conn.execute("set timezone to 'Asia/Tokyo'")
        with pool.connection() as conn:
            assert conn.execute("show search_path").fetchone() == ("nowhere",)
        with pool.connection() as conn:
            conn.execute("reset all")
        with pool.connection() as conn:
            conn.execute("set local search_path to nowhere")
        with pool.connection() as conn:
            assert conn.execute("show search_path").fetchone() != ("nowhere",)
        with pool.connection() as conn:
            conn.execute("select pg_advisory_lock(1)")
        assert one("select count(*) from pg_locks where locktype = 'advisory'") == 1
        # autocommit set by a borrower stays as well
        with pool.connection() as conn:
            conn.autocommit = True
        with pool.connection() as conn:
            kept = conn.autocommit

    def reset(conn):
        conn.execute("reset all")
        conn.commit()

    with ConnectionPool(URL, min_size=1, max_size=1, open=True, reset=reset) as pool:
        with pool.connection() as conn:
            conn.execute("set search_path to nowhere")
        with pool.connection() as conn:
            assert conn.execute("show search_path").fetchone() != ("nowhere",)
    return f"autocommit kept: {kept}"


def check_pool():
    """The block commits or rolls back; getconn without putconn empties the pool; PoolTimeout."""
    fresh("create table t (n int)")
    with ConnectionPool(URL, min_size=1, max_size=2, timeout=0.3, open=True) as pool:
        with pool.connection() as conn:
            conn.execute("insert into t values (1)")
        try:
            with pool.connection() as conn:
                conn.execute("insert into t values (2)")
                raise KeyError
        except KeyError:
            pass
        assert one("select count(*) from t") == 1
        held = [pool.getconn(), pool.getconn()]
        text = fails(lambda: pool.getconn(), psycopg_pool.PoolTimeout, "couldn't get a connection after 0.3")
        [pool.putconn(conn) for conn in held]
        # Nested use needs two connections per caller.
    closed = fails(lambda: _use(pool), psycopg_pool.PoolClosed)
    # A pool to a server that isn't there: no error until somebody asks.
    bad = ConnectionPool(make_conninfo(URL, port="1"), min_size=1, open=True, timeout=0.5)
    wait = fails(lambda: bad.wait(timeout=0.5), psycopg_pool.PoolTimeout)
    bad.close()
    unopened = ConnectionPool(URL, open=False)
    notopen = fails(lambda: _use(unopened), psycopg_pool.PoolClosed)
    return text, closed, wait, notopen


def check_pool_in_a_constructor():
    """AsyncConnectionPool opened by its constructor warns since pool 3.2; open=False and `async with` don't."""

    async def main():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            pool = AsyncConnectionPool(URL, min_size=1)
            await pool.close()
        async with AsyncConnectionPool(URL, min_size=1, open=False) as pool:
            async with pool.connection() as conn:
                row = await (await conn.execute("select 1")).fetchone()
        return row, [str(w.message)[:100] for w in caught]

    return asyncio.run(main())


def check_naive_datetime():
    """A naive datetime in a timestamptz column is taken in the session's time zone."""
    fresh("create table t (at timestamptz)")
    naive = dt.datetime(2026, 1, 31, 12)
    with connect() as conn:
        conn.execute("set timezone to 'America/New_York'")
        conn.execute("insert into t values (%s)", [naive])
        got = conn.execute("select at from t").fetchone()[0]
        assert got.astimezone(dt.timezone.utc).hour == 17
        assert got.tzinfo.key == "America/New_York"
        conn.execute("set timezone to 'UTC'")
        aware = naive.replace(tzinfo=dt.timezone.utc)
        conn.execute("update t set at = %s", [aware])
        assert conn.execute("select at from t").fetchone()[0] == aware
        text = fails(lambda: conn.execute("select 'infinity'::timestamptz").fetchone(), psycopg.DataError, "timestamp too large (after year 10K): 'infinity'")
    return text


def check_serialization():
    """A serialization failure ends the transaction; the whole is repeated."""
    fresh("create table t (n int)", "insert into t values (100)")
    a, b = connect(), connect()
    for conn in (a, b):
        conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        conn.execute("select n from t").fetchone()
    a.execute("update t set n = n - 10")
    a.commit()
    text = fails(lambda: b.execute("update t set n = n - 10"), errors.SerializationFailure, "could not serialize access due to concurrent update")
    fails(lambda: b.execute("select 1"), errors.InFailedSqlTransaction)
    b.rollback()
    b.execute("update t set n = n - 10")
    b.commit()
    assert one("select n from t") == 80
    a.close(), b.close()
    # Read committed: read, compute in Python, write loses an update; for update doesn't.
    a, b = connect(), connect()
    x = a.execute("select n from t").fetchone()[0]
    y = b.execute("select n from t").fetchone()[0]
    a.execute("update t set n = %s", [x - 10])
    a.commit()
    b.execute("update t set n = %s", [y - 10])
    b.commit()
    assert one("select n from t") == 70
    a.close(), b.close()
    return text.split("\n")[0]


def check_listen():
    """Notifications: LISTEN without commit gets none; with autocommit it does."""
    conn = connect()
    conn.execute("listen c")
    with connect() as other:
        other.execute("select pg_notify('c', 'first')")
    conn.execute("select 1")
    pg = conn.pgconn
    pg.consume_input()
    assert pg.notifies() is None
    conn.close()
    conn = connect(autocommit=True)
    conn.execute("listen c")
    with connect() as other:
        other.execute("select pg_notify('c', 'second')")
    assert next(conn.notifies()).payload == "second"
    conn.close()


def check_garbage():
    """A connection that isn't closed warns when it is collected."""
    import gc

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        conn = connect()
        del conn
        gc.collect()
    return [f"{w.category.__name__}: {w.message}" for w in caught]


def check_ctrl_c():
    """Ctrl+C ends a running statement, on the server too."""
    import signal
    import subprocess
    import sys

    code = """
import os, psycopg
conn = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
print(conn.info.backend_pid, flush=True)
try:
    conn.execute("select pg_sleep(20)")
except KeyboardInterrupt:
    print("interrupted", conn.execute("select 1").fetchone(), flush=True)
except psycopg.errors.QueryCanceled as error:
    print("canceled", error)
"""
    process = subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdout=-1, stderr=-1, text=True)
    process.stdout.readline()
    time.sleep(0.5)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=25)
    return out.strip() or err[-200:], f"{time.monotonic() - start:.1f} s"


def check_password_in_errors():
    """conn.info.dsn and errors hide the password; the conninfo string you pass doesn't."""
    with psycopg.connect(make_conninfo(URL, password="hunter2")) as conn:
        assert "hunter2" not in conn.info.dsn and "hunter2" not in repr(conn)
        assert conn.info.password == "hunter2"
    text = fails(lambda: psycopg.connect(make_conninfo(URL, password="hunter2", port="1")), psycopg.OperationalError)
    assert "hunter2" not in text
    return text.split("\n")[0]


def main():
    print("psycopg", psycopg.__version__, psycopg.pq.__impl__)
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
