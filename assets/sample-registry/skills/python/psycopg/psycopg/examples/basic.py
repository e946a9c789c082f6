"""A complete psycopg 3 program: pool, transactions, savepoints, COPY, a named cursor; it asserts what it does.

Run it with:  DATABASE_URL=postgresql://app@localhost/app python basic.py
It needs psycopg 3 and psycopg_pool, and works in tables of its own, which it drops at the end.
"""

import os
import sys
from decimal import Decimal

import psycopg
from psycopg import errors, sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool, PoolTimeout

SCHEMA = "psycopg_basic_example"
LIMITS = f"-c search_path={SCHEMA} -c statement_timeout=30s -c lock_timeout=5s"


def create(conn: psycopg.Connection) -> None:
    conn.execute(sql.SQL("drop schema if exists {} cascade").format(sql.Identifier(SCHEMA)))
    conn.execute(sql.SQL("create schema {}").format(sql.Identifier(SCHEMA)))
    conn.execute(
        "create table account (id int primary key, balance numeric not null check (balance >= 0), data jsonb)"
    )


def load(conn: psycopg.Connection, rows: list[tuple]) -> None:
    """Many rows: COPY."""
    with conn.cursor() as cur, cur.copy("copy account (id, balance, data) from stdin") as copy:
        for row in rows:
            copy.write_row(row)


def transfer(conn: psycopg.Connection, source: int, target: int, amount: Decimal) -> None:
    """Takes a connection, never commits: the caller owns the transaction."""
    ids = sorted((source, target))  # always lock in the same order
    conn.execute("select 1 from account where id = any(%s) order by id for update", (ids,))
    conn.execute("update account set balance = balance - %s where id = %s", (amount, source))
    conn.execute("update account set balance = balance + %s where id = %s", (amount, target))


def balance(conn: psycopg.Connection, account_id: int) -> Decimal:
    row = conn.execute("select balance from account where id = %s", (account_id,)).fetchone()
    if row is None:
        raise KeyError(account_id)
    return row[0]


def main(url: str) -> None:
    pool = ConnectionPool(
        url, min_size=1, max_size=3, timeout=5, open=False, kwargs={"autocommit": True, "options": LIMITS}
    )
    with pool:
        pool.wait(timeout=10)  # fails here, and not at the first request
        with pool.connection() as conn, conn.transaction():
            create(conn)
            load(conn, [(n, Decimal(100), Jsonb({"n": n})) for n in range(1, 1001)])

        with pool.connection() as conn:
            with conn.transaction():
                transfer(conn, 1, 2, Decimal("30.50"))
            assert (balance(conn, 1), balance(conn, 2)) == (Decimal("69.50"), Decimal("130.50"))

            try:
                with conn.transaction():
                    transfer(conn, 1, 2, Decimal(1000))
            except errors.CheckViolation as error:
                print("expected:", error.diag.constraint_name)
            else:
                raise AssertionError("the check let it through")
            assert balance(conn, 1) == Decimal("69.50")

            # A savepoint keeps the rest of the transaction alive.
            with conn.transaction():
                for account_id in (1, 2000):
                    try:
                        with conn.transaction():
                            conn.execute("insert into account values (%s, 0)", (account_id,))
                    except errors.UniqueViolation:
                        print("expected: account", account_id, "exists")
            assert balance(conn, 2000) == 0

            found = conn.execute("select count(*) from account where id = any(%s)", ([1, 2, 5000],)).fetchone()
            assert found == (2,)
            found = conn.execute("select count(*) from account where id = any(%s)", ([],)).fetchone()
            assert found == (0,)
            try:
                conn.execute("select 1 from account where id in %s", ((1, 2),))
            except errors.SyntaxError as error:
                print("expected:", str(error).splitlines()[0])

            days = conn.execute("select interval '%s days', make_interval(days => %s)", (30, 30)).fetchone()
            assert [value.days for value in days] == [1, 30]  # a placeholder in quotes is not replaced

            # Many rows out: a named cursor, inside a transaction.
            with conn.transaction(), conn.cursor(name="all", row_factory=dict_row) as cur:
                cur.itersize = 200
                total = sum(row["balance"] for row in cur.execute("select id, balance from account"))
            assert total == 100_000
            print("total:", total)

        held = [pool.getconn() for _ in range(3)]
        try:
            pool.getconn(timeout=0.2)
        except PoolTimeout as error:
            print("expected:", error)
        else:
            raise AssertionError("a fourth connection")
        for conn in held:
            pool.putconn(conn)

        with pool.connection() as conn:
            conn.execute(sql.SQL("drop schema {} cascade").format(sql.Identifier(SCHEMA)))


if __name__ == "__main__":
    if "DATABASE_URL" not in os.environ:
        sys.exit("set DATABASE_URL")
    main(os.environ["DATABASE_URL"])
