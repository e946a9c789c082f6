"""Parses valid and invalid logins, and looks for the password in what is logged."""
import contextlib
import io
import json
import logging

SECRET = "hunter2-correct-horse"
VALID = {"user": "ada", "password": SECRET, "device": 7}
INVALID = (
    {"password": SECRET, "device": 7},
    {"user": "ada", "password": SECRET},
    {"user": "ada", "password": [SECRET], "device": 7},
    {"user": 5, "password": SECRET, "device": "x"},
)


def parsed(body):
    """What parse() returned, and all that it wrote."""
    from login import parse

    said = io.StringIO()
    handler = logging.StreamHandler(said)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return parse(json.dumps(body)), said.getvalue()
    finally:
        root.removeHandler(handler)


def works():
    model, _ = parsed(VALID)
    result, said = parsed({"user": "ada", "password": SECRET, "device": "seven"})
    fine = model.user == "ada" and model.device == 7 and result is None and "device" in said
    return fine, f"valid: {type(model).__name__}; invalid: {result}, and the log {'names' if 'device' in said else 'does not name'} the field"


def keeps_the_secret():
    leaks = [body for body in INVALID if SECRET in parsed(body)[1]]
    return not leaks, f"the password was in the log for {len(leaks)} of {len(INVALID)} invalid logins"


def judge(name, work):
    try:
        passed, evidence = work()
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": bool(passed), "evidence": evidence[:250]}


print(json.dumps({"checks": [judge("works", works), judge("logs no password", keeps_the_secret)]}))
