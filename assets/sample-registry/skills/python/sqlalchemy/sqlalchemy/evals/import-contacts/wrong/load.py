from sqlalchemy import insert
from tables import contacts


def load(engine, rows):
    with engine.begin() as connection:
        connection.execute(insert(contacts), rows)
    return len(rows)
