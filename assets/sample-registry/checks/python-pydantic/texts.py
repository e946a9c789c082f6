"""Runs what the texts add to the other files, and code of the texts as it is written.

Run with: python texts.py   (pydantic 2.13.4; beside it the skill's folder, whose blocks it compiles)
"""

import ast
import asyncio
import datetime as dt
import functools
import gc
import json
import pathlib
import pickle
import re
import sys
import time
import types
import warnings
from decimal import Decimal
from typing import Annotated

import pydantic
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    SecretStr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    computed_field,
    field_validator,
    model_validator,
)
from pydantic.alias_generators import to_camel

SKILL = pathlib.Path(__file__).parents[2] / "skills/python/pydantic/pydantic"


def fails(call, part=""):
    try:
        result = call()
    except ValidationError as error:
        assert part in str(error), str(error)
        return error
    raise AssertionError(f"accepted: {result!r}")


def block(file, start):
    for code in re.findall(r"```python\n(.*?)```", (SKILL / file).read_text(), re.S):
        if any(line.startswith(start) for line in code.splitlines()):
            return code
    raise LookupError(start)


def check_all_blocks_compile():
    """Every block of the texts compiles."""
    count = 0
    for file in SKILL.glob("*.md"):
        for code in re.findall(r"```python\n(.*?)```", file.read_text(), re.S):
            if code.startswith("except"):
                code = "try:\n    pass\n" + code
            compile(code, file.name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            count += 1
    return count


def check_overview_program():
    """The program of overview.md accepts an order and refuses one, without its inputs."""
    scope = {"body": '{"id": 1, "price": "1.50", "placed_at": "2026-01-31T10:00:00Z"}'}
    exec(block("overview.md", "class Order"), scope)
    assert scope["order"].price == Decimal("1.50") and scope["order"].tags == []
    scope = {"body": '{"id": 0, "price": "1.505", "placed_at": "2026-01-31T10:00:00", "secret": "hunter2"}'}
    exec(block("overview.md", "class Order"), scope)
    assert len(scope["problems"]) == 4 and "hunter2" not in json.dumps(scope["problems"])


def check_extra_is_inherited():
    """Subclasses inherit extra="forbid"."""

    class Base(BaseModel):
        model_config = ConfigDict(extra="forbid")

    class Sub(Base):
        n: int

    fails(lambda: Sub(n=1, m=2), "Extra inputs are not permitted")


def check_forward_references():
    """A class is completed at its first use if its module has the name; a namespace can be given."""
    module = types.ModuleType("forward_check")
    sys.modules["forward_check"] = module
    exec("from pydantic import BaseModel\nclass Order(BaseModel):\n    lines: 'list[Line]'\n"
         "class Line(BaseModel):\n    n: int\n", module.__dict__)
    assert module.Order(lines=[{"n": 1}]).lines[0].n == 1

    def hidden():
        class Line(BaseModel):
            n: int

        return Line

    Line = hidden()
    exec("from pydantic import BaseModel\nclass Other(BaseModel):\n    lines: 'list[Hidden]'\n", module.__dict__)
    module.Other.model_rebuild(_types_namespace={"Hidden": Line})
    assert module.Other(lines=[{"n": 1}]).lines[0].n == 1


def check_arbitrary_types():
    """arbitrary_types_allowed checks by isinstance only, and keeps the object."""

    class Odd:
        pass

    class M(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)
        odd: Odd

    odd = Odd()
    assert M(odd=odd).odd is odd
    fails(lambda: M(odd=1), "Input should be an instance of")


def check_equality_and_pickle():
    """Equal: class, fields, extras, private attributes. A pickle of an older class comes back as it was."""

    class M(BaseModel):
        model_config = ConfigDict(extra="allow")
        n: int
        _p: int = 0

    class Sub(M):
        pass

    a, b = M(n=1), M(n=1)
    assert a == b and M(n=1) != Sub(n=1) and M(n=1, x=1) != a
    b._p = 5
    assert a != b
    global Old

    class Old(BaseModel):
        n: int = 1

    Old.__qualname__ = "Old"
    stored = pickle.dumps(Old(n=2))

    class New(BaseModel):
        n: str = ""
        added: int = 0

    New.__qualname__ = "Old"
    New.__name__ = "Old"
    globals()["Old"] = New
    loaded = pickle.loads(stored)
    assert loaded.n == 2 and not hasattr(loaded, "added")


def check_round_trips():
    """bytes that aren't UTF-8, infinity, aliases, computed fields, secrets."""

    class Plain(BaseModel):
        b: bytes

    try:
        Plain(b=b"\xff").model_dump_json()
    except pydantic.errors.PydanticUserError:
        raise
    except ValueError as error:
        assert "invalid utf-8 sequence" in str(error), error
    else:
        raise AssertionError

    class B64(BaseModel):
        model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", ser_json_inf_nan="strings")
        b: bytes
        f: float

    m = B64(b=b"\xff", f="inf")
    assert B64.model_validate_json(m.model_dump_json()) == m

    class Alias(BaseModel):
        user_id: int = Field(alias="userId")

    fails(lambda: Alias.model_validate_json(Alias(userId=1).model_dump_json()), "Field required")
    assert Alias.model_validate_json(Alias(userId=1).model_dump_json(by_alias=True)).user_id == 1

    class Computed(BaseModel):
        n: int

        @computed_field
        @property
        def m(self) -> int:
            return self.n

    assert Computed.model_validate_json(Computed(n=1).model_dump_json()) == Computed(n=1)

    class Secret(BaseModel):
        s: SecretStr = Field(min_length=30)

    assert "hunter2" in str(fails(lambda: Secret(s="hunter2")))  # a refused secret is printed


def check_iterable_dump():
    """A dump uses an Iterable field up."""
    from collections.abc import Iterable

    class M(BaseModel):
        n: Iterable[int]

    m = M(n=[1, 2])
    assert m.model_dump_json() == '{"n":[1,2]}' and m.model_dump_json() == '{"n":[]}'


def check_url_slash():
    """A slash is added only where the path is empty."""
    url = TypeAdapter(HttpUrl).validate_python
    assert str(url("http://a.example/x")) == "http://a.example/x" and str(url("http://a.example")) == "http://a.example/"


def check_context():
    """The model of threading.md uses the context, through a nested model too, and skips the check without one."""
    scope = {k: globals()[k] for k in ("BaseModel", "Decimal", "field_validator", "ValidationInfo")}
    code = block("threading.md", "class Line").split("Line.model_validate")[0]
    exec(code, scope)
    Line = scope["Line"]

    class Outer(BaseModel):
        line: Line

    assert Line.model_validate({"price": "5"}, context={"max_price": 10})
    fails(lambda: Outer.model_validate({"line": {"price": "50"}}, context={"max_price": 10}), "above the limit")
    assert Line(price="50").price == 50


def check_base_config():
    """The base class of best-practices.md: forbid, strict, frozen, str_max_length."""
    scope = {"BaseModel": BaseModel, "ConfigDict": ConfigDict}
    exec(block("best-practices.md", "class Incoming"), scope)

    class M(scope["Incoming"]):
        s: str
        n: int = 0

    fails(lambda: M(s="x" * 10_001), "at most 10000 characters")
    fails(lambda: M(s="x", n="1"), "valid integer")
    fails(lambda: M(s="x", z=1), "Extra inputs")


def check_camel():
    """to_camel with the three by_ settings."""

    class M(BaseModel):
        model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)
        user_id: int

    assert M(user_id=1) == M(userId=1) and M(user_id=1).model_dump() == {"userId": 1}


def check_exclude_and_types():
    """Field(exclude=True) is in no dump; error types; rename of lifecycle.md leaves the caller's dict alone."""

    class M(BaseModel):
        n: int
        secret: str = Field(default="x", exclude=True)

    assert M(n=1).model_dump() == {"n": 1} and M(n=1).model_dump_json() == '{"n":1}'
    assert fails(lambda: M()).errors()[0]["type"] == "missing"
    assert fails(lambda: M(n="x")).errors()[0]["type"] == "int_parsing"
    code = "class R(BaseModel):\n    email: str\n" + "\n".join("    " + l for l in block("lifecycle.md", "def rename").splitlines())
    scope = {"BaseModel": BaseModel, "model_validator": model_validator}
    exec(code, scope)
    given = {"mail": "a"}
    assert scope["R"].model_validate(given).email == "a" and given == {"mail": "a"}


def check_config_defaults():
    """Defaults of the table in performance.md."""
    from pydantic._internal._config import config_defaults as d

    assert d["extra"] is None and d["strict"] is False and d["validate_assignment"] is False
    assert d["validate_default"] is False and d["revalidate_instances"] == "never" and d["defer_build"] is False
    assert d["cache_strings"] is True and d["regex_engine"] == "rust-regex"


def check_defer_build():
    """defer_build moves the building to the first use."""

    def cost(**config):
        start = time.process_time()
        for _ in range(50):

            class M(BaseModel):
                model_config = ConfigDict(**config)
                a: int
                b: str
                c: list[str] = []

        return time.process_time() - start, M

    now, _ = cost()
    later, M = cost(defer_build=True)
    assert later < now and M(a="1", b="x").a == 1
    return f"{now * 20:.2f} and {later * 20:.2f} ms a class"


def check_gc():
    """The garbage collector's passes while a list grows."""

    class Row(BaseModel):
        id: int
        name: str
        price: float
        tags: list[str]

    rows = [{"id": n, "name": f"n{n}", "price": n / 7, "tags": ["a", "b"]} for n in range(200_000)]
    adapter = TypeAdapter(list[Row])
    took = []
    for switch in (gc.enable, gc.disable):
        gc.collect()
        switch()
        start = time.process_time()
        made = adapter.validate_python(rows)
        took.append(time.process_time() - start)
        del made
    gc.enable()
    return f"{took[0]:.2f} s with, {took[1]:.2f} s without"


def check_cached_property_on_frozen():
    """cached_property works on a frozen model, and isn't part of dump or comparison."""

    class M(BaseModel):
        model_config = ConfigDict(frozen=True)
        n: int

        @functools.cached_property
        def double(self):
            return 2 * self.n

    a, b = M(n=1), M(n=1)
    assert a.double == 2 and a.model_dump() == {"n": 1} and a == b


def check_to_thread():
    """to_thread doesn't free the loop: the call holds the GIL from its begin to its end."""
    text = json.dumps([str(n) for n in range(3_000_000)])
    adapter = TypeAdapter(list[int])

    async def main():
        ticks = []

        async def tick():
            while True:
                ticks.append(time.monotonic())
                await asyncio.sleep(0.005)

        task = asyncio.create_task(tick())
        await asyncio.sleep(0.05)
        start = time.monotonic()
        await asyncio.to_thread(adapter.validate_json, text)
        took = time.monotonic() - start
        await asyncio.sleep(0.02)
        task.cancel()
        gap = max(b - a for a, b in zip(ticks, ticks[1:]))
        return took, gap

    took, gap = asyncio.run(main())
    assert gap > 0.7 * took
    return f"the call took {took:.2f} s, the loop stood still for {gap:.2f} s"


def check_wrong_pieces():
    """A validator that returns another type isn't checked; async validators don't work."""

    class M(BaseModel):
        n: int

        @field_validator("n")
        @classmethod
        def text(cls, value):
            return "text"

    assert M(n=1).n == "text"

    class A(BaseModel):
        n: int

        @field_validator("n")
        @classmethod
        async def text(cls, value):
            return value

    a = A(n=1)
    assert asyncio.iscoroutine(a.n)  # the field holds a coroutine
    a.n.close()


def main():
    assert pydantic.VERSION == "2.13.4", pydantic.VERSION
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
