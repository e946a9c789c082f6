from sqlalchemy import Column, Integer, MetaData, String, Table

metadata = MetaData()
contacts = Table(
    "contacts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("mail", String(120)),
    Column("phone", String(40)),
)
