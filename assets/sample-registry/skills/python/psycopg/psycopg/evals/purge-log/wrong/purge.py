def purge(conn, days):
    with conn.cursor() as cur:
        cur.execute("DELETE FROM log WHERE at < now() - interval '%s days'", (days,))
        deleted = cur.rowcount
    conn.commit()
    return deleted
