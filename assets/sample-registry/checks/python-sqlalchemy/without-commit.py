"""Writes through engine.connect() and through engine.begin(), as the window's first page shows it, and looks what is stored."""
from sqlalchemy import create_engine, event, text
from sqlalchemy.pool import StaticPool

engine = create_engine("sqlite://", poolclass=StaticPool)
counts = []
event.listen(engine, "after_cursor_execute", lambda conn, cursor, *_: counts.append(cursor.rowcount))
with engine.begin() as conn:
    conn.execute(text("create table users (id integer primary key, active boolean)"))
    conn.execute(text("insert into users values (7, true)"))


def is_active():
    with engine.connect() as conn:
        return bool(conn.scalar(text("select active from users where id = 7")))


with engine.connect() as conn:
    conn.execute(text("update users set active = false where id = :id"), {"id": 7})
print("done")

assert counts[-1] == 1, counts
assert is_active(), "the update was written"

with engine.begin() as conn:
    conn.execute(text("update users set active = false where id = :id"), {"id": 7})
print("done")

assert counts[-1] == 1, counts
assert not is_active(), "the update was not written"
