"""Runs the claims of pitfalls.md: bad code fails as said, good code does not.

Run with: DATABASE_URL=postgresql://app@127.0.0.1:5432/app python pitfalls.py   (an empty database of your own)
"""

import os

import psycopg
from psycopg import errors, sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

URL = os.environ["DATABASE_URL"]


def connect(**options):
    return psycopg.connect(URL, **options)


def fresh(*statements):
    with connect() as conn:
        conn.execute("drop schema if exists public cascade")
        conn.execute("create schema public")
        for statement in statements:
            conn.execute(statement)


def count(table="t"):
    with connect() as conn:
        return conn.execute(sql.SQL("select count(*) from {}").format(sql.Identifier(table))).fetchone()[0]


def fails(call, kind, part=""):
    try:
        call()
    except kind as error:
        parts = (part,) if isinstance(part, str) else part
        assert any(each in str(error) for each in parts), f"{type(error).__name__}: {error}"
        return str(error)
    raise AssertionError("nothing raised")


def check_close_without_commit():
    """close() without commit() loses everything, without an error; `with connect()` commits."""
    fresh("create table t (n int)")
    conn = connect()
    assert conn.execute("insert into t values (1)").rowcount == 1
    conn.close()
    assert count() == 0
    with connect() as conn:
        conn.execute("insert into t values (1)")
    assert count() == 1
    try:
        with connect() as conn:
            conn.execute("insert into t values (2)")
            raise KeyError
    except KeyError:
        pass
    assert count() == 1 and conn.closed
    # Leaving the cursor's block commits nothing.
    conn = connect()
    with conn.cursor() as cur:
        cur.execute("insert into t values (3)")
    conn.close()
    assert count() == 1


def check_with_closes_the_connection():
    """Leaving `with conn` closes the connection (psycopg2 kept it open); transaction() doesn't."""
    fresh("create table t (n int)")
    conn = connect()
    with conn:
        conn.execute("insert into t values (1)")
    fails(lambda: conn.execute("select 1"), psycopg.OperationalError, "the connection is closed")
    conn = connect(autocommit=True)
    for n in range(2):
        with conn.transaction():
            conn.execute("insert into t values (%s)", [n])
    assert count() == 3
    conn.close()


def check_transaction_inside_a_begun_one():
    """transaction() after a statement is only a savepoint: nothing is committed; with autocommit it is."""
    fresh("create table t (n int)")
    conn = connect()
    conn.execute("select 1")  # begins a transaction
    with conn.transaction():
        conn.execute("insert into t values (1)")
    assert count() == 0
    conn.close()
    assert count() == 0  # lost
    conn = connect(autocommit=True)
    conn.execute("select 1")
    with conn.transaction():
        conn.execute("insert into t values (1)")
    assert count() == 1
    conn.close()
    # As the first thing on a connection without autocommit it commits too.
    conn = connect()
    with conn.transaction():
        conn.execute("insert into t values (2)")
    assert count() == 2
    conn.close()


def check_commit_inside_transaction():
    """commit() inside of transaction() is refused."""
    with connect(autocommit=True) as conn:

        def bad():
            with conn.transaction():
                conn.commit()

        return fails(bad, psycopg.ProgrammingError, "Explicit commit() forbidden within a Transaction context")


def check_in_tuple():
    """IN %s is a syntax error; = any(%s) takes a list, an empty one too."""
    fresh("create table t (n int, name text)", "insert into t values (1, 'a'), (2, 'b'), (3, 'c')")
    with connect(autocommit=True) as conn:
        text = fails(lambda: conn.execute("select n from t where n in %s", ((1, 2),)), errors.SyntaxError, 'syntax error at or near "$1"')
        assert conn.execute("select n from t where n = any(%s)", [[1, 2]]).fetchall() == [(1,), (2,)]
        assert conn.execute("select n from t where n = any(%s)", [[]]).fetchall() == []
        assert conn.execute("select n from t where n != all(%s)", [[1, 2]]).fetchall() == [(3,)]
        assert len(conn.execute("select n from t where n != all(%s)", [[]]).fetchall()) == 3
        assert conn.execute("select n from t where name = any(%s)", [["a"]]).fetchall() == [(1,)]
        # Texts for numbers are taken, in lists too.
        assert conn.execute("select n from t where n = any(%s)", [["1"]]).fetchall() == [(1,)]
        assert conn.execute("select n from t where n = %s", ["1"]).fetchall() == [(1,)]
        # A bare value instead of a sequence of parameters
        said = fails(lambda: conn.execute("select n from t where name = %s", "abc"), (psycopg.ProgrammingError, TypeError))
        # one letter: taken for a sequence of one
        try:
            one = conn.execute("select n from t where name = %s", "a").fetchall()
        except TypeError as error:
            one = str(error)
    return text.split("\n")[0], said.split("\n")[0], one


def check_parameters_where_none_are_taken():
    """SET, CREATE and other utility statements, and literals after a type, take no parameter."""
    fresh("create table t (n int)")
    with connect(autocommit=True) as conn:
        fails(lambda: conn.execute("set timezone to %s", ["UTC"]), errors.SyntaxError, 'syntax error at or near "$1"')
        fails(lambda: conn.execute("select interval %s", ["1 day"]), errors.SyntaxError, 'syntax error at or near "$1"')
        fails(lambda: conn.execute("alter role app set work_mem to %s", ["4MB"]), errors.SyntaxError)
        fails(lambda: conn.execute("notify c, %s", ["x"]), errors.SyntaxError)
        conn.execute("select set_config('TimeZone', %s, false)", ["UTC"])
        assert conn.execute("select %s::interval", ["1 day"]).fetchone()[0].days == 1
        assert conn.execute("select now() - %s * interval '1 day'", [7]).fetchone()
        assert conn.execute("select make_interval(days => %s)", [7]).fetchone()[0].days == 7
        conn.execute("select pg_notify('c', %s)", ["x"])
        conn.execute(sql.SQL("set timezone to {}").format(sql.Literal("UTC")))
        fails(lambda: conn.execute("select %s; select %s", [1, 2]), errors.SyntaxError, "cannot insert multiple commands into a prepared statement")
        conn.execute("select 1; select 2")  # without parameters it works
        with psycopg.ClientCursor(conn) as cur:
            cur.execute("set timezone to %s", ["UTC"])
            assert cur.mogrify("select %s", ["a'b"]) == "select 'a''b'"


def check_placeholder_in_quotes():
    """interval '%s days' is silently 1 day, whatever the value: the server reads '$1 days'; other quotes fail."""
    with connect(autocommit=True) as conn:
        days = lambda query, *values: conn.execute(query, values).fetchone()[0].days
        assert days("select interval '%s days'", 7) == 1 == days("select interval '%s days'", 30)
        assert conn.execute("select %s::int, interval '%s days'", (5, 30)).fetchone()[1].days == 2
        assert days("select make_interval(days => %s)", 7) == 7 == days("select %s * interval '1 day'", 7)
        try:
            other = conn.execute("select 'x' = '%s'", ["x"]).fetchone()
        except errors.Error as error:
            other = error
    return f"'x' = '%s' with x: {other}"


def check_percent():
    """A % in a query with parameters must be doubled; without parameters it must not."""
    fresh("create table t (name text)", "insert into t values ('abc')")
    with connect(autocommit=True) as conn:
        text = fails(
            lambda: conn.execute("select * from t where name like 'a%' and name <> %s", ["x"]),
            psycopg.ProgrammingError, "only '%s', '%b', '%t' are allowed as placeholders, got '%''",
        )
        assert conn.execute("select * from t where name like 'a%%' and name <> %s", ["x"]).fetchall()
        assert conn.execute("select * from t where name like %s", ["a%"]).fetchall()
        assert conn.execute("select * from t where name like 'a%'").fetchall()
        assert conn.execute("select '100%%'").fetchone() == ("100%%",)  # not undoubled without parameters
        assert conn.execute("select '100%%'", []).fetchone() == ("100%",)
    return text


def check_error_then_carry_on():
    """After an error every statement fails until rollback; transaction() confines it."""
    fresh("create table t (n int primary key)")
    with connect() as conn:
        conn.execute("insert into t values (1)")
        fails(lambda: conn.execute("insert into t values (1)"), errors.UniqueViolation)
        fails(lambda: conn.execute("insert into t values (2)"), errors.InFailedSqlTransaction,
              "current transaction is aborted, commands ignored until end of transaction block")
    assert count() == 0  # leaving the block "committed" a failed transaction: everything is gone, without an error
    with connect() as conn:
        for n in (1, 1, 2):
            try:
                with conn.transaction():
                    conn.execute("insert into t values (%s)", [n])
            except errors.UniqueViolation:
                pass
    assert count() == 2


def check_type_of_a_lonely_parameter():
    """A parameter that the server can't place needs a cast; dicts need Jsonb."""
    fresh("create table t (name text, data jsonb)", "insert into t values ('a', '{}')")
    with connect(autocommit=True) as conn:
        query = "select name from t where %s is null or name = %s"
        text = fails(lambda: conn.execute(query, [None, None]), errors.IndeterminateDatatype, "could not determine data type of parameter $1")
        try:
            also = str(conn.execute(query, ["a", "a"]).fetchall())
        except Exception as error:
            also = f"{type(error).__name__}: {error}".split("\n")[0]
        query = "select name from t where %(name)s::text is null or name = %(name)s"
        assert conn.execute(query, {"name": None}).fetchall() == [("a",)]
        assert conn.execute(query, {"name": "b"}).fetchall() == []
        fails(lambda: conn.execute("update t set data = %s", [{"a": 1}]), psycopg.ProgrammingError, "cannot adapt type 'dict' using placeholder '%")
        conn.execute("update t set data = %s", [Jsonb({"a": 1})])
        assert conn.execute("select data from t").fetchone() == ({"a": 1},)
        # A list is an array, not JSON.
        listed = fails(lambda: conn.execute("update t set data = %s", [[1, 2]]), errors.DatatypeMismatch)
        conn.execute("update t set data = %s", [Jsonb([1, 2])])
        # jsonb has ? operators
        assert conn.execute("select data ? %s from t", ["a"]).fetchone() == (False,)
        # concat or format with a text
        try:
            concat = str(conn.execute("select concat('a', %s)", ["b"]).fetchone())
        except Exception as error:
            concat = f"{type(error).__name__}: {error}".split("\n")[0]
    return text.split("\n")[0], also, listed.split("\n")[0], concat


def check_big_results():
    """An ordinary cursor holds the whole result; a named one a part; it needs a transaction."""
    query = "select n, repeat('x', 100) from generate_series(1, 200000) n"
    with connect() as conn:
        before = rss()
        cur = conn.execute(query)
        assert cur.fetchone()
        plain = rss() - before
        cur.close()
        del cur
    with connect() as conn:
        before = rss()
        with conn.cursor(name="big") as cur:
            cur.itersize = 1000
            cur.execute(query)
            total = sum(1 for _ in cur)
        named = rss() - before
        assert total == 200_000
    with connect(autocommit=True) as conn:
        text = fails(lambda: conn.cursor(name="big").execute(query), errors.NoActiveSqlTransaction, "DECLARE CURSOR can only be used in transaction blocks")
    with connect() as conn:
        cur = conn.cursor()
        assert sum(1 for _ in cur.stream(query)) == 200_000
    assert plain > 15e6 > 2 * named, (plain, named)
    return f"{plain / 1e6:.0f} and {named / 1e6:.0f} MB", text


def rss():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def check_equal_names_in_dict_row():
    """dict_row keeps the last of several columns with one name."""
    fresh("create table a (id int, name text)", "create table b (id int, name text)",
          "insert into a values (1, 'first')", "insert into b values (2, 'second')")
    with connect(row_factory=dict_row) as conn:
        assert conn.execute("select a.*, b.* from a, b").fetchone() == {"id": 2, "name": "second"}
        good = conn.execute("select a.id as a_id, b.id as b_id from a, b").fetchone()
        assert good == {"a_id": 1, "b_id": 2}


def check_executemany_and_rowcount():
    """executemany keeps the last result, with returning=True all by nextset(); one error loses all."""
    fresh("create table t (n int primary key)")
    with connect() as conn:
        cur = conn.cursor()
        cur.executemany("insert into t values (%s) returning n", [(1,), (2,)], returning=True)
        got = [cur.fetchone()]
        while cur.nextset():
            got.append(cur.fetchone())
        assert got == [(1,), (2,)]
        cur.executemany("insert into t values (%s)", [(3,), (4,)])
        assert cur.rowcount == 2
        fails(cur.fetchone, psycopg.ProgrammingError, ("no result available", "the last operation didn't produce"))


def check_cached_plan():
    """A prepared select * breaks when a column is added by others."""
    fresh("create table t (n int)")
    with connect(autocommit=True) as conn:
        for _ in range(7):
            conn.execute("select * from t where n = %s", [1])
        with connect() as other:
            other.execute("alter table t add column m int")
        text = fails(lambda: conn.execute("select * from t where n = %s", [1]), errors.FeatureNotSupported, "cached plan must not change result type")
        again = "works" if not _raises(lambda: conn.execute("select * from t where n = %s", [1])) else "fails again"
    with connect(autocommit=True, prepare_threshold=None) as conn:
        for _ in range(7):
            conn.execute("select * from t where n = %s", [1])
        with connect() as other:
            other.execute("alter table t add column o int")
        conn.execute("select * from t where n = %s", [1])
    return text.split("\n")[0], again


def _raises(call):
    try:
        call()
    except Exception as error:
        return error
    return None


def check_await_forgotten():
    """`async with AsyncConnection.connect()` without await fails."""
    import asyncio
    import warnings

    async def main():
        try:
            async with psycopg.AsyncConnection.connect(URL):
                pass
        except (TypeError, AttributeError) as error:
            return f"{type(error).__name__}: {error}"

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return asyncio.run(main())


def main():
    print("psycopg", psycopg.__version__, psycopg.pq.__impl__)
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
