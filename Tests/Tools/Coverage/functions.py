#!/usr/bin/env python3
"""Lists the functions that no test ran, from the JSON that `llvm-cov export` prints.

    functions.py TOOLS ROOT MODULE... <coverage.json

The compiler makes a function of each operand that may not be needed, such as the fallback behind `??`, the message of a
precondition or a default argument. The coverage of regions judges those; they are only counted here. Fails if another
function never ran.
"""
import json, subprocess, sys

tools, root, *modules = sys.argv[1:]
folders = tuple(f"{root}/Sources/{module}/" for module in modules)
ran, names = {}, {}
for function in json.load(sys.stdin)["data"][0]["functions"]:
    if not function["filenames"][0].startswith(folders):
        continue
    # A generic function has a record for each specialization.
    line, column = function["regions"][0][:2]
    place = (function["filenames"][0].removeprefix(root + "/"), line, column)
    ran[place] = ran.get(place, 0) + function["count"]
    names[place] = function["name"].rsplit(":", 1)[-1]

unrun = sorted(place for place in ran if ran[place] == 0)
demangled = subprocess.run(
    [f"{tools}/swift-demangle", "-compact", "-simplified"], input="\n".join(names[place] for place in unrun), text=True,
    capture_output=True, check=True).stdout.splitlines()
written = [(place, name) for place, name in zip(unrun, demangled)
           if not name.startswith("implicit closure") and " in default argument " not in name]
for (path, line, _), name in written:
    print(f"{path}:{line}: never run: {name}")
operands = len(unrun) - len(written)
print(f"{len(ran)} functions: {len(ran) - len(unrun)} ran, {operands} are operands that weren't needed, {len(written)} never ran")
sys.exit(1 if written else 0)
