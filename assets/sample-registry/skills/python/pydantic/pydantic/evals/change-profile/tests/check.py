"""Changes whole profiles, single fields, and removes a phone number."""
import contextlib
import io
import json

STORED = {"name": "Ada", "phone": "+49 30 1", "newsletter": True}


def judge(name, *cases):
    evidence = []
    passed = True
    try:
        from changes import apply

        for change, wanted in cases:
            with contextlib.redirect_stdout(io.StringIO()):
                got = apply(dict(STORED), json.dumps(change))
            passed = passed and got == wanted
            evidence.append(f"{json.dumps(change)} gave {json.dumps(got)}")
    except BaseException as error:
        passed = False
        evidence.append(repr(error))
    return {"name": name, "passed": passed, "evidence": "; ".join(evidence)[:250]}


def refuses():
    try:
        from changes import apply
        from pydantic import ValidationError

        try:
            got = apply(dict(STORED), '{"newsletter": "perhaps"}')
        except ValidationError:
            return True, "refused"
        return False, f"accepted: {got}"
    except BaseException as error:
        return False, repr(error)


works = judge("works", ({"name": "Bob", "phone": "+1 2", "newsletter": False}, {"name": "Bob", "phone": "+1 2", "newsletter": False}))
fine, said = refuses()
works = {"name": "works", "passed": works["passed"] and fine, "evidence": f"{works['evidence']}; an invalid one: {said}"[:250]}
checks = [
    works,
    judge("keeps what was not sent", ({"name": "Bob"}, STORED | {"name": "Bob"}), ({"newsletter": False}, STORED | {"newsletter": False}), ({}, STORED)),
    judge("removes a phone number by null", ({"phone": None, "name": "Ada", "newsletter": True}, STORED | {"phone": None})),
]
print(json.dumps({"checks": checks}))
