"""Sums 500 lines with four workers, and with one."""
import json
import os
import subprocess

LINES = [f"line {at} " + "x" * (at % 37) for at in range(500)]
WANTED = [sum(line.encode()) for line in LINES]


def judge(name, threads):
    program = os.path.join(os.environ["CACHE"], "debug", "sums")
    try:
        if not os.path.exists("src/main.rs") or not os.path.exists(program):
            log = open("build.log").read() if os.path.exists("build.log") else ""
            raise RuntimeError(f"there is no program {log[-200:]}")
        done = subprocess.run(
            [program],
            input="\n".join(LINES) + "\n",
            capture_output=True,
            text=True,
            timeout=20,
            env={**os.environ, "RAYON_NUM_THREADS": str(threads)},
        )
        found = [int(line) for line in done.stdout.split()]
        passed, evidence = found == WANTED, f"{len(found)} of {len(WANTED)} sums with {threads} workers, exit {done.returncode}"
    except subprocess.TimeoutExpired:
        passed, evidence = False, f"not done within 20 s with {threads} worker"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


print(json.dumps({"checks": [judge("works", 4), judge("ends on a machine with one core", 1)]}))
