"""Books seats in a PostgreSQL server of its own, and asks another connection what it sees."""
import contextlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile


def run(*command):
    """Runs a command, and as root under another number: PostgreSQL refuses to be root."""
    if os.getuid() == 0:
        command = ("unshare", "--user", "--map-user=1000", "--map-group=1000", *command)
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60, check=True)


def fresh():
    import psycopg

    with psycopg.connect(URL) as conn:
        conn.execute("drop table if exists seat, booking, journal")
        conn.execute("create table seat (id int primary key, blocked bool not null)")
        conn.execute("create table booking (seat int primary key, name text)")
        conn.execute("create table journal (seat int, name text)")
        conn.execute("insert into seat values (1, false), (2, true), (3, false)")


def rows(conn):
    return [conn.execute(f"select seat, name from {table} order by seat").fetchall() for table in ("booking", "journal")]


def judge(name, work):
    try:
        import psycopg

        from book import book

        fresh()
        conn = psycopg.connect(URL)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                answers = [book(conn, 1, "Ada"), book(conn, 2, "Bob"), book(conn, 9, "Bob"), book(conn, 1, "Eve"), book(conn, 3, "Cleo")]
            passed, evidence = work(conn, answers)
        finally:
            conn.close()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


WANTED = [[(1, "Ada"), (3, "Cleo")]] * 2


def works(conn, answers):
    seen = rows(conn)
    return answers == [True, False, False, False, True] and seen == WANTED, f"answers {answers}, the worker itself sees {seen}"


def is_seen(conn, answers):
    import psycopg

    with psycopg.connect(URL) as other:
        seen = rows(other)
    return answers[0] is True and seen == WANTED, f"another connection sees {seen}"


def holds_nothing(conn, answers):
    import psycopg

    with psycopg.connect(URL) as other:
        state = other.execute("select state from pg_stat_activity where pid = %s", (conn.info.backend_pid,)).fetchone()[0]
    return answers[0] is True and state == "idle", f"between two calls the worker's session is {state}"


folder = pathlib.Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
checks = []
try:
    data = str(folder / "data")
    URL = f"host={folder} user=app dbname=postgres"
    try:
        run("initdb", "-D", data, "-U", "app", "--auth=trust", "--no-sync")
        run("pg_ctl", "-D", data, "-w", "-t", "50", "-l", str(folder / "log"), "-o", f"-c listen_addresses='' -k {folder}", "start")
    except subprocess.CalledProcessError as error:
        print("no server:", error.stderr[-200:].replace("\n", " "))
    checks = [
        judge("works", works),
        judge("shows a booking to the others when it returns", is_seen),
        judge("leaves no transaction open between two calls", holds_nothing),
    ]
finally:
    with contextlib.suppress(Exception):
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)
print(json.dumps({"checks": checks}), flush=True)
