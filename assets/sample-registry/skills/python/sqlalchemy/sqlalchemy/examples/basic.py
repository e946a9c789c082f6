"""A complete SQLAlchemy 2.x program: mapping, units of work, eager loading, savepoints.

Run it with:  python basic.py [database-url]
Without an argument it uses an in-memory SQLite database.
"""

import sys
from decimal import Decimal

from sqlalchemy import ForeignKey, Numeric, create_engine, event, func, insert, select
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    mapped_column,
    raiseload,
    relationship,
    selectinload,
    sessionmaker,
)


class Base(DeclarativeBase):
    pass


class Customer(Base):
    __tablename__ = "example_customer"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    email: Mapped[str | None]  # nullable because of "| None"
    orders: Mapped[list["Order"]] = relationship(
        back_populates="customer", cascade="all, delete-orphan"
    )


class Order(Base):
    __tablename__ = "example_order"

    id: Mapped[int] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("example_customer.id"))
    total: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    customer: Mapped[Customer] = relationship(back_populates="orders")


def make_engine(url: str) -> Engine:
    engine = create_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def enable_foreign_keys(dbapi_connection, connection_record):
            cursor = dbapi_connection.cursor()
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()

    return engine


def add_customers(session: Session, names: list[str]) -> list[str]:
    """Add what is new; a duplicate costs one savepoint, not the transaction."""
    refused = []
    for name in names:
        try:
            with session.begin_nested():
                session.add(Customer(name=name))
        except IntegrityError:
            refused.append(name)
    return refused


def report(session: Session) -> list[tuple[str, int, Decimal]]:
    """Two statements, whatever the number of customers; anything lazy would raise."""
    stmt = (
        select(Customer)
        .options(selectinload(Customer.orders), raiseload("*"))
        .order_by(Customer.name)
    )
    # Plain data leaves the session, mapped objects do not.
    return [
        (c.name, len(c.orders), sum((o.total for o in c.orders), Decimal(0)))
        for c in session.scalars(stmt)
    ]


def main() -> None:
    url = sys.argv[1] if len(sys.argv) > 1 else "sqlite+pysqlite:///:memory:"
    engine = make_engine(url)
    factory = sessionmaker(engine)
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    try:
        with factory.begin() as session:  # commits, or rolls back on an exception
            refused = add_customers(session, ["Ada", "Grace", "Ada"])
        assert refused == ["Ada"]
        print("refused:", refused)

        with factory.begin() as session:
            ada = session.scalars(select(Customer).where(Customer.name == "Ada")).one()
            # Bulk insert without building objects: one batched statement.
            session.execute(
                insert(Order),
                [{"customer_id": ada.id, "total": Decimal(n)} for n in (10, 20, 30)],
            )

        with factory() as session:
            rows = report(session)
            assert rows == [("Ada", 3, Decimal(60)), ("Grace", 0, Decimal(0))]
            for name, count, total in rows:
                print(f"{name}: {count} orders, {total:.2f}")
            assert session.scalar(select(func.count()).select_from(Order)) == 3

        # Lock, and read anew what this session may have loaded before.
        with factory.begin() as session:
            stmt = select(Order).order_by(Order.id).with_for_update()
            for order in session.scalars(stmt.execution_options(populate_existing=True)):
                order.total *= 2
        with factory() as session:
            assert report(session)[0] == ("Ada", 3, Decimal(120))

        # No commit, no change: leaving the block rolls back.
        with factory() as session:
            session.get_one(Customer, 1).name = "lost"
            session.flush()
        with factory() as session:
            name = session.get_one(Customer, 1).name
            assert name == "Ada"
            print("still:", name)
    finally:
        Base.metadata.drop_all(engine)
        engine.dispose()


if __name__ == "__main__":
    main()
