"""Runs the claims of pitfalls.md: bad code fails as said, good code does not.

Run with: python pitfalls.py   (pandas 1.5.3; with COW=1 in the environment under copy-on-write, the behaviour of 3.0)
"""

import io
import os
import warnings

import numpy as np
import pandas as pd

COW = bool(os.environ.get("COW"))
pd.set_option("mode.copy_on_write", COW)


def warned(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    return result, [f"{w.category.__name__}: {str(w.message).strip().splitlines()[0]}" for w in caught]


def fails(call, kind, part=""):
    try:
        call()
    except kind as error:
        assert part in str(error), f"{type(error).__name__}: {error}"
        return f"{type(error).__name__}: {error}"
    raise AssertionError("nothing raised")


def check_chained_assignment():
    """A chained assignment through a mask changes nothing; loc does."""
    df = pd.DataFrame({"a": [1, 2, 3], "b": [0, 0, 0]})

    def bad():
        df[df["a"] > 1]["b"] = 9

    _, said = warned(bad)
    assert df.b.tolist() == [0, 0, 0]
    df.loc[df.a > 1, "b"] = 9
    assert df.b.tolist() == [0, 9, 9]
    # The other order works in 1.5 without copy-on-write, and never with it.
    df = pd.DataFrame({"a": [1, 2, 3], "b": [0, 0, 0]})

    def other():
        df["b"][df.a > 1] = 9

    try:
        _, more = warned(other)
    except Exception as error:
        more = [f"{type(error).__name__}: {error}".strip().splitlines()[0]]
    assert (df.b.tolist() == [0, 9, 9]) == (not COW), df
    # A filtered frame that is changed later: a copy, with a warning.
    part = df[df.a > 1]

    def later():
        part["c"] = 1

    _, third = warned(later)
    _, fourth = warned(lambda: df[df.a > 1].copy().__setitem__("c", 1))
    assert fourth == []
    # fillna in place on a column
    df = pd.DataFrame({"a": [1.0, None]})
    df["a"].fillna(0, inplace=True)
    assert df.a.isna().any() == COW
    return said, more, third


def check_views():
    """A column and a slice of rows are views: writing to them changes the frame; copies don't."""
    df = pd.DataFrame({"a": [1, 2, 3]})
    column = df["a"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        column[0] = 99
        assert (df.a[0] == 99) == (not COW)
        rows = df[1:]
        rows.loc[1, "a"] = 77
        assert (df.a[1] == 77) == (not COW)
        # A function that "only" cleans its argument changes the caller's frame.

        def clean(frame):
            frame["a"] = frame["a"] * 2
            return frame

        before = df.copy()
        clean(df)
        assert not df.equals(before)  # with copy-on-write as well: it is the same object
        clean(before.copy())
        good = df["a"].copy()
        good[2] = -1
        assert df.a[2] != -1


def check_alignment():
    """Arithmetic and assignment align by index: NaN where labels differ, wrong rows where they are shuffled."""
    df = pd.DataFrame({"n": [3, 1, 2]})
    ordered = df.sort_values("n").reset_index(drop=True)
    df["rank"] = pd.Series([10, 20, 30], index=[5, 6, 7])
    assert df["rank"].isna().all()
    a, b = pd.Series([1, 2], index=["x", "y"]), pd.Series([1, 2], index=["y", "z"])
    total = a + b
    assert total["y"] == 3 and total.isna().sum() == 2
    # The sorted values go back to their old rows.
    df["sorted"] = df["n"].sort_values()
    assert df["sorted"].tolist() == [3, 1, 2]
    df["sorted"] = df["n"].sort_values().to_numpy()
    assert df["sorted"].tolist() == [1, 2, 3]
    assert a.add(b, fill_value=0).tolist() == [1, 3, 2] and ordered.n.tolist() == [1, 2, 3]
    # After a filter the labels have gaps.
    kept = df[df.n > 1]
    kept = kept.assign(new=pd.Series([7, 8]))
    assert kept["new"].isna().sum() == 1
    assert df[df.n > 1].reset_index(drop=True).assign(new=pd.Series([7, 8]))["new"].tolist() == [7, 8]


def check_integers_become_floats():
    """One missing value turns integers into floats: large ids change, texts get .0; reading as texts, then Int64, doesn't."""
    text = "id,n\n9007199254740993,1\n,2\n"
    df = pd.read_csv(io.StringIO(text))
    assert df.id.dtype == float and int(df.id[0]) == 9007199254740992
    assert df.id.astype(str)[0] == "9007199254740992.0"
    # Int64 in read_csv isn't enough: here it goes through floats as well.
    half = pd.read_csv(io.StringIO(text), dtype={"id": "Int64"})
    assert half.id.tolist() == [9007199254740992, pd.NA]
    good = pd.read_csv(io.StringIO(text), dtype={"id": "string"}).astype({"id": "Int64"})
    assert good.id.tolist() == [9007199254740993, pd.NA]
    ids = pd.read_csv(io.StringIO("id\n7\n\n8\n"), skip_blank_lines=False)
    assert ids.id.astype(str).tolist() == ["7.0", "nan", "8.0"]
    # A left join does it to the other frame's integers.
    merged = pd.DataFrame({"k": [1, 2]}).merge(pd.DataFrame({"k": [1], "n": [5]}), how="left")
    assert merged.n.dtype == float
    # astype(int) on a missing value
    said = fails(lambda: merged.n.astype(int), ValueError, "Cannot convert non-finite values (NA or inf) to integer")
    assert merged.n.astype("Int64").tolist() == [5, pd.NA]
    # Integers overflow silently.
    assert (pd.Series([2**62]) * 4).tolist() == [0]
    assert pd.Series([200], dtype="int8" if False else "uint8").add(pd.Series([100], dtype="uint8")).tolist() == [44]
    return said


def check_read_csv_guesses():
    """Leading zeros go, NA and None become missing, true becomes a bool; dtype=str and keep_default_na=False keep them."""
    text = "zip,country,flag\n01234,NA,true\n00001,DE,false\n"
    bad = pd.read_csv(io.StringIO(text))
    assert bad.zip.tolist() == [1234, 1] and bad.country.isna()[0] and bad.flag.dtype == bool
    good = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    assert good.zip.tolist() == ["01234", "00001"] and good.country.tolist() == ["NA", "DE"]
    # dtype=str alone still takes NA for missing.
    assert pd.read_csv(io.StringIO(text), dtype=str).country.isna()[0]
    named = pd.read_csv(io.StringIO("name\nnull\nn/a\nnan\nNone\n-\n"))
    missing = named.name.isna().tolist()
    # 1e5 and 1_000
    assert pd.read_csv(io.StringIO("code\n1e5\n2e3\n")).code.tolist() == [100000.0, 2000.0]
    # Thousands and decimal comma stay text, and sum concatenates.
    money = pd.read_csv(io.StringIO("v\n\"1,5\"\n\"2,5\"\n"))
    assert money.v.sum() == "1,52,5"
    assert pd.read_csv(io.StringIO("v\n\"1,5\"\n\"2,5\"\n"), decimal=",").v.sum() == 4.0
    # The index that was written comes back as a column.
    out = pd.DataFrame({"a": [1]}).to_csv()
    assert pd.read_csv(io.StringIO(out)).columns.tolist() == ["Unnamed: 0", "a"]
    assert pd.read_csv(io.StringIO(pd.DataFrame({"a": [1]}).to_csv(index=False))).columns.tolist() == ["a"]
    # Duplicate names are renamed.
    assert pd.read_csv(io.StringIO("a,a\n1,2\n")).columns.tolist() == ["a", "a.1"]
    # A row with too many fields raises, one with too few is filled.
    said = fails(lambda: pd.read_csv(io.StringIO("a,b\n1,2\n1,2,3\n")), pd.errors.ParserError, "Expected 2 fields in line 3, saw 3")
    assert pd.read_csv(io.StringIO("a,b\n1\n")).b.isna()[0]
    # More fields than names in every row: the first column becomes the index.
    shifted = pd.read_csv(io.StringIO("a,b\n1,2,3\n4,5,6\n"))
    assert shifted.a.tolist() == [2, 5] and shifted.index.tolist() == [1, 4]
    return dict(zip(["null", "n/a", "nan", "None", "-"], missing)), said


def check_merge():
    """A merge multiplies rows where keys repeat, and missing keys match each other; validate raises."""
    orders = pd.DataFrame({"customer": [1, 1, 2], "total": [10, 20, 30]})
    people = pd.DataFrame({"customer": [1, 1, 2], "name": ["a", "a2", "b"]})
    merged = orders.merge(people, on="customer")
    assert len(merged) == 5 and merged.total.sum() == 90 and orders.total.sum() == 60
    said = fails(lambda: orders.merge(people, on="customer", validate="many_to_one"), pd.errors.MergeError,
                 "Merge keys are not unique in right dataset; not a many-to-one merge")
    left = pd.DataFrame({"k": [None, "x"], "a": [1, 2]})
    right = pd.DataFrame({"k": [None, None], "b": [3, 4]})
    assert len(left.merge(right, on="k")) == 2
    assert len(left.dropna(subset=["k"]).merge(right, on="k")) == 0
    # Inner is the default: rows without a partner vanish.
    assert len(orders.merge(pd.DataFrame({"customer": [1], "x": [0]}), on="customer")) == 2
    check = orders.merge(pd.DataFrame({"customer": [1], "x": [0]}), on="customer", how="left", indicator=True)
    assert check._merge.tolist() == ["both", "both", "left_only"]
    # Keys of different types
    text = fails(lambda: pd.DataFrame({"k": [1]}).merge(pd.DataFrame({"k": ["1"]}), on="k"), ValueError,
                 "You are trying to merge on int64 and object columns")
    assert sorted(pd.DataFrame({"k": [1], "v": [1]}).merge(pd.DataFrame({"k": [1], "v": [2]}), on="k")) == ["k", "v_x", "v_y"]
    return said, text


def check_groupby_drops_missing_keys():
    """groupby leaves rows with a missing key out; dropna=False keeps them."""
    df = pd.DataFrame({"team": ["a", None, "a"], "n": [1, 10, 100]})
    assert df.groupby("team").n.sum().sum() == 101
    assert df.groupby("team", dropna=False).n.sum().sum() == 111
    assert df.team.value_counts().sum() == 2 and df.team.value_counts(dropna=False).sum() == 3
    assert df.pivot_table(index="team", values="n", aggfunc="sum").n.sum() == 101
    # Categories that don't occur make rows.
    cat = pd.DataFrame({"a": pd.Categorical(["x"], ["x", "y"]), "b": pd.Categorical(["p"], ["p", "q"]), "n": [1]})
    (rows, said) = warned(lambda: len(cat.groupby(["a", "b"]).n.sum()))
    assert rows == 4 and len(cat.groupby(["a", "b"], observed=True).n.sum()) == 1
    # pivot_table takes the mean unless told otherwise.
    assert df.pivot_table(index="team", values="n").n["a"] == 50.5
    assert pd.Series([None, None], dtype=float).sum() == 0 and np.isnan(pd.Series([None], dtype=float).sum(min_count=1))


def check_truth_and_in():
    """`x in series` looks at the index; `and` raises; & needs brackets."""
    s = pd.Series(["a", "b"])
    assert "a" not in s and 0 in s
    assert (s == "a").any() and "a" in s.values and s.isin(["a"]).tolist() == [True, False]
    df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
    text = fails(lambda: df[(df.a > 1) and (df.b > 3)], ValueError,
                 "The truth value of a Series is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all().")
    assert len(df[(df.a > 1) & (df.b > 3)]) == 1
    fails(lambda: df[df.a > 1 & df.b > 3], ValueError, "ambiguous")
    # if df: raises; df.empty is the question
    fails(lambda: bool(df), ValueError, "The truth value of a DataFrame is ambiguous")
    return text


def check_missing_values_in_conditions():
    """Comparisons with a missing value are false, also of !=... is true; ~ includes them."""
    s = pd.Series([1.0, np.nan, 9.0])
    assert (s > 5).tolist() == [False, False, True] and (~(s > 5)).tolist() == [True, True, False]
    assert (s != 1).tolist() == [False, True, True] and (s == np.nan).sum() == 0 and s.isna().sum() == 1
    n = pd.Series([1, None, 9], dtype="Int64")
    assert (n > 5).tolist() == [False, pd.NA, True] and len(n[n > 5]) == 1 and len(n[~(n > 5)]) == 1


def check_dates():
    """Day first or month first is guessed per value; a format raises instead."""
    (dates, said) = warned(lambda: pd.to_datetime(pd.Series(["01/02/2026", "13/02/2026"])))
    assert [d.month for d in dates] == [1, 2]  # the second of January, the thirteenth of February
    good = pd.to_datetime(pd.Series(["01/02/2026", "13/02/2026"]), format="%d/%m/%Y")
    assert [d.month for d in good] == [2, 2]
    (first, more) = warned(lambda: pd.to_datetime(pd.Series(["13/02/2026", "01/02/2026"]), dayfirst=True))
    assert [d.month for d in first] == [2, 2]
    fails(lambda: pd.to_datetime(pd.Series(["2026-02-01"]), format="%d/%m/%Y"), ValueError, "does not match format")
    assert pd.to_datetime(pd.Series(["x"]), errors="coerce").isna()[0]
    assert pd.to_datetime(2026).year == 1970  # nanoseconds
    assert pd.read_csv(io.StringIO("d\n2026-01-31\n")).d.dtype == object  # not parsed unless asked
    text = fails(lambda: pd.Timestamp("2026-01-01") < pd.Timestamp("2026-01-01", tz="UTC"), TypeError, "Cannot compare tz-naive and tz-aware")
    far = fails(lambda: pd.to_datetime("9999-12-31"), pd.errors.OutOfBoundsDatetime)
    return said, text, far


def check_iterrows():
    """Rows of iterrows are copies, and their integers become floats; vectorised code writes."""
    df = pd.DataFrame({"id": [1, 2], "price": [1.5, 2.5]})
    for _, row in df.iterrows():
        row["price"] = 0
        assert isinstance(row["id"], float)
    assert df.price.tolist() == [1.5, 2.5]
    df["price"] = df["price"] * 2
    assert df.price.tolist() == [3.0, 5.0]
    assert [type(row.id) for row in df.itertuples()] == [int, int]


def check_duplicate_labels():
    """concat keeps labels: loc then returns several rows, reindex raises; ignore_index doesn't."""
    a = pd.DataFrame({"n": [1, 2]})
    both = pd.concat([a, a])
    assert len(both.loc[0]) == 2 and both.index.tolist() == [0, 1, 0, 1]
    text = fails(lambda: both.reindex([0, 1, 2]), ValueError, "cannot reindex on an axis with duplicate labels")
    assign = fails(lambda: both.assign(m=pd.concat([a.n, a.n * 2]).sort_index().iloc[:3]), ValueError, "cannot reindex")
    assert pd.concat([a, a], ignore_index=True).index.tolist() == [0, 1, 2, 3]
    fails(lambda: pd.concat([a, a], verify_integrity=True), ValueError, "Indexes have overlapping values")
    # Setting by a duplicate label writes to all its rows.
    both.loc[0, "n"] = 99
    assert both.n.tolist() == [99, 2, 99, 2]
    return text, assign


def check_loc_slices():
    """loc includes its end, iloc doesn't; sort order matters for []."""
    s = pd.Series([10, 20, 30])
    assert s.loc[0:1].tolist() == [10, 20] and s.iloc[0:1].tolist() == [10]
    t = pd.Series([10, 20, 30], index=[2, 1, 0])
    assert t[0] == 30 and t.iloc[0] == 10


def main():
    assert pd.__version__ == "1.5.3", pd.__version__
    print("pandas", pd.__version__, "copy on write" if COW else "")
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
