"""A complete pandas program: typed reading, checks, a safe merge, groups, conversion of units; it asserts what it does.

Run it with:  python basic.py     (pandas 1.5 or newer; no files, no network)
"""

import io

import pandas as pd

ORDERS = """id,customer,zip,country,amount,day
9007199254740993,1,01234,DE,"1.000,50",31/01/2026
9007199254740994,1,00099,NA,"20,00",01/02/2026
9007199254740995,,01234,DE,"5,25",13/02/2026
"""

CUSTOMERS = """customer,team
1,blue
2,
"""


def read(text: str) -> pd.DataFrame:
    """Reads everything as text, so that nothing is guessed."""
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


def amounts(texts: pd.Series) -> pd.Series:
    """German amounts as integers of cents; raises for a text that can't be read."""
    plain = texts.str.replace(".", "", regex=False).str.replace(",", ".", regex=False)
    numbers = pd.to_numeric(plain, errors="coerce")
    lost = texts[numbers.isna() & (texts != "")]
    if len(lost):
        raise ValueError(f"{len(lost)} unreadable amounts, such as {lost.iloc[0]!r}")
    return (numbers * 100).round().astype("Int64")


def load_orders(text: str) -> pd.DataFrame:
    df = read(text)
    missing = {"id", "customer", "zip", "amount", "day"} - set(df.columns)
    if missing:
        raise ValueError(f"columns are missing: {sorted(missing)}")
    if not df["id"].is_unique:
        raise ValueError("ids are repeated")
    return df.assign(
        cents=amounts(df["amount"]),
        day=pd.to_datetime(df["day"], format="%d/%m/%Y"),
        customer=df["customer"].replace("", pd.NA).astype("string"),
    ).drop(columns="amount")


def with_teams(orders: pd.DataFrame, customers: pd.DataFrame) -> pd.DataFrame:
    """A left merge that may neither lose nor multiply rows."""
    teams = customers.assign(
        customer=customers["customer"].astype("string"), team=customers["team"].replace("", pd.NA)
    )
    merged = orders.merge(teams, on="customer", how="left", validate="many_to_one")
    assert len(merged) == len(orders)
    return merged


def main() -> None:
    orders = load_orders(ORDERS)
    assert orders["id"].tolist()[0] == "9007199254740993"  # a float would have rounded it
    assert orders["zip"].tolist() == ["01234", "00099", "01234"]
    assert orders["country"].tolist() == ["DE", "NA", "DE"]
    assert orders["cents"].tolist() == [100050, 2000, 525]
    assert orders["day"].dt.month.tolist() == [1, 2, 2]
    print(orders.to_string(index=False))

    careless = pd.read_csv(io.StringIO(ORDERS))
    assert careless["zip"].tolist() == [1234, 99, 1234] and careless["country"].isna().sum() == 1
    print("without types:", careless["zip"].tolist(), careless["customer"].tolist())

    merged = with_teams(orders, read(CUSTOMERS))
    totals = merged.groupby("team", dropna=False)["cents"].sum()
    assert totals.sum() == orders["cents"].sum() == 102575
    assert totals["blue"] == 102050
    assert merged.groupby("team")["cents"].sum().sum() == 102050  # without dropna=False 5.25 are missing
    print("totals:", {str(team): int(cents) for team, cents in totals.items()})

    twice = pd.concat([read(CUSTOMERS), read(CUSTOMERS)], ignore_index=True)
    try:
        with_teams(orders, twice)
    except pd.errors.MergeError as error:
        print("expected:", error)
    else:
        raise AssertionError("repeated keys were merged")

    try:
        load_orders(ORDERS.replace("20,00", "twenty"))
    except ValueError as error:
        print("expected:", error)
    else:
        raise AssertionError("an unreadable amount was accepted")

    orders.loc[orders["cents"] > 5000, "large"] = True  # one step, with loc
    assert orders["large"].isna().tolist() == [False, True, True]
    small = orders[orders["cents"] <= 5000].copy()  # a copy that may be changed
    small["cents"] = 0
    assert orders["cents"].sum() == 102575

    back = pd.read_csv(io.StringIO(orders.to_csv(index=False)), dtype={"id": str, "zip": str})
    assert back["id"].equals(orders["id"]) and back["zip"].equals(orders["zip"])


if __name__ == "__main__":
    main()
