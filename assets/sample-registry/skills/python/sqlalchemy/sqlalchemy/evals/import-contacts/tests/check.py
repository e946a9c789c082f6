"""Loads rows that all have the same fields, and rows of which some have a field more than the first."""
import contextlib
import io
import json

FULL = [{"name": f"n{i}", "mail": f"{i}@example.com", "phone": str(i)} for i in range(50)]
SOME = [{"name": "a"}, {"name": "b", "mail": "b@example.com"}, {"name": "c", "phone": "3"}, {"name": "d"}]


def stored(rows):
    from load import load
    from sqlalchemy import create_engine, select
    from tables import contacts, metadata

    engine = create_engine("sqlite:///contacts.db")
    metadata.drop_all(engine)
    metadata.create_all(engine)
    with contextlib.redirect_stdout(io.StringIO()):
        load(engine, [dict(row) for row in rows])
    with engine.connect() as connection:
        found = connection.execute(select(contacts.c.name, contacts.c.mail, contacts.c.phone)).fetchall()
    return sorted(tuple(row) for row in found)


def judge(name, rows):
    wanted = sorted((row["name"], row.get("mail"), row.get("phone")) for row in rows)
    try:
        found = stored(rows)
        lost = sum(one is not None for row in wanted for one in row) - sum(one is not None for row in found for one in row)
        passed, evidence = found == wanted, f"{len(found)} of {len(wanted)} rows stored, {lost} values lost"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


print(json.dumps({"checks": [judge("works", FULL), judge("keeps fields that the first row lacks", SOME)]}))
