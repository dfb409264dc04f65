#!/usr/bin/env python3
"""Reads the changed copies of all vectors with the reader in `read_store.py`.

    read_vectors.py FOLDER

The copy of the vector with the index N in `vectors.json` is in the folder N. Prints one JSON object: what came of each
vector, by its name. `crash` is an error of the reader itself.
"""

import json
import os
import sys

from read_store import REFUSALS, read_store


def read_vector(vector, folder):
    secrets, code = vector.get("secrets"), vector.get("recovery")
    state = None if code is not None else f"{folder}/state"
    try:
        return {"content": read_store(f"{folder}/test.profile", vector["account"], state, secrets or [code])}
    except REFUSALS as error:
        return {"refusal": f"{type(error).__name__}: {error}"}
    except Exception as error:
        return {"crash": f"{type(error).__name__}: {error}"}


def main(folder):
    with open(f"{os.path.dirname(os.path.abspath(__file__))}/vectors.json", encoding="utf-8") as file:
        vectors = json.load(file)
    answers = {vector["name"]: read_vector(vector, f"{folder}/{index}") for index, vector in enumerate(vectors)}
    json.dump(answers, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
