import pandas as pd


def tidy(source, target):
    # Everything is text: nothing is guessed, and nothing is taken for missing.
    df = pd.read_csv(source, dtype=str, keep_default_na=False)
    df = df.assign(name=df["name"].str.strip()).drop_duplicates("number").sort_values("name", kind="stable")
    df.to_csv(target, index=False)
