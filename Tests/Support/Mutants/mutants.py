#!/usr/bin/env python3
"""Changes the program in one place at a time, and sees whether a test notices.

All mutants are built into one copy of the package, each behind a switch that the environment sets: one build, and not one
for each. A first run of each file of tests tells which mutants it comes by, and how long it takes. A mutant is then tried by
the tests that come by it, the quick ones first, until one fails; tests that don't come to their end have failed. What the
compiler doesn't take is no mutant.

    mutants.py [--most N] [--seconds N] [--only TEXT] [--again]

What is known is kept in .build/mutants/results.tsv, so that a run goes on where an earlier one stopped; `--again` forgets it.
The last lines are the survivors and a row for the table of figures. It fails when one that lives isn't in survivors.txt with
the reason, or when fewer than 95 % were killed, leaving out those whose reason begins with "The same": they do what the
program does, so no test could notice.
"""
import argparse, collections, filecmp, glob, json, math, os, re, shutil, signal, subprocess, sys, time

import rules

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
WORK = f"{ROOT}/.build/mutants"
PACKAGE, BUILD, RESULTS = f"{WORK}/package", f"{WORK}/build", f"{WORK}/results.tsv"
PROGRAM = f"{BUILD}/debug/profilePackageTests.xctest"
MODULES = sorted({file.split("/")[0] for file in rules.FILES})
# The tests that may notice, and what else the copy has to have.
TESTS = ["SealingTests", "SQLiteKitTests", "SealedStoreTests", "ProfileKitTests", "ProfileRenderingTests",
         "PostgresStoreTests"]
KEPT = MODULES + TESTS + [
    "ProfileModel", "SystemKit", "ProfileKit", "ProfileKitTesting", "PostgresKit", "CSodium", "CSQLite", "CLinux", "CExpat",
    "CPostgres", "SeededRandom", "GoldenFiles", "ScenarioSupport", "CScenario", "PostgresServer", "ServerBench"]
ENVIRONMENT = os.environ | {
    "SWIFT_BACKTRACE": "enable=no", "TMPDIR": f"{'/dev/shm' if os.access('/dev/shm', os.W_OK) else '/tmp'}"}


def put(path, text):
    """Writes a file where it differs, so that what didn't change isn't built anew."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path).read() != text:
        open(path, "w").write(text)


# The copy of the package

def copy_package():
    """Copies what changed since the last time; the files with mutants are written by `build`."""
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
    # The modules with mutants first: nothing behind them is built until they are.
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
        # A value that is set only where a statement is not gone is missed far from it.
        for distance in [0, 3, 15, 60]:
            near = near or [mutant for mutant in mutants if (distance < 15 or mutant.rule == "statement") and any(
                mutant.file == file and abs(mutant.line - line) <= distance for file, line in errors)]
        if not near:
            sys.exit(f"The copy isn't built: {WORK}/build.log")
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
    """What failed first of some files of tests, or `None`; and how long that took."""
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
        # A server of the tests ends by itself, once they are gone.
        server = any(test.startswith("PostgresStoreTests") for test in tests)
        try:
            os.kill(process.pid, signal.SIGKILL) if server else os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    return failure, time.monotonic() - begun


def measure(mutants, originals):
    """The seconds that each file of tests takes, and the mutants it comes by."""
    kept, marks = f"{WORK}/reached.json", f"{WORK}/reached"
    # Measured anew is what has changed, or all of it when the mutants or the files they are in have.
    key = hash_of(json.dumps([[mutant.name for mutant in mutants], originals]))
    known = json.load(open(kept)) if os.path.exists(kept) else {}
    measured = {}
    for module in TESTS:
        for path in sorted(glob.glob(f"{PACKAGE}/Tests/{module}/**/*.swift", recursive=True)):
            text = open(path).read()
            if "@Test" not in text:
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
    """A mutant, and the tests that come by it and haven't been tried."""

    def __init__(self, number, mutant, measured):
        self.number, self.mutant, self.measured = number, mutant, measured
        self.left = [test for test, of in measured.items() if number in of["reached"]]

    def attempt(self, share, noticing):
        """What of the next tests, of so many seconds together, notices the mutant; `None` when none does."""
        # The quick ones first, and those that noticed others of its file.
        self.left.sort(key=lambda test: self.measured[test]["seconds"] / (1 + noticing[self.mutant.file, test]))
        batch, seconds = [], 0
        while self.left and (not batch or seconds + self.measured[self.left[0]]["seconds"] <= share):
            seconds += self.measured[self.left[0]]["seconds"]
            batch.append(self.left.pop(0))
        if not batch:
            return None
        failure, _ = run(batch, seconds * 4 + 20, PROFILE_MUTANT=str(self.number))
        for test in batch:
            noticing[self.mutant.file, test] += f" {test.split('/')[1]}:" in (failure or "")
        return failure


# The run

def chosen(mutants, most):
    """As many of each area as there may be, spread over its files, the same ones each time."""
    by_area = collections.defaultdict(list)
    for mutant in sorted(mutants, key=lambda each: hash_of(each.name)):
        by_area[mutant.area].append(mutant)
    queues = by_area.values()
    picked = [queue[place] for place in range(max(map(len, queues))) for queue in queues if place < len(queue)]
    return sorted(picked[:most], key=lambda each: (each.file, each.line, each.start))


def hash_of(text):
    """The same number for the same text on every machine: FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def verdicts():
    """What earlier runs found: the mutant's name, the build it was tried in, and what noticed it."""
    if not os.path.exists(RESULTS):
        return {}
    rows = [line.rstrip("\n").split("\t") for line in open(RESULTS)]
    # A survivor may have met its test since.
    return {name: noticed for name, built, noticed in rows if noticed or built == stamp()}


def stamp():
    return str(int(os.path.getmtime(PROGRAM)))


def reasons():
    """Why mutants may live, by their names: a line each, and the reason on lines with an indent below."""
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
    parser.add_argument("--most", type=int, default=280, help="how many mutants are chosen")
    parser.add_argument("--seconds", type=float, default=math.inf, help="after how long no more are tried")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="forgets what earlier runs found")
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
        stale = set(reasons()) - {mutant.name for mutant in possible}
        sys.exit("\n".join(["survivors.txt names mutants that no longer exist:", *sorted(stale)]) if stale else 0)
    os.makedirs(WORK, exist_ok=True)
    if options.again and os.path.exists(RESULTS):
        os.remove(RESULTS)
    copy_package()
    mutants = build(chosen(possible, options.most), originals)
    print(f"{len(mutants)} mutants, of {len(possible)} that could be made", flush=True)
    measured, known = measure(mutants, originals), verdicts()
    trials = [Trial(number, mutant, measured) for number, mutant in enumerate(mutants, 1)
              if options.only in mutant.name and mutant.name not in known]
    noticing = collections.Counter()
    # All by a few quick tests, then those that are left by more, and those by all others.
    for share in [4, 16, math.inf]:
        for trial in trials:
            if trial.mutant.name in known or time.monotonic() > end:
                continue
            begun, noticed = time.monotonic(), trial.attempt(share, noticing)
            if noticed or not trial.left:
                known[trial.mutant.name] = noticed or ""
                with open(RESULTS, "a") as results:
                    results.write(f"{trial.mutant.name}\t{stamp()}\t{noticed or ''}\n")
            print(f"{time.monotonic() - begun:5.1f} s, {noticed or f'{len(trial.left)} left'}: {trial.mutant}", flush=True)
    tried = [mutant for mutant in mutants if options.only in mutant.name and mutant.name in known]
    report(tried, known, len(mutants) - len(tried))


def report(tried, known, left):
    survivors, why = [mutant for mutant in tried if not known[mutant.name]], reasons()
    print("\nSurvivors:")
    for mutant in survivors:
        print(f"  {mutant}\n      {why.get(mutant.name, 'NO REASON IS GIVEN')}")
    if left:
        print(f"{left} were not tried to the end.")
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
