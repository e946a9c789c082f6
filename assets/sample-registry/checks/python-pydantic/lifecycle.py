"""Runs the claims of lifecycle.md, best-practices.md and performance.md. Run with: python lifecycle.py"""

import dataclasses
import functools
import gc
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
import warnings
from typing import Annotated, Iterable, Literal

import pydantic
from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    TypeAdapter,
    ValidationError,
    computed_field,
    field_serializer,
    field_validator,
    model_validator,
    validate_call,
)
from typing_extensions import TypedDict


def fails(call, part=""):
    try:
        result = call()
    except ValidationError as error:
        assert part in str(error), str(error)
        return error
    raise AssertionError(f"accepted: {result!r}")


def check_order():
    """before model, before field, core, after field, after model, model_post_init."""
    steps = []

    class M(BaseModel):
        n: int

        @model_validator(mode="before")
        @classmethod
        def a(cls, data):
            steps.append(("model before", data))
            return data

        @field_validator("n", mode="before")
        @classmethod
        def b(cls, value):
            steps.append(("field before", value))
            return value

        @field_validator("n")
        @classmethod
        def c(cls, value):
            steps.append(("field after", value))
            return value

        @model_validator(mode="after")
        def d(self):
            steps.append(("model after", self.n))
            return self

        def model_post_init(self, context):
            steps.append(("post init", self.n))

    M(n="7")
    assert [s[0] for s in steps] == ["model before", "field before", "field after", "post init", "model after"], steps
    assert steps[1][1] == "7" and steps[2][1] == 7
    # A failed field: no model after.
    steps.clear()
    fails(lambda: M(n="x"))
    assert [s[0] for s in steps] == ["model before", "field before"]
    steps.clear()
    M.model_construct(n=1)
    assert [s[0] for s in steps] == ["post init"]
    steps.clear()
    M(n=1).model_copy()
    assert [s[0] for s in steps].count("post init") == 1  # of the constructor; the copy runs nothing
    # A model before validator gets whatever was passed: a dict, an instance, a string.
    seen = []

    class Any(BaseModel):
        n: int = 0

        @model_validator(mode="before")
        @classmethod
        def look(cls, data):
            seen.append(type(data).__name__)
            return data

    Any.model_validate({})
    fails(lambda: Any.model_validate("text"))
    assert seen == ["dict", "str"]
    # And its changes reach the caller's dict.
    given = {"a": 1}

    class Pops(BaseModel):
        @model_validator(mode="before")
        @classmethod
        def pop(cls, data):
            data.pop("a")
            return data

    Pops.model_validate(given)
    assert given == {}


def check_forward_reference():
    """A class that names a later class is completed at its first use, or says what to do."""

    class Order(BaseModel):
        lines: "list[Line]"

    try:
        Order(lines=[])
    except pydantic.errors.PydanticUserError as error:
        text = str(error)
        assert text.startswith("`Order` is not fully defined; you should define `Line`, then call `Order.model_rebuild()`.")
    else:
        raise AssertionError

    class Line(BaseModel):
        n: int

    Order.model_rebuild()
    assert Order(lines=[{"n": 1}]).lines[0].n == 1


def check_messages_of_class_errors():
    """Messages at class definition."""
    texts = {}
    try:

        class A(BaseModel):
            x = 1
    except pydantic.errors.PydanticUserError as error:
        texts["no annotation"] = str(error).split("\n")[0]
    try:

        class B(BaseModel):
            _x: int = Field(default=1)
            __y = 3

        texts["underscore"] = "accepted"
    except NameError as error:
        texts["underscore"] = str(error)

    class Private(BaseModel):
        _x: int = 1

    assert Private(_x=5)._x == 1  # an input for it is ignored
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        class C(BaseModel):
            json: str = ""
            model_name: str = ""

        class D(BaseModel):
            model_validate_it: str = ""

        texts["warnings"] = [str(w.message).split("\n")[0] for w in caught]
    try:

        class E(BaseModel):
            name: str = Field(regex="x")
    except Exception as error:
        texts["regex"] = f"{type(error).__name__}: {error}".split("\n")[0]
    try:
        from pydantic import BaseSettings  # noqa: F401
    except Exception as error:
        texts["settings"] = f"{type(error).__name__}: {error}".split("\n")[0]

    class Odd:
        pass

    try:

        class F(BaseModel):
            odd: Odd
    except Exception as error:
        texts["arbitrary"] = f"{type(error).__name__}: {error}".split("\n")[0]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        class G(BaseModel):
            class Config:
                orm_mode = True

        G().dict()
        texts["v1"] = [str(w.message).split("\n")[0] for w in caught]
    try:

        class H(BaseModel):
            model_config = ConfigDict(from_attributes=True)
            __root__: int
    except Exception as error:
        texts["root"] = f"{type(error).__name__}: {error}"
    return texts


def check_alias():
    """An aliased field is filled by its alias only, and dumped by its name; validate_by_name and by_alias mend it."""

    class Bad(BaseModel):
        user_id: int = Field(alias="userId")

    fails(lambda: Bad(user_id=1), "userId\n  Field required")
    assert Bad(userId=1).model_dump() == {"user_id": 1}
    assert Bad(userId=1).model_dump(by_alias=True) == {"userId": 1}

    class Good(BaseModel):
        model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)
        user_id: int = Field(alias="userId")
        mail: str = Field(default="", validation_alias=AliasChoices("mail", "email"))

    assert Good(user_id=1) == Good(userId=1) and Good(userId=1, email="a").mail == "a"
    assert Good(user_id=1).model_dump()["userId"] == 1
    # A default with an unknown name: silently the default.

    class Silent(BaseModel):
        user_id: int = Field(default=0, alias="userId")

    assert Silent(user_id=5).user_id == 0


def check_settings():
    """Settings read the environment without regard to case, refuse unknown keys of .env, keep typed values."""
    from pydantic_settings import BaseSettings, SettingsConfigDict

    import pydantic_settings

    class Settings(BaseSettings):
        model_config = SettingsConfigDict(env_prefix="APP_")
        port: int = 80
        hosts: list[str] = []

    os.environ["app_port"] = "81"
    os.environ["APP_HOSTS"] = '["a", "b"]'
    assert Settings().port == 81 and Settings().hosts == ["a", "b"]
    assert Settings(port=1).port == 1  # arguments win
    os.environ["APP_HOSTS"] = "a,b"
    try:
        Settings()
    except pydantic_settings.exceptions.SettingsError as error:
        assert 'error parsing value for field "hosts" from source "EnvSettingsSource"' in str(error)
    else:
        raise AssertionError
    del os.environ["app_port"], os.environ["APP_HOSTS"]
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/.env"
        with open(path, "w") as file:
            file.write("port=82\nother=1\n")

        class Env(BaseSettings):
            model_config = SettingsConfigDict(env_file=path)
            port: int = 80

        fails(Env, "Extra inputs are not permitted")

        class Ignores(Env):
            model_config = SettingsConfigDict(env_file=path, extra="ignore")

        assert Ignores().port == 82
        # A misspelt environment variable isn't noticed.
        os.environ["PROT"] = "1"
        assert Ignores().port == 82
    return pydantic_settings.__version__


def check_copy_pickle_frozen():
    """A pickle keeps what was set, unvalidated; frozen refuses assignment only; frozen models are hashable."""
    global Pickled

    class Pickled(BaseModel):
        model_config = ConfigDict(frozen=True)
        n: int = 1
        tags: list[int] = []

    p = Pickled()
    try:
        p.n = 2
    except ValidationError as error:
        assert "Instance is frozen" in str(error)
    p.tags.append(1)
    Pickled.__qualname__ = "Pickled"
    q = pickle.loads(pickle.dumps(p))
    assert q == p and q.model_fields_set == set()
    try:
        hash(p)
    except TypeError as error:
        assert str(error) == "unhashable type: 'list'"

    class Point(BaseModel):
        model_config = ConfigDict(frozen=True)
        x: int

    assert len({Point(x=1), Point(x=1)}) == 1

    class Plain(BaseModel):
        x: int

    try:
        hash(Plain(x=1))
    except TypeError as error:
        assert str(error) == "unhashable type: 'Plain'"


def check_root_and_adapter():
    """TypeAdapter validates any type; RootModel is a model around one value."""
    assert TypeAdapter(dict[str, int]).validate_json('{"a": "1"}') == {"a": 1}
    Ids = RootModel[list[int]]
    assert Ids.model_validate(["1"]).root == [1] and Ids([2]).model_dump() == [2]


def check_lazy_iterables():
    """Iterable[int] is validated while it is read."""

    class M(BaseModel):
        n: Iterable[int]

    m = M(n=["1", "x"])
    assert next(iter(m.n)) == 1
    fails(lambda: list(m.n), "valid integer")


def check_reusable_types():
    """Annotated types, validate_call, computed_field, field_serializer."""
    Name = Annotated[str, BeforeValidator(lambda v: v.strip() if isinstance(v, str) else v), Field(min_length=1)]

    class M(BaseModel):
        name: Name
        cents: int = 0

        @computed_field
        @property
        def euros(self) -> float:
            return self.cents / 100

        @field_serializer("cents")
        def show(self, value: int) -> str:
            return str(value)

    assert M(name=" a ", cents=150).model_dump() == {"name": "a", "cents": "150", "euros": 1.5}
    fails(lambda: M(name="  "), "at least 1 item")
    # A computed field is dumped, and an extra when it is read back.

    class Forbid(M):
        model_config = ConfigDict(extra="forbid")

    fails(lambda: Forbid.model_validate(Forbid(name="a").model_dump()), "Extra inputs are not permitted")

    @validate_call
    def double(n: int) -> str:
        return 2 * n

    assert double("4") == 8  # the result isn't checked
    fails(lambda: double("x"))

    @validate_call(validate_return=True)
    def wrong(n: int) -> str:
        return 2 * n

    fails(lambda: wrong(1), "valid string")


def check_dataclass_and_typeddict():
    """Standard dataclasses and TypedDicts are validated by a TypeAdapter, not by themselves."""

    @dataclasses.dataclass
    class D:
        n: int

    class T(TypedDict):
        n: int

    assert D("7").n == "7" and TypeAdapter(D).validate_python({"n": "7"}).n == 7
    assert TypeAdapter(T).validate_python({"n": "7"}) == {"n": 7}


def check_deprecated_names():
    """The names of version 1 warn, or are gone."""

    class M(BaseModel):
        n: int = 1

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        M().dict(), M().json(), M.parse_obj({}), M().copy()
        said = [str(w.message) for w in caught]
    assert "The `dict` method is deprecated; use `model_dump` instead." in said[0]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        class V(BaseModel):
            n: int = 1

            @pydantic.validator("n")
            def v(cls, value):
                return value

    assert "Pydantic V1 style `@validator` validators are deprecated." in str(caught[0].message)
    return len(said)


def check_costs():
    """Costs, in processor time."""

    class Row(BaseModel):
        id: int
        name: str
        price: float
        tags: list[str]

    class Checked(Row):
        @field_validator("name")
        @classmethod
        def plain(cls, value: str) -> str:
            return value

    class Rust(Row):
        name: str = Field(min_length=1, max_length=40)

    @dataclasses.dataclass
    class Data:
        id: int
        name: str
        price: float
        tags: list

    class Typed(TypedDict):
        id: int
        name: str
        price: float
        tags: list[str]

    rows = [{"id": n, "name": f"n{n}", "price": n / 7, "tags": ["a", "b"]} for n in range(20_000)]
    text = json.dumps(rows)
    models, checked, typed = TypeAdapter(list[Row]), TypeAdapter(list[Checked]), TypeAdapter(list[Typed])
    rust = TypeAdapter(list[Rust])
    done = models.validate_python(rows)

    def cost(call):
        best = 1e9
        for _ in range(5):
            gc.collect()
            gc.disable()  # its passes over 20,000 objects hit one case and not the other
            start = time.process_time()
            call()
            best = min(best, time.process_time() - start)
            gc.enable()
        return best

    def per(call, count=20_000):
        return f"{cost(call) / count * 1e6:.2f} µs"

    def build():
        class Local(BaseModel):
            id: int
            name: str
            tags: list[str] = []

    return {
        "dataclass": per(lambda: [Data(**row) for row in rows]),
        "model from dict": per(lambda: models.validate_python(rows)),
        "one by one": per(lambda: [Row.model_validate(row) for row in rows]),
        "typed dict": per(lambda: typed.validate_python(rows)),
        "python validator": per(lambda: checked.validate_python(rows)),
        "bounds in Field": per(lambda: rust.validate_python(rows)),
        "json.loads and validate": per(lambda: models.validate_python(json.loads(text))),
        "validate_json": per(lambda: models.validate_json(text)),
        "construct": per(lambda: [Row.model_construct(**row) for row in rows]),
        "dump": per(lambda: [m.model_dump() for m in done]),
        "dump json": per(lambda: models.dump_json(done)),
        "dumps(dump)": per(lambda: json.dumps([m.model_dump() for m in done])),
        "TypeAdapter": per(lambda: [TypeAdapter(list[int]) for _ in range(200)], 200),
        "TypeAdapter of a class": per(lambda: [TypeAdapter(list[Row]) for _ in range(200)], 200),
        "class": per(lambda: [build() for _ in range(50)], 50),
    }


def check_union_cost():
    """A union of many models tries them; a discriminator goes to the right one."""
    kinds = {}
    for n in range(12):
        kinds[n] = pydantic.create_model(f"K{n}", kind=(Literal[f"k{n}"], ...), value=(int, ...))
    union = functools.reduce(lambda a, b: a | b, kinds.values())
    plain = TypeAdapter(list[union])
    tagged = TypeAdapter(list[Annotated[union, Field(discriminator="kind")]])
    rows = [{"kind": f"k{n % 12}", "value": n} for n in range(10_000)]

    def cost(adapter):
        start = time.process_time()
        adapter.validate_python(rows)
        return time.process_time() - start

    a, b = cost(plain), cost(tagged)
    assert a > 2 * b
    error_plain = fails(lambda: plain.validate_python([{"kind": "k3", "value": "x"}])).error_count()
    error_tagged = fails(lambda: tagged.validate_python([{"kind": "k3", "value": "x"}])).error_count()
    return f"{a * 100:.1f} and {b * 100:.1f} µs a row; {error_plain} and {error_tagged} errors"


def check_import_time():
    """Time to import."""
    best = 9
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "from pydantic import BaseModel"], check=True)
        loaded = time.perf_counter() - start
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        best = min(best, loaded - (time.perf_counter() - start))
    return f"{best:.2f} s"


def main():
    assert pydantic.VERSION == "2.13.4", pydantic.VERSION
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
