import pandas as pd


def totals(path):
    df = pd.read_csv(path, dtype={"team": str, "cents": "int64"}, keep_default_na=False)
    # Sales without a team are a group of their own, or accounting would miss them.
    sums = df.groupby("team", dropna=False)["cents"].sum()
    assert sums.sum() == df["cents"].sum()
    return {team or "no team": int(cents) for team, cents in sums.items()}
