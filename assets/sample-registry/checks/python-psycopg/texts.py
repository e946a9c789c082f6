"""Runs what the texts add to the other files, and code of the texts as it is written.

Run with: DATABASE_URL=postgresql://app@127.0.0.1:5432/app python texts.py
"""

import ast
import os
import pathlib
import re
import threading
import time
from decimal import Decimal

import psycopg
import psycopg_pool
from psycopg import errors, sql
from psycopg_pool import ConnectionPool

URL = os.environ["DATABASE_URL"]
SKILL = pathlib.Path(__file__).parents[2] / "skills/python/psycopg/psycopg"
OLD = not hasattr(psycopg.rows, "scalar_row")  # before 3.2


def block(file, start):
    for code in re.findall(r"```python\n(.*?)```", (SKILL / file).read_text(), re.S):
        if any(line.startswith(start) for line in code.splitlines()):
            return code
    raise LookupError(start)


def fails(call, kind, *parts):
    try:
        call()
    except kind as error:
        assert not parts or any(part in str(error) for part in parts), f"{type(error).__name__}: {error}"
        return str(error).strip().split("\n")[0]
    raise AssertionError("nothing raised")


def table(*values):
    with psycopg.connect(URL) as conn:
        conn.execute("drop schema if exists public cascade")
        conn.execute("create schema public")
        conn.execute("create table t (id int primary key, n int)")
        for n in values:
            conn.execute("insert into t values (%s, 0)", (n,))


def check_all_blocks_compile():
    """Every block of the texts compiles, with await and return allowed."""
    count = 0
    for file in SKILL.glob("*.md"):
        for code in re.findall(r"```python\n(.*?)```", file.read_text(), re.S):
            try:
                compile(code, file.name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            except SyntaxError:
                compile("def f():\n" + "".join(f"    {line}\n" for line in code.splitlines()), file.name, "exec")
            count += 1
    return count


def check_rollback_and_force():
    """psycopg.Rollback leaves a block quietly; force_rollback undoes it; isolation is set outside."""
    table(1)
    with psycopg.connect(URL, autocommit=True) as conn:
        with conn.transaction():
            conn.execute("update t set n = 1")
            raise psycopg.Rollback
        assert conn.execute("select n from t").fetchone() == (0,)
        with conn.transaction(force_rollback=True):
            with conn.transaction():
                conn.execute("update t set n = 1")
        assert conn.execute("select n from t").fetchone() == (0,)
    with psycopg.connect(URL) as conn:
        conn.execute("select 1")

        def late():
            conn.isolation_level = psycopg.IsolationLevel.SERIALIZABLE

        return fails(late, psycopg.ProgrammingError)


def check_pool_cannot_be_reopened():
    """A closed pool isn't opened again; nested use of a pool of one times out."""
    pool = ConnectionPool(URL, min_size=1, max_size=1, timeout=0.3, open=True)

    def nested():
        with pool.connection():
            with pool.connection():
                pass

    fails(nested, psycopg_pool.PoolTimeout)
    # row_factory stays on the connection
    with pool.connection() as conn:
        conn.row_factory = psycopg.rows.dict_row
    with pool.connection() as conn:
        assert isinstance(conn.execute("select 1 as a").fetchone(), dict)
    pool.close()
    return fails(pool.open, psycopg.OperationalError)


def check_too_many_requests():
    """max_waiting refuses callers at once."""
    with ConnectionPool(URL, min_size=1, max_size=1, max_waiting=1, timeout=2, open=True) as pool:
        with pool.connection():
            def wait():
                try:
                    with pool.connection():
                        pass
                except psycopg_pool.PoolTimeout:
                    pass

            waiting = threading.Thread(target=wait)
            waiting.start()
            time.sleep(0.2)
            text = fails(pool.getconn, psycopg_pool.TooManyRequests)
            assert pool.get_stats()["requests_waiting"] == 1
        waiting.join()
    return text


def check_reset_must_end_its_transaction():
    """A reset that leaves a transaction open costs the connection."""
    import logging

    seen = []
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(record.getMessage())
    logging.getLogger("psycopg.pool").addHandler(handler)

    def reset(conn):
        conn.execute("reset all")

    with ConnectionPool(URL, min_size=1, max_size=1, reset=reset, open=True) as pool:
        with pool.connection() as conn:
            first = conn.info.backend_pid
        with pool.connection() as conn:
            second = conn.info.backend_pid
    logging.getLogger("psycopg.pool").removeHandler(handler)
    assert first != second and seen
    return seen[0][:150]


def check_cancel_from_a_thread():
    """conn.cancel() of another thread ends the statement."""
    with psycopg.connect(URL, autocommit=True) as conn:
        threading.Timer(0.3, conn.cancel).start()
        start = time.monotonic()
        text = fails(lambda: conn.execute("select pg_sleep(20)"), errors.QueryCanceled)
        assert time.monotonic() - start < 5 and conn.execute("select 1").fetchone()
    return text


def check_notifies_timeout():
    """notifies(timeout=) ends since 3.2."""
    if OLD:
        return "not in 3.1"
    with psycopg.connect(URL, autocommit=True) as conn:
        conn.execute("listen jobs")
        start = time.monotonic()
        assert list(conn.notifies(timeout=0.3)) == [] and time.monotonic() - start < 2
        cur = conn.cursor(row_factory=psycopg.rows.scalar_row)
        assert cur.execute("select 7").fetchone() == 7


def check_client_cursor():
    """ClientCursor binds as psycopg2 did: in SET, in quotes, with a tuple."""
    with psycopg.connect(URL, cursor_factory=psycopg.ClientCursor) as conn:
        conn.execute("set timezone to %s", ("UTC",))
        quoted = fails(lambda: conn.execute("select interval '%s days'", ("x",)), psycopg.Error)
        conn.rollback()
        assert conn.execute("select interval '%s days'", (30,)).fetchone()[0].days == 30
        assert conn.execute("select 1; select %s", (2,)).nextset()
        text = "taken"
        try:
            conn.execute("select 1 where 1 in %s", ((1, 2),))
        except psycopg.Error as error:
            text = str(error).split("\n")[0]
    return f"a tuple after IN: {text}"


def check_stream_holds_the_connection():
    """While stream() goes on, another statement on the connection isn't served."""
    conn = psycopg.connect(URL)
    rows = conn.cursor().stream("select generate_series(1, 5)")
    next(rows)
    done = []

    def other():
        try:
            conn.execute("select 1")
            done.append("served")
        except psycopg.Error as error:
            done.append(str(error))

    thread = threading.Thread(target=other, daemon=True)
    thread.start()
    thread.join(0.5)
    waiting = not done
    assert len(list(rows)) == 4
    thread.join(5)
    conn.close()
    assert waiting and done == ["served"], done


def check_transfer():
    """transfer of best-practices.md, eight threads, both directions: no deadlock, nothing lost."""
    with psycopg.connect(URL) as conn:
        conn.execute("drop table if exists account")
        conn.execute("create table account (id int primary key, balance numeric)")
        conn.execute("insert into account values (1, 100), (2, 100)")
    code = block("best-practices.md", "def transfer")
    start = code.index("def transfer")
    scope = {"psycopg": psycopg, "Decimal": Decimal}
    exec(code[start:code.index("with pool.connection()")], scope)
    with ConnectionPool(URL, min_size=4, max_size=4, open=True, kwargs={"autocommit": True}) as pool:
        def work(n):
            for _ in range(10):
                with pool.connection() as conn, conn.transaction():
                    scope["transfer"](conn, *((1, 2) if n % 2 else (2, 1)), Decimal("1.50"))

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        with pool.connection() as conn:
            assert conn.execute("select balance from account order by id").fetchall() == [(100,), (100,)]


def check_retry_loop():
    """The loop of safety.md repeats a serialization failure."""
    import random

    tries = []

    def work(conn):
        tries.append(1)
        if len(tries) < 3:
            conn.execute("do $$ begin raise exception 'no' using errcode = '40001'; end $$")
        return "done"

    code = "def run():\n" + "".join(f"    {line}\n" for line in block("safety.md", "for attempt").splitlines())
    with ConnectionPool(URL, min_size=1, open=True) as pool:
        scope = {"pool": pool, "errors": errors, "time": time, "random": random, "work": work}
        exec(code, scope)
        assert scope["run"]() == "done" and len(tries) == 3


def check_sources():
    """executemany uses a pipeline; pipelines need libpq 14; Windows; the server's default of 100."""
    import inspect

    text = inspect.getsource(psycopg.Cursor.executemany)
    assert "pipeline" in text
    folder = pathlib.Path(psycopg.__file__).parent
    assert "ProactorEventLoop" in "".join(p.read_text() for p in folder.glob("*connection*.py"))
    with psycopg.connect(URL) as conn:
        assert conn.execute("select boot_val from pg_settings where name = 'max_connections'").fetchone() == ("100",)
    assert psycopg.Cursor.itersize if hasattr(psycopg.Cursor, "itersize") else psycopg.ServerCursor
    with psycopg.connect(URL) as conn:
        assert conn.cursor(name="x").itersize == 100


def check_identifier_and_literal():
    """The queries of safety.md and pitfalls.md: Identifier with a schema, Literal in ALTER."""
    table(1)
    scope = {"sql": sql, "table": "t", "column": "id", "value": 1}
    with psycopg.connect(URL) as conn:
        scope["conn"] = conn
        exec(block("safety.md", "query = sql.SQL").replace("from psycopg import sql\n", ""), scope)
        conn.execute(sql.SQL("alter table t alter n set default {}").format(sql.Literal(5)))
        assert sql.Literal("a'b").as_string(conn) == "'a''b'"


def check_notice_handler_thread():
    """Notice handlers run in the thread that uses the connection."""
    seen = []
    with psycopg.connect(URL) as conn:
        conn.add_notice_handler(lambda diag: seen.append((threading.current_thread().name, diag.message_primary)))
        thread = threading.Thread(target=conn.execute, args=("do $$ begin raise notice 'hello'; end $$",), name="user")
        thread.start()
        thread.join()
    assert seen == [("user", "hello")]


def check_repeated_lost_commit():
    """What `with connect()` does with a failed transaction: no error at its end."""
    table()
    with psycopg.connect(URL) as conn:
        conn.execute("insert into t values (1, 1)")
        fails(lambda: conn.execute("insert into t values (1, 1)"), errors.UniqueViolation)
    with psycopg.connect(URL) as conn:
        assert conn.execute("select count(*) from t").fetchone() == (0,)
    # The pool's block does the same.
    with ConnectionPool(URL, min_size=1, open=True) as pool:
        with pool.connection() as conn:
            conn.execute("insert into t values (1, 1)")
            fails(lambda: conn.execute("insert into t values (1, 1)"), errors.UniqueViolation)
        with pool.connection() as conn:
            assert conn.execute("select count(*) from t").fetchone() == (0,)
        # transaction() doesn't hide it
        with pool.connection() as conn:
            with conn.transaction():
                fails(lambda: conn.execute("select 1/0"), errors.DivisionByZero)
            with conn.transaction():
                conn.execute("select 1")


def main():
    print("psycopg", psycopg.__version__, psycopg.pq.__impl__)
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
