"""Purges a log in a PostgreSQL server of its own, for one day and for thirty."""
import contextlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

AGES = (0.5, 1.5, 10, 29, 31, 400)  # days


def run(*command):
    """Runs a command, and as root under another number: PostgreSQL refuses to be root."""
    if os.getuid() == 0:
        command = ("unshare", "--user", "--map-user=1000", "--map-group=1000", *command)
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60, check=True)


def judge(name, days, wanted):
    try:
        import psycopg

        from purge import purge

        with psycopg.connect(URL) as conn:
            conn.execute("drop table if exists log")
            conn.execute("create table log (id int, at timestamptz not null)")
            for number, age in enumerate(AGES):
                conn.execute("insert into log values (%s, now() - make_interval(secs => %s))", (number, age * 86400))
        with contextlib.redirect_stdout(io.StringIO()), psycopg.connect(URL) as conn:
            deleted = purge(conn, days)
        with psycopg.connect(URL) as conn:
            left = [AGES[row[0]] for row in conn.execute("select id from log order by id")]
        passed = left == wanted and deleted == len(AGES) - len(wanted)
        evidence = f"purge(conn, {days}) said {deleted}; of the ages {list(AGES)} are left {left}"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


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
    checks = [judge("works", 1, [0.5]), judge("deletes nothing that is younger than it was told", 30, [0.5, 1.5, 10, 29])]
finally:
    with contextlib.suppress(Exception):
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)
print(json.dumps({"checks": checks}), flush=True)
