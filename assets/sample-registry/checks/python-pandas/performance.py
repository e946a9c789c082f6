"""Measures the claims of performance.md. Run with: python performance.py   (pandas 1.5.3)"""

import io
import time

import numpy as np
import pandas as pd

ROWS = 100_000


def cost(call, times=3):
    best = 1e9
    for _ in range(times):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def frame(n=ROWS):
    rng = np.random.default_rng(1)
    return pd.DataFrame({"a": rng.integers(0, 1000, n), "b": rng.random(n), "city": rng.choice(["Berlin", "Paris", "Rome"], n)})


def check_ways_of_going_through_rows():
    """100,000 rows: vectorised, itertuples, apply, iterrows."""
    df = frame()
    out = {
        "vectorised": cost(lambda: df.a * df.b),
        "zip": cost(lambda: [a * b for a, b in zip(df.a, df.b)]),
        "itertuples": cost(lambda: [row.a * row.b for row in df.itertuples()]),
        "apply(axis=1)": cost(lambda: df.apply(lambda row: row.a * row.b, axis=1), 1),
        "iterrows": cost(lambda: [row.a * row.b for _, row in df.iterrows()], 1),
    }
    assert out["vectorised"] * 50 < out["itertuples"] < out["iterrows"]
    return {k: f"{v * 1000:.1f} ms" for k, v in out.items()}


def check_growing():
    """Adding rows one by one copies the frame each time; a list and one constructor does not."""
    def grow(n):
        df = pd.DataFrame({"a": [], "b": []})
        for i in range(n):
            df = pd.concat([df, pd.DataFrame({"a": [i], "b": [i]})], ignore_index=True)
        return df

    def loc(n):
        df = pd.DataFrame({"a": pd.Series(dtype=float), "b": pd.Series(dtype=float)})
        for i in range(n):
            df.loc[len(df)] = [i, i]
        return df

    small, large = cost(lambda: grow(1000), 1), cost(lambda: grow(4000), 1)
    by_loc = cost(lambda: loc(4000), 1)
    listed = cost(lambda: pd.DataFrame([{"a": i, "b": i} for i in range(4000)]))
    assert listed * 50 < large
    return f"concat 1,000: {small:.2f} s, 4,000: {large:.2f} s; loc 4,000: {by_loc:.2f} s; list 4,000: {listed * 1000:.0f} ms"


def check_memory():
    """Texts as objects, as categories; integers of 64 and 8 bits."""
    df = frame()
    objects = df.city.memory_usage(deep=True)
    category = df.city.astype("category").memory_usage(deep=True)
    shallow = df.city.memory_usage()
    small = pd.to_numeric(df.a, downcast="integer")
    assert objects > 50 * category and small.dtype == np.int16
    return f"objects {objects:,}, category {category:,}, without deep {shallow:,}; int64 {df.a.memory_usage():,}, int16 {small.memory_usage():,}"


def check_read_csv():
    """usecols and dtype; category; parse_dates with and without a format."""
    df = frame()
    df["when"] = pd.date_range("2020-01-01", periods=ROWS, freq="min").strftime("%d/%m/%Y %H:%M")
    text = df.to_csv(index=False)
    out = {
        "plain": cost(lambda: pd.read_csv(io.StringIO(text)), 2),
        "usecols of two": cost(lambda: pd.read_csv(io.StringIO(text), usecols=["a", "b"]), 2),
        "dates with a format": cost(lambda: pd.to_datetime(df["when"], format="%d/%m/%Y %H:%M"), 2),
        "dates guessed one by one": cost(lambda: pd.to_datetime(df["when"].head(5000), dayfirst=True), 1) * ROWS / 5000,
    }
    return {k: f"{v:.2f} s" for k, v in out.items()}


def check_groupby():
    """groupby with a built-in and with a Python function."""
    df = frame()
    out = {
        "sum": cost(lambda: df.groupby("a").b.sum()),
        "agg(lambda)": cost(lambda: df.groupby("a").b.agg(lambda s: s.sum()), 1),
        "apply": cost(lambda: df.groupby("a").apply(lambda g: g.b.sum()), 1),
    }
    assert out["sum"] * 10 < out["agg(lambda)"]
    return {k: f"{v * 1000:.0f} ms" for k, v in out.items()}


def check_lookup():
    """A lookup by an index and by a condition."""
    df = frame()
    df["id"] = np.arange(ROWS)
    indexed = df.set_index("id")
    indexed.loc[5]
    out = {
        "condition": cost(lambda: [df[df.id == n] for n in range(100)]) / 100,
        "loc": cost(lambda: [indexed.loc[n] for n in range(100)]) / 100,
        "at": cost(lambda: [indexed.at[n, "b"] for n in range(1000)]) / 1000,
        "dict": cost(lambda: [{1: 2}.get(n) for n in range(1000)]) / 1000,
    }
    assert out["loc"] < out["condition"] and out["at"] < out["loc"]
    return {k: f"{v * 1e6:.1f} µs" for k, v in out.items()}


def check_strings():
    """str methods are Python loops."""
    df = frame()
    return f"str.upper of {ROWS:,}: {cost(lambda: df.city.str.upper()) * 1000:.0f} ms, of its categories: {cost(lambda: df.city.astype('category').cat.rename_categories(str.upper)) * 1000:.0f} ms, a list: {cost(lambda: [c.upper() for c in df.city]) * 1000:.0f} ms"


def check_import():
    """Time to import."""
    import subprocess
    import sys

    best = 9
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import pandas"], check=True)
        loaded = time.perf_counter() - start
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        best = min(best, loaded - (time.perf_counter() - start))
    return f"{best:.2f} s"


def main():
    assert pd.__version__ == "1.5.3", pd.__version__
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            result = check()
            print("ok", check.__doc__.strip(), f"[{result}]" if result else "", flush=True)


if __name__ == "__main__":
    main()
