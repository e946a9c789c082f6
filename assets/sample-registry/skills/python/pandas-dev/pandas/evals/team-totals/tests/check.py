"""Adds up sales that all have a team, and sales of which some have none."""
import contextlib
import io
import json

HEAD = "day,team,product,cents\n"
PLAIN = "2026-01-01,north,pen,150\n2026-01-01,south,ink,250\n2026-01-02,north,ink,50\n"
SOME = "2026-01-01,north,pen,150\n2026-01-01,,ink,999\n2026-01-02,south,ink,50\n2026-01-02,,pen,1\n"


def added(text):
    from totals import totals

    with open("sales.csv", "w", encoding="utf-8") as file:
        file.write(HEAD + text)
    with contextlib.redirect_stdout(io.StringIO()):
        return {str(team): int(cents) for team, cents in totals("sales.csv").items()}


def works():
    got = added(PLAIN)
    return got == {"north": 200, "south": 250}, f"totals gave {got}"


def adds_up():
    got = added(SOME)
    wanted = sum(int(line.rpartition(",")[2]) for line in SOME.splitlines())
    fine = sum(got.values()) == wanted and got.get("north") == 150 and got.get("south") == 50
    return fine, f"the totals {got} are {sum(got.values())} of {wanted} cents"


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


print(json.dumps({"checks": [judge("works", works), judge("loses no sales", adds_up)]}))
