"""Gives orders to the program, right ones and ones that are none of the three."""
import json
import os
import subprocess


def run(lines):
    program = os.path.join(os.environ["CACHE"], "debug", "orders")
    if not os.path.exists("src/main.rs") or not os.path.exists(program):
        log = open("build.log").read() if os.path.exists("build.log") else ""
        raise RuntimeError(f"there is no program {log[-200:]}")
    done = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60)
    return done.stdout.split("\n")[:-1]


def judge(name, pairs):
    try:
        found = run([line for line, _ in pairs])
        passed = found == [answer for _, answer in pairs]
        evidence = f"printed {found}"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


WORKS = [
    ('{"id":7}', "cancel 7"),
    ('{"id":8,"amount":3}', "change 8 3"),
    ('{"id":9,"to":"A1"}', "move 9 A1"),
    ("nonsense", "refused"),
    ('{"amount":3}', "refused"),
    ('{"to":"A1","id":10}', "move 10 A1"),
]
MISSPELT = [('{"id":7,"amuont":3}', "refused"), ('{"id":7,"too":"A1"}', "refused"), ('{"id":8}', "cancel 8")]
WRONG_VALUES = [('{"id":7,"amount":"3"}', "refused"), ('{"id":7,"amount":-1}', "refused"), ('{"id":7,"to":null}', "refused")]
print(
    json.dumps(
        {
            "checks": [
                judge("works", WORKS),
                judge("takes no misspelt change for a cancellation", MISSPELT),
                judge("takes no change with a wrong value for a cancellation", WRONG_VALUES),
            ]
        }
    )
)
