from psycopg import errors


def book(conn, seat, name):
    try:
        row = conn.execute("select blocked from seat where id = %s", (seat,)).fetchone()
        if row is None or row[0]:
            conn.rollback()
            return False
        conn.execute("insert into booking (seat, name) values (%s, %s)", (seat, name))
        conn.execute("insert into journal (seat, name) values (%s, %s)", (seat, name))
    except errors.UniqueViolation:
        conn.rollback()
        return False
    except BaseException:
        conn.rollback()
        raise
    # The first select has begun a transaction: a transaction() block would only be a savepoint in it.
    conn.commit()
    return True
