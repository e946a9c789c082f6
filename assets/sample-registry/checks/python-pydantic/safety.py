"""Runs the claims of safety.md and threading.md. Run with: python safety.py   (pydantic 2.13.4)"""

import math
import subprocess
import sys
import threading
import time
import warnings
from typing import Annotated

import pydantic
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    ImportString,
    SecretStr,
    TypeAdapter,
    ValidationError,
    field_validator,
)


def fails(call, part=""):
    try:
        result = call()
    except ValidationError as error:
        assert part in str(error), str(error)
        return error
    raise AssertionError(f"accepted: {result!r}")


def check_errors_print_inputs():
    """A ValidationError prints the inputs, of a missing field the whole dict; hide_input_in_errors doesn't."""

    class Bad(BaseModel):
        user: str
        password: str
        pin: int

    sent = {"user": "ada", "password": "hunter2", "pin": "12x4"}
    error = fails(lambda: Bad.model_validate(sent), "input_value='12x4'")
    error = fails(lambda: Bad.model_validate({"password": "hunter2", "pin": 1}), "input_value={'password': 'hunter2'")
    assert "hunter2" in str(error) and "hunter2" in repr(error.errors()) and "hunter2" in error.json()

    class Good(Bad):
        model_config = ConfigDict(hide_input_in_errors=True)

    error = fails(lambda: Good.model_validate({"password": "hunter2", "pin": 1}), "Field required")
    assert "hunter2" not in str(error)
    assert "hunter2" in repr(error.errors())  # the setting changes the text only
    assert "hunter2" not in repr(error.errors(include_input=False))
    assert "hunter2" not in error.json(include_input=False)

    class Outer(BaseModel):
        inner: Good

    # The outermost model's setting counts.
    error = fails(lambda: Outer.model_validate({"inner": {"password": "hunter2", "pin": 1}}))
    return "hidden" if "hunter2" not in str(error) else "a nested model's setting is not used"


def check_context_of_errors():
    """errors() of a ValueError holds the exception in ctx, which json.dumps refuses; error.json() works."""
    import json

    class M(BaseModel):
        n: int

        @field_validator("n")
        @classmethod
        def no(cls, value):
            raise ValueError("no")

    error = fails(lambda: M(n=1))
    try:
        json.dumps(error.errors())
    except TypeError as problem:
        assert str(problem) == "Object of type ValueError is not JSON serializable"
    else:
        raise AssertionError
    json.loads(error.json())
    json.dumps(error.errors(include_context=False, include_url=False))


def check_secret_str():
    """SecretStr hides itself in repr and dumps, so a dump can't be read back; errors show a raw input."""

    class Login(BaseModel):
        token: SecretStr

    login = Login(token="abc")
    assert repr(login) == "Login(token=SecretStr('**********'))"
    assert login.model_dump_json() == '{"token":"**********"}'
    assert login.token.get_secret_value() == "abc"
    assert Login.model_validate_json(login.model_dump_json()).token.get_secret_value() == "**********"
    error = fails(lambda: Login(token=123456), "input_value=123456")


def check_mass_assignment():
    """A model with a privileged field takes it from the request; an input model doesn't."""

    class Bad(BaseModel):
        name: str
        is_admin: bool = False

    class NewUser(BaseModel):
        model_config = ConfigDict(extra="forbid")
        name: str

    request = {"name": "eve", "is_admin": True}
    assert Bad.model_validate(request).is_admin
    fails(lambda: NewUser.model_validate(request), "Extra inputs are not permitted")

    # A response model with from_attributes takes only its own fields.
    class Row:
        name, password_hash = "ada", "x"

    class Out(BaseModel):
        model_config = ConfigDict(from_attributes=True)
        name: str

    assert Out.model_validate(Row()).model_dump() == {"name": "ada"}

    class Open(BaseModel):
        model_config = ConfigDict(extra="allow")
        name: str

    assert Open.model_validate(request).is_admin is True


def check_bounds():
    """Strings, lists, floats have no bound; nan and infinity are numbers, and become null."""

    class Bad(BaseModel):
        price: float
        tags: list[str] = []

    bad = Bad(price="nan", tags=["x" * 1_000_000] * 3)
    assert math.isnan(bad.price) and Bad(price="Infinity").price == math.inf
    assert Bad(price="nan").model_dump_json() == '{"price":null,"tags":[]}'
    fails(lambda: Bad.model_validate_json(Bad(price="nan").model_dump_json()), "valid number")
    assert Bad.model_validate_json('{"price": NaN}') and Bad.model_validate_json('{"price": 1e999}').price == math.inf
    assert not (bad.price <= 100) and not (bad.price > 100)

    class Good(BaseModel):
        price: float = Field(ge=0, le=1_000_000, allow_inf_nan=False)
        tags: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=20)

    for wrong in ({"price": "nan"}, {"price": -1}, {"price": 1, "tags": ["x" * 41]}, {"price": 1, "tags": ["x"] * 21}):
        fails(lambda: Good.model_validate(wrong))
    # ge and le alone: nan
    try:
        TypeAdapter(Annotated[float, Field(ge=0, le=10)]).validate_python("nan")
        bounded = "accepted"
    except ValidationError as error:
        bounded = error.errors()[0]["type"]
    # max_length stops reading early: a long generator isn't read to its end.
    fails(lambda: TypeAdapter(Annotated[list[int], Field(max_length=2)]).validate_python(iter(range(10**9))), "at most 2 items")
    deep = "[" * 300 + "]" * 300
    fails(lambda: TypeAdapter(list).validate_json(deep), "recursion limit exceeded")
    return f"nan with ge and le: {bounded}"


def check_all_errors_are_collected():
    """A list of many wrong items gives an error each; the text is as large; fail_fast stops at the first."""
    from pydantic import FailFast

    error = fails(lambda: TypeAdapter(list[int]).validate_python(["x"] * 10_000))
    assert error.error_count() == 10_000 and len(str(error)) > 1_000_000
    error = fails(lambda: TypeAdapter(Annotated[list[int], FailFast()]).validate_python(["x"] * 10_000))
    assert error.error_count() == 1


def check_construct():
    """model_construct takes anything, and puts defaults in; model_copy(update=) too."""

    class User(BaseModel):
        name: str
        age: int = 0

    wrong = User.model_construct(age="old")
    assert wrong.age == "old" and not hasattr(wrong, "name")
    try:
        wrong.name
    except AttributeError as error:
        assert str(error) == "'User' object has no attribute 'name'"
    # And an instance isn't validated again.
    assert User.model_validate(wrong) is wrong

    class Strict(User):
        model_config = ConfigDict(revalidate_instances="always")

    bad = Strict.model_construct(name="a", age="old")
    fails(lambda: Strict.model_validate(bad), "valid integer")


def check_import_string():
    """ImportString imports what the value names: any module, any function."""

    class Job(BaseModel):
        run: ImportString

    assert Job(run="os.system").run is __import__("os").system
    with subprocess.Popen(
        [sys.executable, "-c", "from pydantic import TypeAdapter, ImportString\n"
         "TypeAdapter(ImportString).validate_python('this')"], stdout=-1) as process:
        assert b"The Zen of Python" in process.stdout.read()  # the import ran the module

    from typing import Literal

    class Good(BaseModel):
        run: Literal["report", "sync"]

    fails(lambda: Good(run="os.system"), "Input should be 'report' or 'sync'")


def check_url_is_not_safe():
    """HttpUrl takes addresses of the inside, and credentials."""
    url = TypeAdapter(HttpUrl).validate_python
    assert url("http://169.254.169.254/latest").host == "169.254.169.254"
    assert url("http://localhost:5432").port == 5432
    assert url("http://good.example@evil.example/").host == "evil.example"
    assert str(url("http://2130706433/")) == "http://127.0.0.1/"


def check_exceptions_in_validators():
    """Only ValueError and AssertionError become errors; others escape raw; assert vanishes with -O."""

    class Bad(BaseModel):
        unit: str

        @field_validator("unit")
        @classmethod
        def known(cls, value):
            return {"kg": 1}[value]

    try:
        Bad(unit="stone")
    except KeyError:
        pass
    else:
        raise AssertionError

    class Typed(BaseModel):
        n: int | None = None

        @field_validator("n")
        @classmethod
        def small(cls, value):
            return value if value < 10 else 10

    try:
        Typed(n=None)
    except TypeError as error:
        assert "'<' not supported" in str(error)
    code = """
from pydantic import BaseModel, field_validator
class M(BaseModel):
    n: int
    @field_validator("n")
    @classmethod
    def positive(cls, value):
        assert value > 0, "must be positive"
        return value
print(M(n=-1))
"""
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True)
    assert done.stdout == "n=-1\n", done
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "Assertion failed, must be positive [type=assertion_error" in done.stderr


def check_patterns():
    """pattern= is a search in Rust's engine without look-around; python-re backtracks for seconds."""
    text = TypeAdapter(Annotated[str, Field(pattern="[a-z]+")]).validate_python
    assert text("123 a 456") == "123 a 456"  # a search, not a full match
    fails(lambda: TypeAdapter(Annotated[str, Field(pattern="^[a-z]+$")]).validate_python("123 a"), "should match pattern")
    evil = "a" * 24 + "!"
    start = time.perf_counter()
    fails(lambda: TypeAdapter(Annotated[str, Field(pattern="^(a+)+$")]).validate_python(evil))
    rust = time.perf_counter() - start
    slow = TypeAdapter(Annotated[str, Field(pattern="^(a+)+$")], config=ConfigDict(regex_engine="python-re"))
    start = time.perf_counter()
    fails(lambda: slow.validate_python(evil))
    python = time.perf_counter() - start
    assert python > 100 * rust and python > 0.2
    try:
        TypeAdapter(Annotated[str, Field(pattern="(?=.*[0-9]).*")])
    except Exception as error:
        assert "look-around, including look-ahead and look-behind, is not supported" in str(error)
    else:
        raise AssertionError
    # "$" of the Rust engine doesn't take a newline at the end; python-re's does.
    rust_dollar = TypeAdapter(Annotated[str, Field(pattern="^[a-z]+$")])
    fails(lambda: rust_dollar.validate_python("abc\n"))
    python_dollar = TypeAdapter(Annotated[str, Field(pattern="^[a-z]+$")], config=ConfigDict(regex_engine="python-re"))
    assert python_dollar.validate_python("abc\n") == "abc\n"
    return f"{rust * 1e3:.2f} ms and {python * 1e3:.0f} ms for 25 characters"


def check_threads():
    """One TypeAdapter and one model class validate in many threads; one instance is a plain mutable object."""

    class Item(BaseModel):
        id: int
        name: str

    adapter = TypeAdapter(list[Item])
    wrong = []

    def work(n):
        for i in range(200):
            items = adapter.validate_python([{"id": str(n), "name": "x"}] * 5)
            if items != [Item(id=n, name="x")] * 5:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong

    # Nested instances are shared, not copied.
    class Box(BaseModel):
        item: Item
        tags: list[str]

    item = Item(id=1, name="a")
    tags = ["x"]
    first, second = Box(item=item, tags=tags), Box(item=item, tags=tags)
    assert first.item is item is second.item
    assert first.tags is not tags  # lists are rebuilt by validation
    assert first.model_copy().tags is first.tags  # a copy is shallow
    assert first.model_copy(deep=True).tags is not first.tags


def check_threads_hold_the_gil():
    """Validation holds the GIL: two threads take as long as one after the other."""
    adapter = TypeAdapter(list[int])
    data = ["7"] * 1_000_000

    def once():
        adapter.validate_python(data)

    start = time.perf_counter()
    once()
    once()
    serial = time.perf_counter() - start
    threads = [threading.Thread(target=once) for _ in range(2)]
    start = time.perf_counter()
    [t.start() for t in threads]
    [t.join() for t in threads]
    parallel = time.perf_counter() - start
    assert parallel > 0.75 * serial
    return f"serial {serial:.2f} s, threads {parallel:.2f} s"


def main():
    assert pydantic.VERSION == "2.13.4", pydantic.VERSION
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
