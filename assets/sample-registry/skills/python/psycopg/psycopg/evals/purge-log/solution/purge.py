def purge(conn, days):
    # A placeholder inside of quotes would not be replaced by the value.
    deleted = conn.execute("delete from log where at < now() - make_interval(days => %s)", (days,)).rowcount
    conn.commit()
    return deleted
