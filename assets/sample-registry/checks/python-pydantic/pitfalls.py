"""Runs the claims of pitfalls.md: bad code fails as said, good code does not.

Run with: python pitfalls.py   (pydantic 2.13.4)
"""

import datetime as dt
import json
import time
import warnings
from typing import Annotated, Literal

import pydantic
from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    SerializeAsAny,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)


def fails(call, part=""):
    """The text of the ValidationError that a call raises; the part must be in it."""
    try:
        result = call()
    except ValidationError as error:
        assert part in str(error), str(error)
        return str(error)
    raise AssertionError(f"accepted: {result!r}")


def check_optional_is_required():
    """`str | None` without a default is required; `= None` makes it optional."""

    class Bad(BaseModel):
        name: str
        nick: str | None

    class Good(BaseModel):
        name: str
        nick: str | None = None

    text = fails(lambda: Bad(name="a"), "Field required [type=missing, input_value={'name': 'a'}")
    assert text.startswith("1 validation error for Bad\nnick\n")
    assert Good(name="a").nick is None

    class Half(BaseModel):
        nick: str = None

    fails(lambda: Half(nick=None), "Input should be a valid string")
    assert Half().nick is None


def check_unknown_keys_vanish():
    """A misspelt key is dropped without a word; extra="forbid" names it; extra="allow" keeps it."""

    class Bad(BaseModel):
        timeout: int = 30

    class Good(BaseModel):
        model_config = ConfigDict(extra="forbid")
        timeout: int = 30

    assert Bad.model_validate({"timeuot": 5}).timeout == 30
    assert Bad(timeuot=5).model_dump() == {"timeout": 30}
    fails(lambda: Good.model_validate({"timeuot": 5}), "Extra inputs are not permitted")

    class Outer(Good):
        inner: Bad = Bad()

    # The setting isn't inherited by nested models.
    assert Outer.model_validate({"inner": {"timeuot": 5}}).inner.timeout == 30


def check_assignment_isn_t_validated():
    """Assignments, defaults, model_copy and model_construct validate nothing."""

    class Bad(BaseModel):
        age: int = "unknown"

    class Good(BaseModel):
        model_config = ConfigDict(validate_assignment=True, validate_default=True)
        age: int = 0

    user = Bad(age=3)
    user.age = "old"
    assert user.age == "old" and Bad().age == "unknown"
    assert Good().model_copy(update={"age": "old", "nonsense": 1}).age == "old"
    user = Good(age=3)
    fails(lambda: setattr(user, "age", "old"), "Input should be a valid integer")
    assert user.age == 3

    class Wrong(Good):
        age: int = "unknown"

    fails(Wrong, "valid integer")
    assert Good.model_validate(user.model_dump() | {"age": "7"}).age == 7
    # Changes inside of a list aren't seen, with validate_assignment either.

    class Tags(BaseModel):
        model_config = ConfigDict(validate_assignment=True, frozen=True)
        tags: list[int] = []

    tags = Tags()
    tags.tags.append("x")
    assert tags.tags == ["x"] and Tags().tags == []  # each instance has its own default


def check_a_wrong_value_stays_until_dumped():
    """A dump of a wrong value only warns."""

    class User(BaseModel):
        age: int

    user = User(age=1)
    user.age = "old"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert user.model_dump_json() == '{"age":"old"}'
    assert "Pydantic serializer warnings" in str(caught[0].message), caught[0].message
    return str(caught[0].message)


def check_partial_update():
    """model_dump() of a patch holds the defaults; exclude_unset only what was sent."""

    class Patch(BaseModel):
        name: str | None = None
        active: bool | None = None

    stored = {"name": "Ada", "active": True}
    patch = Patch.model_validate({"name": "Bob"})
    assert stored | patch.model_dump() == {"name": "Bob", "active": None}
    assert stored | patch.model_dump(exclude_unset=True) == {"name": "Bob", "active": True}
    # exclude_none can't set a field to null; exclude_defaults neither.
    patch = Patch.model_validate({"active": None})
    assert patch.model_dump(exclude_none=True) == {} == patch.model_dump(exclude_defaults=True)
    assert patch.model_dump(exclude_unset=True) == {"active": None}
    assert patch.model_fields_set == {"active"}


def check_subclass_fields_are_dropped():
    """A field of the base class dumps only the base's fields; SerializeAsAny dumps all."""

    class Event(BaseModel):
        id: int

    class Paid(Event):
        amount: int

    class Bad(BaseModel):
        events: list[Event]

    class Good(BaseModel):
        events: list[SerializeAsAny[Event]]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Bad(events=[Paid(id=1, amount=5)]).model_dump() == {"events": [{"id": 1}]}
    assert Good(events=[Paid(id=1, amount=5)]).model_dump() == {"events": [{"id": 1, "amount": 5}]}
    assert Bad(events=[Paid(id=1, amount=5)]).model_dump(serialize_as_any=True)["events"][0]["amount"] == 5
    assert Bad(events=[Paid(id=1, amount=5)]).model_dump(polymorphic_serialization=True)["events"][0]["amount"] == 5
    # Reading it back gives the base class, whatever the type was.
    assert type(Good.model_validate({"events": [{"id": 1, "amount": 5}]}).events[0]) is Event

    class Open(BaseModel):
        kind: Literal["open"] = "open"
        id: int

    class Payment(BaseModel):
        kind: Literal["paid"] = "paid"
        id: int
        amount: int

    class Best(BaseModel):
        events: list[Annotated[Open | Payment, Field(discriminator="kind")]]

    best = Best(events=[Payment(id=1, amount=5)])
    assert Best.model_validate_json(best.model_dump_json()) == best


def check_json_dumps():
    """json.dumps(model.model_dump()) fails for datetime and Decimal; mode="json" and model_dump_json work."""
    import decimal

    class Row(BaseModel):
        at: dt.datetime
        price: decimal.Decimal

    row = Row(at="2026-01-31T10:00:00Z", price="1.50")
    try:
        json.dumps(row.model_dump())
    except TypeError as error:
        assert str(error) == "Object of type datetime is not JSON serializable"
    else:
        raise AssertionError
    assert row.model_dump(mode="json") == {"at": "2026-01-31T10:00:00Z", "price": "1.50"}
    assert row.model_dump_json() == '{"at":"2026-01-31T10:00:00Z","price":"1.50"}'
    try:
        json.dumps(row)
    except TypeError as error:
        assert str(error) == "Object of type Row is not JSON serializable"


def check_validator_without_return():
    """A validator that returns nothing sets the field to None."""

    class Bad(BaseModel):
        name: str

        @field_validator("name")
        @classmethod
        def not_blank(cls, value):
            if not value.strip():
                raise ValueError("blank")

    class Good(BaseModel):
        name: str

        @field_validator("name")
        @classmethod
        def not_blank(cls, value: str) -> str:
            if not value.strip():
                raise ValueError("blank")
            return value

    assert Bad(name="Ada").name is None
    assert Good(name="Ada").name == "Ada"
    fails(lambda: Good(name=" "), "Value error, blank [type=value_error")

    class AfterModel(BaseModel):
        name: str

        @model_validator(mode="after")
        def nothing(self):
            pass

    result = AfterModel.model_validate({"name": "a"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = AfterModel(name="a")
    return f"model_validator that returns nothing: {result!r}, by the constructor {made!r}"


def check_other_fields_in_a_validator():
    """info.data lacks later fields and failed ones; a default isn't validated; model_validator sees all."""

    class Bad(BaseModel):
        start: dt.date
        end: dt.date

        @field_validator("end")
        @classmethod
        def ordered(cls, value, info: ValidationInfo):
            if value < info.data["start"]:
                raise ValueError("ends before it starts")
            return value

    try:
        Bad(start="yesterday", end="2026-01-01")
    except KeyError as error:
        assert str(error) == "'start'"  # instead of a ValidationError
    else:
        raise AssertionError

    class Later(BaseModel):
        end: int
        start: int

        @field_validator("end")
        @classmethod
        def ordered(cls, value, info: ValidationInfo):
            assert info.data == {}, info.data
            return value

    Later(end=1, start=2)

    class Good(BaseModel):
        start: dt.date
        end: dt.date

        @model_validator(mode="after")
        def ordered(self):
            if self.end < self.start:
                raise ValueError("ends before it starts")
            return self

    fails(lambda: Good(start="yesterday", end="2026-01-01"), "start\n")
    fails(lambda: Good(start="2026-01-02", end="2026-01-01"), "Value error, ends before it starts")
    assert Good(start="2026-01-01", end="2026-01-02")

    class Default(BaseModel):
        size: int = -1

        @field_validator("size")
        @classmethod
        def positive(cls, value):
            if value < 0:
                raise ValueError("negative")
            return value

    assert Default().size == -1  # validators don't run for defaults


def check_lax_mode():
    """Lax mode turns numbers into times, words into booleans; strict doesn't."""

    class Bad(BaseModel):
        at: dt.datetime
        paid: bool
        count: int

    bad = Bad(at=2026, paid="off", count="7")
    assert bad.at == dt.datetime(1970, 1, 1, 0, 33, 46, tzinfo=dt.timezone.utc)
    assert bad.paid is False and bad.count == 7
    # From about 2e10 on a number is taken for milliseconds.
    one = TypeAdapter(dt.datetime).validate_python
    assert one(20_000_000_000).year == 2603 and one(20_000_000_001).year == 1970
    assert TypeAdapter(int).validate_python(True) == 1 and TypeAdapter(int).validate_python(3.0) == 3
    fails(lambda: TypeAdapter(int).validate_python(3.5), "got a number with a fractional part")
    fails(lambda: TypeAdapter(str).validate_python(7), "Input should be a valid string")
    assert [TypeAdapter(bool).validate_python(w) for w in ("y", "on", "t", "1", 1, 1.0)] == [True] * 6

    class Good(BaseModel):
        model_config = ConfigDict(strict=True)
        at: AwareDatetime
        paid: bool
        count: int

    for wrong in ({"at": 2026}, {"paid": "off"}, {"count": "7"}):
        sent = {"at": "2026-01-31T10:00:00Z", "paid": False, "count": 7} | wrong
        fails(lambda: Good.model_validate_json(json.dumps(sent)))
    good = Good.model_validate_json('{"at": "2026-01-31T10:00:00Z", "paid": false, "count": 7}')
    assert good.at.tzinfo is not None
    # strict refuses strings for times in Python input, and takes them in JSON.
    fails(lambda: Good(at="2026-01-31T10:00:00Z", paid=False, count=7), "Input should be a valid datetime")
    # A time without a zone is taken by datetime, not by AwareDatetime.
    assert one("2026-01-31T10:00:00").tzinfo is None
    fails(lambda: TypeAdapter(AwareDatetime).validate_python("2026-01-31T10:00:00"), "should have timezone info")


def check_union_without_discriminator():
    """A union of similar models takes the first; a discriminator takes the right one, with a short error."""

    class Email(BaseModel):
        to: str
        subject: str = ""

    class Sms(BaseModel):
        to: str
        urgent: bool = False

    class Bad(BaseModel):
        message: Email | Sms

    # `urgent` is misspelt or left out: the first model wins.
    assert type(Bad(message={"to": "+49"}).message) is Email
    assert type(Bad(message={"to": "+49", "urgent": True}).message) is Sms  # smart mode counts set fields
    assert type(Bad(message={"to": "+49", "urgnt": True}).message) is Email
    text = fails(lambda: Bad(message={}))
    assert text.startswith("2 validation errors for Bad\nmessage.Email.to")

    class Email2(Email):
        kind: Literal["email"]

    class Sms2(Sms):
        kind: Literal["sms"]

    class Good(BaseModel):
        message: Annotated[Email2 | Sms2, Field(discriminator="kind")]

    assert type(Good(message={"kind": "sms", "to": "+49"}).message) is Sms2
    fails(lambda: Good(message={"kind": "fax"}), "Input tag 'fax' found using 'kind' does not match any of the expected tags: 'email', 'sms'")
    fails(lambda: Good(message={"to": "x"}), "Unable to extract tag using discriminator 'kind'")
    # int | str keeps a string that looks like a number.
    assert TypeAdapter(int | str).validate_python("7") == "7"
    assert TypeAdapter(int | float).validate_python("7") == 7


def check_iterable_field_is_read_once():
    """An Iterable field can be read once, a list as well; then it is dumped as []."""
    from collections.abc import Iterable

    class Bad(BaseModel):
        ids: Iterable[int]

    bad = Bad(ids=["1", "2"])
    assert list(bad.ids) == [1, 2] and list(bad.ids) == [] and bad.model_dump_json() == '{"ids":[]}'
    bad = Bad(ids=["1", "x"])  # accepted
    fails(lambda: list(bad.ids), "Input should be a valid integer")

    class Good(BaseModel):
        ids: list[int]

    good = Good(ids=["1", "2"])
    assert list(good.ids) == list(good.ids) == [1, 2] and good.model_dump_json() == '{"ids":[1,2]}'
    fails(lambda: Good(ids=["1", "x"]))


def check_http_url_is_no_string():
    """HttpUrl isn't a str, gets a slash, and fails in f-string-free joins; str() makes it one."""

    class Config(BaseModel):
        base: HttpUrl

    base = Config(base="http://example.com").base
    assert not isinstance(base, str) and str(base) == "http://example.com/"
    assert f"{base}/users" == "http://example.com//users"
    try:
        base + "users"
    except TypeError as error:
        said = str(error)
    assert "unsupported operand" in said
    assert base != "http://example.com/"
    assert str(base).rstrip("/") + "/users" == "http://example.com/users"
    try:
        json.dumps({"url": base})
    except TypeError as error:
        assert str(error) == "Object of type HttpUrl is not JSON serializable"
    import urllib.request

    try:
        urllib.request.urlopen(base)
    except AttributeError as error:
        said += f"; urlopen: {error}"
    return said


def check_default_is_computed_once():
    """default=now() is computed at import; default_factory per instance; a list default is copied."""

    class Bad(BaseModel):
        at: dt.datetime = dt.datetime.now(dt.timezone.utc)

    class Good(BaseModel):
        at: dt.datetime = Field(default_factory=lambda: dt.datetime.now(dt.timezone.utc))

    first = Bad().at, Good().at
    time.sleep(0.01)
    assert Bad().at == first[0] and Good().at > first[1]


def main():
    assert pydantic.VERSION == "2.13.4", pydantic.VERSION
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "")


if __name__ == "__main__":
    main()
