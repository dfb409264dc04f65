#!/usr/bin/env python3
"""Lists the public symbols that can throw and don't say what.

    throwing.py FOLDER...      folders of symbol graphs, as `make docs` extracts them

A symbol says it with `- Throws:`, or with a sentence of its comment that has the word *throws*. A requirement's
implementation that has no comment of its own inherits the requirement's. Typed throws say it in the declaration.
"""

import json
import pathlib
import re
import sys


def declaration(symbol):
    return "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))


def comment(symbol):
    return "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))


def main(folders):
    silent = set()
    throwing = 0
    for file in sorted({file for folder in folders for file in pathlib.Path(folder).rglob("*.symbols.json")}):
        graph = json.loads(file.read_text(encoding="utf-8"))
        inherited = {
            relation["source"]
            for relation in graph["relationships"]
            if relation["kind"] in ("requirementOf", "defaultImplementationOf") and "sourceOrigin" in relation
        }
        for symbol in graph["symbols"]:
            # What other modules declare, such as the standard library's members, has no location here.
            if "location" not in symbol or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            # The effect of the symbol itself, not of a parameter such as a body.
            if not re.search(r"\)\s*(async\s+)?throws(?!\()\b|\{[^}]*\bthrows\b(?!\()", outer(declaration(symbol))):
                continue
            throwing += 1
            if re.search(r"\bthrows\b", comment(symbol), re.IGNORECASE) or symbol["identifier"]["precise"] in inherited:
                continue
            path = symbol["location"]["uri"].split("/Sources/")[-1]
            silent.add(f"Sources/{path}:{symbol['location']['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}")
    for line in sorted(silent):
        print(line)
    print(f"{throwing} public symbols can throw; {len(silent)} don't say what", file=sys.stderr)
    return 1 if silent else 0


def outer(text):
    """The declaration without what is inside the parentheses of its parameters."""
    depth, kept = 0, []
    for character in text:
        if character == ")":
            depth -= 1
        if depth == 0:
            kept.append(character)
        if character == "(":
            depth += 1
    return "".join(kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
