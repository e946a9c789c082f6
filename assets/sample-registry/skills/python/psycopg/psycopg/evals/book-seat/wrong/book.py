from psycopg import errors


def book(conn, seat, name):
    row = conn.execute("select blocked from seat where id = %s", (seat,)).fetchone()
    if row is None or row[0]:
        return False
    try:
        with conn.transaction():
            conn.execute("insert into booking (seat, name) values (%s, %s)", (seat, name))
            conn.execute("insert into journal (seat, name) values (%s, %s)", (seat, name))
    except errors.UniqueViolation:
        return False
    return True
