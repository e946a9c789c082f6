"""Tidies a plain export, and one with leading zeros, a country called NA, and empty cells."""
import contextlib
import csv
import io
import json

COLUMNS = ["number", "name", "zip", "country", "phone", "referrer"]
PLAIN = [
    ["3", " Cleo ", "30159", "DE", "x1", "1"],
    ["1", "Ada", "10115", "DE", "x2", "3"],
    ["3", "Cleo", "30159", "DE", "x1", "1"],
    ["2", "Bob  ", "75001", "FR", "x3", "1"],
]
HARD = [
    ["3", "Cleo", "01067", "DE", "0049351", ""],
    ["9007199254740993", "Ada", "00501", "US", "001212", "3"],
    ["2", " Bob", "09000", "NA", "00264", "9007199254740993"],
]


def tidied(rows):
    from tidy import tidy

    with open("source.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    with contextlib.redirect_stdout(io.StringIO()):
        tidy("source.csv", "target.csv")
    with open("target.csv", newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def judge(name, rows, wanted, columns):
    """Compares the named columns of the result with the wanted ones."""
    try:
        head, *got = tidied(rows)
        picked = [[dict(zip(head, row)).get(column) for column in columns] for row in got]
        passed, evidence = picked == wanted, f"{columns}: {picked}"
        if columns == COLUMNS:
            passed, evidence = passed and head == COLUMNS, f"{head}, {evidence}"
    except BaseException as error:
        passed, evidence = False, repr(error)
    return {"name": name, "passed": passed, "evidence": evidence[:250]}


checks = [
    judge("works", PLAIN, [["1", "Ada", "10115", "DE", "x2", "3"], ["2", "Bob", "75001", "FR", "x3", "1"], ["3", "Cleo", "30159", "DE", "x1", "1"]], COLUMNS),
    judge("keeps leading zeros", HARD, [["00501", "001212"], ["09000", "00264"], ["01067", "0049351"]], ["zip", "phone"]),
    judge("keeps the country NA", HARD, [["US"], ["NA"], ["DE"]], ["country"]),
    judge("keeps numbers of other customers", HARD, [["3"], ["9007199254740993"], [""]], ["referrer"]),
]
print(json.dumps({"checks": checks}))
