"""A complete Pydantic program: strict input, partial update, unions, errors without inputs; it asserts what it does.

Run it with:  python basic.py     (pydantic 2.13; no network)
"""

import json
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]


class Incoming(BaseModel):
    """The base of everything that comes from outside; each nested model derives from it as well."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)


class Card(Incoming):
    kind: Literal["card"]
    token: SecretStr


class Invoice(Incoming):
    kind: Literal["invoice"]
    reference: Name


class Order(Incoming):
    id: int = Field(gt=0)
    price: Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)]
    opens: AwareDatetime
    closes: AwareDatetime
    tags: list[Name] = Field(default=[], max_length=5)
    payment: Annotated[Card | Invoice, Field(discriminator="kind")]

    @field_validator("tags")
    @classmethod
    def unique(cls, value: list[str]) -> list[str]:
        if len(set(value)) != len(value):
            raise ValueError("tags must be unique")
        return value  # without this line every order would have None

    @model_validator(mode="after")
    def ordered(self) -> "Order":
        if self.closes <= self.opens:
            raise ValueError("closes before it opens")
        return self


class OrderPatch(Incoming):
    """What may be changed. None means: set it to null; a missing key: leave it."""

    note: str | None = None
    active: bool | None = None


class OrderOut(BaseModel):
    """What may be seen."""

    model_config = ConfigDict(from_attributes=True)
    id: int
    price: Decimal


ORDERS = TypeAdapter(list[Order])


def problems(error: ValidationError) -> list[str]:
    """The errors for a caller: no inputs, no addresses, no exceptions."""
    details = error.errors(include_input=False, include_url=False, include_context=False)
    return [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in details]


def order(**changes) -> dict:
    return {
        "id": 1,
        "price": "12.50",
        "opens": "2026-01-01T08:00:00Z",
        "closes": "2026-01-01T18:00:00Z",
        "payment": {"kind": "card", "token": "secret-token"},
        **changes,
    }


def refused(**changes) -> list[str]:
    try:
        Order.model_validate_json(json.dumps(order(**changes)))
    except ValidationError as error:
        assert "secret-token" not in str(error)
        return problems(error)
    raise AssertionError(f"accepted: {changes}")


def main() -> None:
    first = Order.model_validate_json(json.dumps(order(tags=[" a ", "b"])))
    assert first.tags == ["a", "b"] and first.price == Decimal("12.50")
    assert isinstance(first.payment, Card) and "secret-token" not in repr(first)
    print("accepted:", first.id, first.price, first.payment)

    assert refused(prise=1) == ["prise: Extra inputs are not permitted"]
    assert refused(id="1") == ["id: Input should be a valid integer"]
    assert refused(opens=2026) == ["opens: Input should be a valid datetime"], refused(opens=2026)
    assert refused(opens="2026-01-01T08:00:00") == ["opens: Input should have timezone info"]
    assert refused(closes="2026-01-01T07:00:00Z") == [": Value error, closes before it opens"]
    assert refused(tags=["a", "a "]) == ["tags: Value error, tags must be unique"]
    assert refused(payment={"kind": "card", "token": "secret-token", "pin": 1}) == [
        "payment.card.pin: Extra inputs are not permitted"
    ]
    assert refused(payment={"kind": "cash"})[0].startswith("payment: Input tag 'cash' found using 'kind'")
    print("refused:", *refused(id="1", prise=1), sep="\n  ")

    many = ORDERS.validate_json(json.dumps([order(id=n) for n in range(1, 101)]))
    assert len(many) == 100

    stored = {"note": "old", "active": True}
    patch = OrderPatch.model_validate_json('{"note": null}')
    assert stored | patch.model_dump(exclude_unset=True) == {"note": None, "active": True}
    print("patched:", stored | patch.model_dump(exclude_unset=True))

    assert OrderOut.model_validate(first).model_dump_json() == '{"id":1,"price":"12.50"}'


if __name__ == "__main__":
    main()
