import pandas as pd


def tidy(source, target):
    df = pd.read_csv(source)
    df["name"] = df["name"].str.strip()
    df = df.drop_duplicates(subset="number").sort_values("name")
    df.to_csv(target, index=False)
