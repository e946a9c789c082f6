"""Runs what the texts add to the other files, and code of the texts as it is written.

Run with: python texts.py   (pandas 1.5.3; beside it the skill's folder, whose blocks it compiles)
"""

import ast
import io
import os
import pathlib
import re
import tempfile
import time
import warnings

import numpy as np
import pandas as pd

SKILL = pathlib.Path(__file__).parents[2] / "skills/python/pandas-dev/pandas"


def block(file, start):
    for code in re.findall(r"```python\n(.*?)```", (SKILL / file).read_text(), re.S):
        if any(line.startswith(start) for line in code.splitlines()):
            return code
    raise LookupError(start)


def fails(call, kind, part=""):
    try:
        call()
    except kind as error:
        assert part in str(error), f"{type(error).__name__}: {error}"
        return f"{type(error).__name__}: {error}".split("\n")[0]
    raise AssertionError("nothing raised")


def check_all_blocks_compile():
    """Every block of the texts compiles."""
    count = 0
    for file in SKILL.glob("*.md"):
        for code in re.findall(r"```python\n(.*?)```", file.read_text(), re.S):
            compile(code, file.name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            count += 1
    return count


def check_overview_program():
    """The program of overview.md runs as it is written."""
    folder = tempfile.mkdtemp()
    old = os.getcwd()
    os.chdir(folder)
    try:
        pathlib.Path("orders.csv").write_text("id,zip,amount,day,more\n1,01234,1.5,2026-01-31,x\n2,NA,,2026-02-01,y\n")
        zips = pd.DataFrame({"zip": pd.array(["01234"], dtype="string"), "region": ["north"]})
        scope = {"zips": zips}
        exec(block("overview.md", "orders = pd.read_csv"), scope)
    finally:
        os.chdir(old)
    assert scope["orders"].zip.tolist() == ["01234", "NA"] and scope["totals"]["north"] == 1.5
    assert scope["orders"].amount.isna().tolist() == [False, True]
    assert scope["merged"]._merge.tolist() == ["both", "left_only"]


def check_load_of_lifecycle():
    """load() of lifecycle.md accepts good files and refuses others."""
    scope = {"pd": pd}
    exec(block("lifecycle.md", "def load"), scope)
    good = "id,amount,day\n1,2.5,2026-01-31\n"
    assert scope["load"](io.StringIO(good)).amount[0] == 2.5
    fails(lambda: scope["load"](io.StringIO("id,day\n1,2026-01-31\n")), ValueError, "columns are missing: ['amount']")
    fails(lambda: scope["load"](io.StringIO(good + "1,2.5,2026-01-31\n")), ValueError, "ids are repeated")
    fails(lambda: scope["load"](io.StringIO(good.replace("2.5", "x"))), ValueError)


def check_types_over_time():
    """What changes types: a text in a number column, T, apply(axis=1), shift, reindex, CSV."""
    df = pd.DataFrame({"n": [1, 2], "x": [0.5, 1.5]})
    changed = df.copy()
    changed.loc[0, "n"] = "x"
    assert changed.n.dtype == object
    assert str(df.T.dtypes[0]) == "float64"
    assert df.apply(lambda row: type(row["n"]), axis=1).tolist() == [np.float64] * 2 or df.apply(lambda row: isinstance(row["n"], float), axis=1).all()
    assert df.n.shift().dtype == float and df.n.reindex([0, 9]).dtype == float
    assert pd.Series([True, False]).shift().dtype == object
    rich = pd.DataFrame({"c": pd.Categorical(["a"]), "t": pd.to_datetime(["2026-01-31"], utc=True), "i": pd.array([1], dtype="Int64")})
    back = pd.read_csv(io.StringIO(rich.to_csv(index=False)))
    assert back.dtypes.astype(str).tolist() == ["object", "object", "int64"]
    assert df.dropna(inplace=True) is None


def check_memory_sharing():
    """copy() doesn't copy objects inside; to_numpy may share; a slice keeps the whole array."""
    inner = []
    df = pd.DataFrame({"o": [inner]})
    df.copy()["o"][0].append(1)
    assert inner == [1]
    numbers = pd.DataFrame({"n": np.arange(1_000_000)})
    array = numbers.to_numpy()
    assert np.shares_memory(array, numbers["n"].to_numpy())
    part = numbers[:1]["n"].to_numpy()
    base = part
    while base.base is not None:
        base = base.base
    assert base.size == 1_000_000
    assert numbers[:1].copy()["n"].to_numpy().base is None or numbers[:1].copy()["n"].to_numpy().base.size == 1


def check_selection():
    """df.count is a method, s[0] a label, isin, ne and isna as in the table."""
    df = pd.DataFrame({"count": [1.0, None, 3.0]})
    assert callable(df.count) and df["count"].tolist()[0] == 1
    a = df["count"]
    assert a.isin([1, 3]).tolist() == [True, False, True]
    assert (a.ne(1) & a.notna()).tolist() == [False, False, True]
    assert (a == None).sum() == 0  # noqa: E711
    assert np.select([a > 2, a.isna()], ["a", "b"], default="c").tolist() == ["c", "b", "a"]
    assert a.where(a > 2, 0).tolist() == [0, 0, 3] and a.mask(a > 2, 0).tolist()[2] == 0
    assert pd.Series(["x", "y"]).map({"x": 1}).isna().tolist() == [False, True]


def check_number_texts():
    """decimal and thousands in read_csv; str.replace with and without regex=False."""
    df = pd.read_csv(io.StringIO('v\n"1.000,50"\n"2,5"\n'), decimal=",", thousands=".")
    assert df.v.tolist() == [1000.5, 2.5]
    s = pd.Series(["1.000,50"])
    scope = {"pd": pd, "df": pd.DataFrame({"amount": s})}
    exec(block("best-practices.md", "amount = "), scope)
    assert scope["amount"][0] == 1000.5
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        single = s.str.replace(".", "")[0]
        assert s.str.replace("0.", "")[0] == s.str.replace("0.", "", regex=True)[0]  # regex is the default in 1.5
        assert s.str.replace("0.", "", regex=True)[0] != s.str.replace("0.", "", regex=False)[0]
    return f"without regex=False: {single!r}"


def check_json_dates():
    """to_json writes dates as milliseconds unless told otherwise; equals knows missing values."""
    df = pd.DataFrame({"d": pd.to_datetime(["2026-01-31"])})
    assert df.to_json(orient="records") == '[{"d":1769817600000}]'
    assert df.to_json(orient="records", date_format="iso").startswith('[{"d":"2026-01-31T00:00:00.000')
    a = pd.DataFrame({"n": [1.0, None]})
    assert a.equals(a.copy()) and not (a == a.copy()).all().all()
    pd.testing.assert_frame_equal(a, a.copy())
    fails(lambda: pd.testing.assert_frame_equal(a, a.astype(object)), AssertionError, "dtype")


def check_fragmentation():
    """Many new columns one by one warn."""
    df = pd.DataFrame({"a": [1]})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for n in range(150):
            df[f"c{n}"] = n
    said = str(caught[0].message)
    assert said.startswith("DataFrame is highly fragmented.") and caught[0].category is pd.errors.PerformanceWarning


def check_categories_multiply():
    """Two columns of 300 categories make 90,000 groups of 300 rows, unless observed=True."""
    n = pd.Series(range(300)).astype("category")
    df = pd.DataFrame({"a": n, "b": n, "v": 1})
    assert len(df.groupby(["a", "b"]).v.sum()) == 90_000
    assert len(df.groupby(["a", "b"], observed=True).v.sum()) == 300
    assert df.groupby("a", observed=True).v.transform("sum").tolist() == [1] * 300


def check_chain():
    """The chain of best-practices.md runs."""
    raw = pd.DataFrame({"id": [1, 2, 3], "team": ["a", None, "a"], "gross": [119.0, 238.0, -1.0]})
    scope = {"raw": raw, "drop_tests": lambda d: d}
    exec(block("best-practices.md", "result = ("), scope)
    result = scope["result"]
    assert result.total.round(6).tolist() == [100, 200] and result.orders.tolist() == [1, 1] and "net" not in raw


def check_formula_block():
    """The block of safety.md about formulas quotes texts and leaves missing values."""
    df = pd.DataFrame({"name": ["=1+1", None, "plain"]})
    scope = {"df": df}
    exec(block("safety.md", "risky = "), scope)
    assert df.name.tolist() == ["'=1+1", None, "plain"]


def check_lost_block():
    """The block of safety.md about coerce raises with an example."""
    scope = {"pd": pd, "df": pd.DataFrame({"amount": ["10", "1,000", None]})}
    fails(lambda: exec(block("safety.md", "numbers = "), scope), ValueError, "1 unreadable amounts, such as '1,000'")


def check_buffers():
    """read_csv of bytes with nrows; read_json takes a bare text."""
    assert len(pd.read_csv(io.BytesIO(b"n\n1\n2\n3\n"), nrows=2)) == 2
    assert pd.read_json('[{"k": 1}]').k[0] == 1


def check_small_sizes():
    """For a hundred values plain Python is faster."""
    s, plain = pd.Series(range(100)), list(range(100))

    def cost(call):
        best = 9
        for _ in range(5):
            start = time.perf_counter()
            for _ in range(200):
                call()
            best = min(best, time.perf_counter() - start)
        return best / 200

    a, b = cost(s.sum), cost(lambda: sum(plain))
    assert b < a
    return f"{a * 1e6:.0f} and {b * 1e6:.1f} µs"


def check_duplicate_loc():
    """Labels after concat: loc gives two rows, and writes both; sums of sums are right."""
    both = pd.concat([pd.DataFrame({"n": [1]}), pd.DataFrame({"n": [2]})])
    assert len(both.loc[0]) == 2
    both.loc[0, "n"] = 9
    assert both.n.tolist() == [9, 9]
    assert not both.index.is_unique


def main():
    assert pd.__version__ == "1.5.3", pd.__version__
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
