#!/usr/bin/env python3
"""Makes the changed copies of all vectors, for a reader in any language.

    copy_vectors.py FOLDER

The copy of the vector with the index N in `vectors.json` is in the folder N: `test.profile`, and its state in `state`. With
`--judge ANSWERS` it compares a reader's answers instead: a JSON object that has true for each name of a vector that the
reader opened, and false for each that it refused. Exits with 1 if one differs.
"""

import json
import os
import shutil
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = f"{HERE}/Fixtures"


def path(file, folder):
    """A file of the fixture, or `account/name` of an account's state folder."""
    if "/" not in file:
        return f"{folder}/{file}"
    state = f"{folder}/state/profile"
    for _ in ("store id", "instance"):
        state += "/" + os.listdir(state)[0]
    return f"{state}/{file}"


def apply(change, folder):
    if "sql" in change:
        database = sqlite3.connect(f"{folder}/test.profile", isolation_level=None)
        for statement in change["sql"]:
            database.execute(statement)
        database.close()
    if "file" not in change:
        return
    name = path(change["file"], folder)
    if change.get("remove"):
        os.remove(name)
        return
    content = bytearray()
    source = path(change["from"], folder) if "from" in change else name
    if os.path.exists(source):
        with open(source, "rb") as file:
            content = bytearray(file.read())
    if "hex" in change:
        content = bytearray.fromhex(change["hex"])
    if "cut" in change:
        del content[change["cut"] :]
    if "flip" in change:
        content[change["flip"] // 8] ^= 1 << (change["flip"] % 8)
    with open(name, "wb") as file:
        file.write(content)
    os.chmod(name, 0o600)


def copy(vectors, folder):
    for index, vector in enumerate(vectors):
        place = f"{folder}/{index}"
        shutil.copytree(FIXTURES, place)
        for parent, folders, files in os.walk(place):
            for name in folders:
                os.chmod(f"{parent}/{name}", 0o700)
            for name in files:
                os.chmod(f"{parent}/{name}", 0o600)
        for change in vector["changes"]:
            apply(change, place)
    print(f"{len(vectors)} copies in {folder}")


def judge(vectors, answers):
    """Everything but `opens` is a refusal, also by what only a check of the whole store finds."""
    differing = [
        f"{vector['name']}: {vector['outcome']}, but {'opened' if answers.get(vector['name']) else 'refused'}"
        for vector in vectors
        if answers.get(vector["name"]) is not (vector["outcome"] == "opens")
    ]
    print("\n".join(differing + [f"{len(vectors) - len(differing)} of {len(vectors)} as documented"]))
    return 1 if differing else 0


def main():
    with open(f"{HERE}/vectors.json", encoding="utf-8") as file:
        vectors = json.load(file)
    if sys.argv[1] == "--judge":
        with open(sys.argv[2], encoding="utf-8") as file:
            return judge(vectors, json.load(file))
    return copy(vectors, sys.argv[1])


if __name__ == "__main__":
    sys.exit(main())
