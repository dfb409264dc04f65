#!/usr/bin/env python3
"""Changes the program in one place at a time, and checks whether a test detects the change.

All mutants are built into one copy of the package, each behind a switch that is set by an environment variable, so that one
build is enough. A first run of each test file shows which mutants it reaches, and how long it takes. Each mutant is then
tried with the tests that reach it, the fast ones first, until one fails. Tests that don't end count as failed. A mutant that
the compiler refuses is left out.

    mutants.py [--most N] [--seconds N] [--only TEXT] [--again]

The results are saved in .build/mutants/results.tsv, so that a run continues where an earlier one stopped; `--again` discards
them. The last lines are the survivors and a row for the table of figures. It fails if a survivor isn't in survivors.txt with
a reason, or if fewer than 95 % were killed, not counting those whose reason begins with "The same": they behave as the
program does, so that no test can detect them.
"""
import argparse, collections, filecmp, glob, json, math, os, re, shutil, signal, subprocess, sys, time

import rules

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
WORK = f"{ROOT}/.build/mutants"
PACKAGE, BUILD, RESULTS = f"{WORK}/package", f"{WORK}/build", f"{WORK}/results.tsv"
PROGRAM = f"{BUILD}/debug/profilePackageTests.xctest"
MODULES = sorted({file.split("/")[0] for file in rules.FILES})
# The tests that are run, and the other targets that the copy needs.
TESTS = ["SealingTests", "SQLiteKitTests", "SealedStoreTests", "ProfileKitTests", "ProfileRenderingTests",
         "PostgresStoreTests"]
# Tests of the sources themselves, of which the copy's differ.
ABOUT_SOURCES = ["FileNameTests.swift", "FolderOrderTests.swift"]
KEPT = MODULES + TESTS + [
    "ProfileModel", "SystemKit", "PhotoCodec", "Interchange", "ProfileKit", "ProfileKitTesting",
    "SealedStoreTesting", "StoreMessages", "PostgresKit", "CSodium", "CSQLite", "CLinux", "CExpat", "CZlib", "CMinizip",
    "CPostgres", "CPNG", "CTurboJPEG", "TestSupport", "ProfileSupport", "CScenario", "Benchmarks", "CTwin"]
ENVIRONMENT = os.environ | {
    "SWIFT_BACKTRACE": "enable=no", "TMPDIR": f"{'/dev/shm' if os.access('/dev/shm', os.W_OK) else '/tmp'}"}


def put(path, text):
    """Writes a file if it differs, so that what didn't change isn't built again."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path).read() != text:
        open(path, "w").write(text)


# The copy of the package

def refuse_missing_targets():
    """Stops if the copy lacks a target that another one needs."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    needs = {target["name"]: {list(need.values())[0][0] for need in target["dependencies"]}
             for target in json.loads(dump)["targets"]}
    missing = set().union(*(needs[name] for name in KEPT)) - set(KEPT)
    if missing:
        sys.exit(f"mutants.py leaves out targets that others need: {', '.join(sorted(missing))}")


def copy_package():
    """Copies what has changed since the last run, except the files with mutants, which `build` writes."""
    for folder in ["Sources", "Tests", "Data"]:
        for parent, _, names in os.walk(f"{PACKAGE}/{folder}"):
            for name in names:
                copy = os.path.join(parent, name)
                if name != "Mutant.swift" and not os.path.exists(f"{ROOT}/{os.path.relpath(copy, PACKAGE)}"):
                    os.remove(copy)
        for parent, _, names in os.walk(f"{ROOT}/{folder}"):
            for name in names:
                source = os.path.join(parent, name)
                relative = os.path.relpath(source, ROOT)
                copy = f"{PACKAGE}/{relative}"
                if relative.removeprefix("Sources/") not in rules.FILES and (
                        not os.path.exists(copy) or not filecmp.cmp(source, copy, shallow=False)):
                    os.makedirs(os.path.dirname(copy), exist_ok=True)
                    shutil.copy2(source, copy)
    manifest = open(f"{ROOT}/Package.swift").read()
    put(f"{PACKAGE}/Package.swift",
        f"{manifest}\npackage.products = []\npackage.targets.removeAll {{ !{json.dumps(KEPT)}.contains($0.name) }}\n")


def write(mutants, originals):
    """Writes the files with mutants, which are numbered from 1."""
    numbered = list(enumerate(mutants, 1))
    for file, lines in originals.items():
        mutated = rules.with_mutants(lines, [each for each in numbered if each[1].file == file])
        put(f"{PACKAGE}/Sources/{file}", "\n".join(mutated))
    for module in MODULES:
        operators = [rules.operator(mutant.rule, number) for number, mutant in numbered
                     if mutant.file.startswith(f"{module}/") and mutant.rule in rules.OTHERS]
        switch = rules.SWITCH.replace("COUNT", str(len(mutants) + 1))
        put(f"{PACKAGE}/Sources/{module}/Mutant.swift", switch + "".join(operators))


def build(mutants, originals):
    """Builds the copy and returns the mutants in it, without those that the compiler refuses."""
    refused = f"{WORK}/refused.txt"
    known = set(open(refused).read().splitlines()) if os.path.exists(refused) else set()
    mutants = [mutant for mutant in mutants if mutant.name not in known]
    # The modules with mutants are built first, so that nothing that depends on them is built in vain.
    steps = [["--target", module] for module in MODULES] + [["--build-tests"]]
    while steps:
        write(mutants, originals)
        built = subprocess.run(
            ["swift", "build", "-j", "2", "--package-path", PACKAGE, "--scratch-path", BUILD] + steps[0],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        put(f"{WORK}/build.log", built.stdout)
        if built.returncode == 0:
            steps.pop(0)
            continue
        errors = {(path, int(line) - 1)
                  for path, line in re.findall(r"package/Sources/(\S+?):(\d+):\d+: error", built.stdout)}
        near = []
        # If a statement is removed, the error may be far away, where a value that it sets is used.
        for distance in [0, 3, 15, 60]:
            near = near or [mutant for mutant in mutants if (distance < 15 or mutant.rule == "statement") and any(
                mutant.file == file and abs(mutant.line - line) <= distance for file, line in errors)]
        if not near:
            sys.exit(f"The copy can't be built: {WORK}/build.log")
        print(f"The compiler refuses {len(near)}", flush=True)
        with open(refused, "a") as file:
            file.writelines(f"{mutant.name}\n" for mutant in near)
        mutants = [mutant for mutant in mutants if mutant not in near]
    return mutants


# Runs of tests

class TimeOver(Exception):
    pass


def time_over(*_):
    raise TimeOver


def run(tests, limit, **environment):
    """Runs some test files. Returns the first failure, or `None`, and the time that it took."""
    begun = time.monotonic()
    filters = [f"^{module}\\..*/{re.escape(file)}:" for module, file in (test.split("/") for test in tests)]
    process = subprocess.Popen(
        [PROGRAM, "--testing-library", "swift-testing", "--filter", "|".join(filters)], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=ENVIRONMENT | environment, start_new_session=True, cwd=PACKAGE)
    signal.alarm(math.ceil(limit))
    failure, last = None, b""
    try:
        for line in process.stdout:
            last = line
            if b" recorded an issue" in line:
                failure = re.sub("\x1b\\[[0-9;]*m", "", line.decode(errors="replace")).strip()[:160]
                break
        if failure is None and process.wait() != 0:
            failure = f"ended with {process.returncode}"
        elif failure is None and b" tests" not in last + b" 1 tests":
            failure = "no test was run"
    except TimeOver:
        failure = "no end"
    finally:
        signal.alarm(0)
        # A server that the tests started must not be killed with them: it ends by itself.
        server = any(test.startswith("PostgresStoreTests") for test in tests)
        try:
            os.kill(process.pid, signal.SIGKILL) if server else os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    return failure, time.monotonic() - begun


def measure(mutants, originals):
    """Returns the seconds that each test file takes, and the mutants that it reaches."""
    kept, marks = f"{WORK}/reached.json", f"{WORK}/reached"
    # Only test files that changed are measured again; all of them if the mutants, or the files with mutants, changed.
    key = hash_of(json.dumps([[mutant.name for mutant in mutants], originals]))
    known = json.load(open(kept)) if os.path.exists(kept) else {}
    measured = {}
    for module in TESTS:
        for path in sorted(glob.glob(f"{PACKAGE}/Tests/{module}/**/*.swift", recursive=True)):
            text = open(path).read()
            if "@Test" not in text or os.path.basename(path) in ABOUT_SOURCES:
                continue
            test, version = f"{module}/{os.path.basename(path)}", hash_of(f"{key} {text}")
            measured[test] = known.get(test)
            if not measured[test] or measured[test]["version"] != version:
                open(marks, "wb").write(bytes(len(mutants) + 1))
                failure, seconds = run([test], 300, PROFILE_MUTANTS_REACHED=marks)
                if failure:
                    sys.exit(f"{test} fails without any mutant: {failure}")
                reached = [number for number, mark in enumerate(open(marks, "rb").read()) if mark]
                measured[test] = {"version": version, "seconds": seconds, "reached": reached}
                print(f"{seconds:6.2f} s, {len(reached):4} mutants: {test}", flush=True)
                put(kept, json.dumps(known | measured))
    return measured


class Trial:
    """A mutant, and the tests that reach it and haven't been tried."""

    def __init__(self, number, mutant, measured):
        self.number, self.mutant, self.measured = number, mutant, measured
        self.left = [test for test, of in measured.items() if number in of["reached"]]

    def attempt(self, share, detections):
        """Runs the next tests, of up to `share` seconds together. Returns the first failure, or `None`."""
        # The fast tests first, and those that detected other mutants of the same file.
        self.left.sort(key=lambda test: self.measured[test]["seconds"] / (1 + detections[self.mutant.file, test]))
        batch, seconds = [], 0
        while self.left and (not batch or seconds + self.measured[self.left[0]]["seconds"] <= share):
            seconds += self.measured[self.left[0]]["seconds"]
            batch.append(self.left.pop(0))
        if not batch:
            return None
        failure, _ = run(batch, seconds * 4 + 20, PROFILE_MUTANT=str(self.number))
        for test in batch:
            detections[self.mutant.file, test] += f" {test.split('/')[1]}:" in (failure or "")
        return failure


# The run

def chosen(mutants, most):
    """Chooses up to `most` mutants, as many from each area as possible, and the same ones each time."""
    by_area = collections.defaultdict(list)
    for mutant in sorted(mutants, key=lambda each: hash_of(each.name)):
        by_area[mutant.area].append(mutant)
    queues = by_area.values()
    picked = [queue[place] for place in range(max(map(len, queues))) for queue in queues if place < len(queue)]
    return sorted(picked[:most], key=lambda each: (each.file, each.line, each.start))


def hash_of(text):
    """Returns a hash that is the same on every machine: FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def verdicts():
    """Returns the results of earlier runs: the failures that mutants caused, by name; empty for a survivor."""
    if not os.path.exists(RESULTS):
        return {}
    rows = [line.rstrip("\n").split("\t") for line in open(RESULTS)]
    # The survivors of another build are tried again, since tests may have been added.
    return {name: failure for name, built, failure in rows if failure or built == stamp()}


def stamp():
    return str(int(os.path.getmtime(PROGRAM)))


def reasons():
    """Returns why mutants may survive, by name. The file has each name on a line, and the reason indented below it."""
    found, name = {}, None
    for line in open(os.path.join(os.path.dirname(__file__), "survivors.txt")):
        if line.startswith(" "):
            found[name] += line.strip() + " "
        elif line.strip() and not line.startswith("#"):
            name = line.strip()
            found[name] = ""
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=280, help="the maximum number of mutants")
    parser.add_argument("--seconds", type=float, default=math.inf, help="the time after which no more mutants are tried")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="discards the results of earlier runs")
    parser.add_argument("--check", action="store_true", help="only checks that survivors.txt names mutants of this tree")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, time_over)
    end = time.monotonic() + options.seconds
    missing = [file for file in rules.FILES if not os.path.exists(f"{ROOT}/Sources/{file}")]
    if missing:
        sys.exit(f"rules.py names files that no longer exist: {', '.join(missing)}")
    originals = {file: open(f"{ROOT}/Sources/{file}").read().split("\n") for file in rules.FILES}
    possible = [mutant for file, lines in originals.items() for mutant in rules.mutants_of(file, lines)]
    if options.check:
        refuse_missing_targets()
        stale = set(reasons()) - {mutant.name for mutant in possible}
        sys.exit("\n".join(["survivors.txt names mutants that no longer exist:", *sorted(stale)]) if stale else 0)
    os.makedirs(WORK, exist_ok=True)
    if options.again and os.path.exists(RESULTS):
        os.remove(RESULTS)
    copy_package()
    mutants = build(chosen(possible, options.most), originals)
    print(f"{len(mutants)} of {len(possible)} possible mutants", flush=True)
    measured, known = measure(mutants, originals), verdicts()
    trials = [Trial(number, mutant, measured) for number, mutant in enumerate(mutants, 1)
              if options.only in mutant.name and mutant.name not in known]
    detections = collections.Counter()
    # First all mutants with a few fast tests, then the remaining ones with more, and at last with all others.
    for share in [4, 16, math.inf]:
        for trial in trials:
            if trial.mutant.name in known or time.monotonic() > end:
                continue
            begun, failure = time.monotonic(), trial.attempt(share, detections)
            if failure or not trial.left:
                known[trial.mutant.name] = failure or ""
                with open(RESULTS, "a") as results:
                    results.write(f"{trial.mutant.name}\t{stamp()}\t{failure or ''}\n")
            print(f"{time.monotonic() - begun:5.1f} s, {failure or f'{len(trial.left)} left'}: {trial.mutant}", flush=True)
    tried = [mutant for mutant in mutants if options.only in mutant.name and mutant.name in known]
    report(tried, known, len(mutants) - len(tried))


def report(tried, known, left):
    survivors, why = [mutant for mutant in tried if not known[mutant.name]], reasons()
    print("\nSurvivors:")
    for mutant in survivors:
        print(f"  {mutant}\n      {why.get(mutant.name, 'NO REASON IS GIVEN')}")
    if left:
        print(f"{left} were not tried with all tests.")
    counts = [f"{area} {sum(1 for each in all_of if known[each.name])} of {len(all_of)}"
              for area in rules.AREAS if (all_of := [each for each in tried if each.area == area])]
    killed = len(tried) - len(survivors)
    same = sum(1 for mutant in survivors if why.get(mutant.name, "").startswith("The same"))
    share = killed / max(len(tried) - same, 1)
    row = (f"| R28 | mutants are killed | {killed} of {len(tried)}, and {same} do the same as the program, so {share:.1%}: "
           f"{', '.join(counts)} | – |")
    print(row)
    if path := os.environ.get("PROFILE_FIGURES"):
        open(path, "a").write(row + "\n")
    sys.exit(0 if share >= 0.95 and all(each.name in why for each in survivors) else 1)


main()
