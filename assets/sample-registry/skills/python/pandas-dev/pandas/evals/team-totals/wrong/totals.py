import pandas as pd


def totals(path):
    df = pd.read_csv(path)
    return df.groupby("team")["cents"].sum().to_dict()
