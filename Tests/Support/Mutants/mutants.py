#!/usr/bin/env python3
"""Changes the program in one place at a time, and sees whether a test notices.

All mutants are built into one copy of the package, each behind a switch that the environment sets, so that there is one
build and not one for each. A mutant is killed by the first test that fails, or by tests that don't come to their end in
four times the usual time. What the compiler doesn't take is no mutant.

    mutants.py [--seconds N] [--only TEXT]    goes on where an earlier run ended (.build/mutants/results.tsv)

The last lines are the survivors, with what was changed, and a table's row for PROFILE_FIGURES. Exit code 1 when fewer than
95 % of those that were run were killed.
"""
import argparse, hashlib, os, re, shutil, signal, subprocess, sys, time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
WORK = f"{ROOT}/.build/mutants"
RESULTS = f"{WORK}/results.tsv"

# What is mutated, and the tests that have to notice.
STORE, RENDERER = r"SealedStoreTests|SealingTests|ProfileKitTests", r"ProfileRenderingTests"
AREAS = [
    ("limiter", STORE, ["SealedStore/Gate/AttemptLimiter.swift", "SealedStore/Gate/GateState.swift",
                        "SealedStore/Gate/StageAttempt.swift"]),
    ("associated data", STORE, ["SealedStore/Records/RecordSealer.swift", "Sealing/SealedBox.swift"]),
    ("wraps", STORE, ["SealedStore/Gate/StageKeys.swift", "SealedStore/Gate/RecoveryWrap.swift",
                      "SealedStore/Gate/GateRecord.swift", "SealedStore/Gate/SecretRenewal.swift"]),
    ("merge", STORE, ["SealedStore/Documents/Merge.swift", "SealedStore/Documents/Draft.swift"]),
    ("commit", STORE, ["SealedStore/Documents/DocumentRecords.swift", "SealedStore/Records/RecordTransaction.swift",
                       "SealedStore/Records/Inventory.swift", "SealedStore/Records/RecordLog.swift"]),
    ("settle", STORE, ["SealedStore/Engine/SQLite/SQLiteEngine.swift", "SQLiteKit/Transaction.swift"]),
    ("renderer", RENDERER, ["ProfileRendering/TerminalText.swift", "ProfileRendering/DisplayWidth.swift",
                            "ProfileRendering/WordWrapping.swift", "ProfileRendering/StyledLine.swift",
                            "ProfileRendering/ChangeText.swift"]),
]
KEPT = ["ProfileModel", "Sealing", "SQLiteKit", "SystemKit", "SealedStore", "ProfileKit", "ProfileKitTesting",
        "ProfileRendering", "CSodium", "CSQLite", "CLinux", "CExpat", "SeededRandom", "GoldenFiles",
        "SealingTests", "SealedStoreTests", "ProfileKitTests", "ProfileRenderingTests"]

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# The switch, in each module that is mutated.
SWITCH = """
internal import Glibc

/// The mutant that is on; 0 for none.
enum Mutant {
    static let active: Int = unsafe getenv("PROFILE_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0
    static func on(_ id: Int) -> Bool { active == id }
    static func off(_ id: Int) -> Bool { active != id }
    static func flip(_ id: Int, _ value: Bool) -> Bool { active == id ? !value : value }
    static func more<Value: ExpressibleByIntegerLiteral & AdditiveArithmetic>(_ id: Int, _ value: Value) -> Value {
        active == id ? value + 1 : value
    }
}
"""


class Mutant:
    def __init__(self, area, file, line, text, kind, before, after, start, end):
        self.area, self.file, self.line, self.text, self.kind = area, file, line, text.strip(), kind
        self.before, self.after, self.start, self.end = before, after, start, end

    def describe(self):
        return f"{self.file}:{self.line + 1}: {self.kind}: {self.text}"


def code_of(line):
    """The line with texts and comments blanked, of the same length."""
    blank = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: "_" * len(m.group()), line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), blank)


def balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ["()", "[]", "{}"])


def mutants_of(area, file, lines):
    found = []
    in_text = False

    def add(number, kind, start, end, after):
        found.append(Mutant(area, file, number, lines[number], kind, lines[number][start:end], after, start, end))

    for number, line in enumerate(lines):
        if '"""' in line:
            in_text = not in_text if line.count('"""') % 2 else in_text
            continue
        code = code_of(line)
        bare = code.strip()
        if in_text or not bare or bare.startswith(("case ", "@", "internal import", "public import", "extension ",
                                                    "infix", "default:", "enum ", "struct ")) or "stride(" in code:
            continue
        if re.search(r"\bfunc\b|\bassociatedtype\b|\btypealias\b", code):
            continue
        declares = re.search(r"\bstatic (let|var)\b", code)
        for match in re.finditer(r" (<=|>=|==|!=|<|>) ", code):
            add(number, f"{match[1]} becomes {COMPARISONS[match[1]]}", match.start(1), match.end(1), match[1])
        for match in re.finditer(r" (&&|\|\|) ", code):
            other = "||" if match[1] == "&&" else "&&"
            add(number, f"{match[1]} becomes {other}", match.start(1), match.end(1), match[1])
        for match in re.finditer(r" ([+-]) (?=[\w(])", code):
            add(number, f"{match[1]} becomes {'-' if match[1] == '+' else '+'}", match.start(1), match.end(1), match[1])
        for match in re.finditer(r"(?<=[ (])(true|false)\b", code):
            add(number, f"{match[1]} is turned round", match.start(1), match.end(1), "bool")
        for match in re.finditer(r"(?<=[ (\[])(\d+)(?![\w.:])", code):
            add(number, f"{match[1]} becomes one more", match.start(1), match.end(1), "number")
        if declares:
            continue
        if match := re.match(r"^\s*guard (?!let|var|case)([^{]*?) else \{ (?:return|throw|continue)", code):
            if ", " not in match[1].split("(")[0] and " let " not in match[1] and balanced(match[1]):
                add(number, "the guard lets all through", match.start(1), match.end(1), "guard")
        elif match := re.match(r"^\s*(?:\} else )?if (?!let|var|case)([^{]*?) \{", code):
            if " let " not in match[1] and balanced(match[1]) and not re.search(r", ", re.sub(r"\(.*\)", "", match[1])):
                add(number, "the condition is turned round", match.start(1), match.end(1), "condition")
        before = code_of(lines[number - 1]).strip() if number else ""
        whole = before == "" or before.endswith(("{", "}")) or re.search(r"[\w)\]]$", before)
        if whole and balanced(bare) and re.match(
            r"^(try )?(unsafe )?[A-Za-z_][\w.!?\[\]]*\(.*\)$|^(self\.)?[A-Za-z_][\w.\[\]]* (=|\+=|-=|\^=|\|=) [^={]*[\w)\]]$", bare
        ) and not bare.startswith(("let ", "var ", "return", "super.", "self.init", "precondition", "init(")):
            start = len(line) - len(line.lstrip())
            add(number, "the statement is gone", start, len(code.rstrip()), "statement")
    return found


def spell(mutant, identifier, operators):
    """What stands in the mutant's place in the copy."""
    kind = mutant.after
    if kind in COMPARISONS or kind in ("&&", "||", "+", "-"):
        # An operator's name can't hold a number, so that is spelled in its own signs.
        digits, rest = "", identifier
        while rest:
            digits, rest = "%&*~"[rest % 4] + digits, rest // 4
        name = f"^{digits}^"
        operators.append((name, kind, identifier))
        return name
    before = mutant.before
    return {
        "bool": f"Mutant.flip({identifier}, {before})", "number": f"Mutant.more({identifier}, {before})",
        "guard": f"Mutant.on({identifier}) || ({before})", "condition": f"Mutant.flip({identifier}, {before})",
        "statement": f"if Mutant.off({identifier}) {{ {before} }}",
    }[kind]


def operator_text(name, kind, identifier):
    if kind in COMPARISONS:
        other = COMPARISONS[kind]
        protocol = "Equatable" if kind in ("==", "!=") else "Comparable"
        return (f"infix operator {name}: ComparisonPrecedence\n"
                f"func {name} <Value: {protocol}>(a: Value, b: Value) -> Bool "
                f"{{ Mutant.on({identifier}) ? a {other} b : a {kind} b }}\n")
    if kind in ("&&", "||"):
        other = "||" if kind == "&&" else "&&"
        precedence = "LogicalConjunctionPrecedence" if kind == "&&" else "LogicalDisjunctionPrecedence"
        return (f"infix operator {name}: {precedence}\n"
                f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                f"{{ Mutant.on({identifier}) ? try a {other} b() : try a {kind} b() }}\n")
    other = "-" if kind == "+" else "+"
    return (f"infix operator {name}: AdditionPrecedence\n"
            f"func {name} <Value: AdditiveArithmetic>(a: Value, b: Value) -> Value "
            f"{{ Mutant.on({identifier}) ? a {other} b : a {kind} b }}\n")


def put(path, text):
    """Writes a file where it differs, so that what didn't change isn't built anew."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path) and open(path).read() == text:
        return
    open(path, "w").write(text)


def copy_package():
    for folder in ["Sources", "Tests", "Data"]:
        for parent, _, names in os.walk(f"{ROOT}/{folder}"):
            for name in names:
                source = os.path.join(parent, name)
                target = os.path.join(f"{WORK}/package", os.path.relpath(source, ROOT))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source):
                    shutil.copy2(source, target)
    manifest = open(f"{ROOT}/Package.swift").read()
    kept = ", ".join(f'"{name}"' for name in KEPT)
    manifest += f"\npackage.products = []\npackage.targets.removeAll {{ ![{kept}].contains($0.name) }}\n"
    put(f"{WORK}/package/Package.swift", manifest)


def write(mutants):
    """Writes the mutated files; numbers are places in the list, from 1."""
    by_file = {}
    for identifier, mutant in enumerate(mutants, 1):
        by_file.setdefault(mutant.file, []).append((identifier, mutant))
    operators = {}
    for _, _, files in AREAS:
        for file in files:
            lines = open(f"{ROOT}/Sources/{file}").read().split("\n")
            for identifier, mutant in sorted(by_file.get(file, []), key=lambda m: (m[1].line, -m[1].start, m[1].end)):
                module = operators.setdefault(file.split("/")[0], [])
                line = lines[mutant.line]
                if mutant.after in ("guard", "condition", "statement"):
                    # What is inside may have been replaced already, by mutants that begin later.
                    suffix = ORIGINAL[file][mutant.line][mutant.end:]
                    end = len(line) - len(suffix)
                    inner = line[mutant.start:end]
                    copy = Mutant(mutant.area, file, mutant.line, line, "", inner, mutant.after, 0, 0)
                    lines[mutant.line] = line[:mutant.start] + spell(copy, identifier, module) + line[end:]
                else:
                    lines[mutant.line] = line[:mutant.start] + spell(mutant, identifier, module) + line[mutant.end:]
            put(f"{WORK}/package/Sources/{file}", "\n".join(lines))
    for module in {file.split("/")[0] for _, _, files in AREAS for file in files}:
        text = SWITCH + "".join(operator_text(*operator) for operator in operators.get(module, []))
        put(f"{WORK}/package/Sources/{module}/Mutant.swift", text)


ORIGINAL = {}


def build(mutants):
    """Builds the copy, leaving out what the compiler refuses."""
    while True:
        write(mutants)
        built = subprocess.run(
            ["nice", "-n", "10", "swift", "build", "--build-tests", "-j", "2", "--package-path", f"{WORK}/package",
             "--scratch-path", f"{WORK}/build"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        open(f"{WORK}/build.log", "w").write(built.stdout)
        if built.returncode == 0:
            return mutants
        refused = set()
        for path, line in re.findall(r"package/Sources/(\S+?):(\d+):\d+: error", built.stdout):
            refused.add((path, int(line) - 1))
        near = [m for m in mutants if (m.file, m.line) in refused]
        if not near:
            near = [m for m in mutants if any(m.file == f and abs(m.line - n) <= 3 for f, n in refused)]
        if not near:
            sys.exit(f"The copy isn't built: {WORK}/build.log")
        print(f"{len(near)} are refused by the compiler", flush=True)
        mutants = [m for m in mutants if m not in near]


def run(identifier, suites, limit):
    """Whether a test fails, and after how long; a run that takes too long has failed."""
    environment = dict(os.environ, PROFILE_MUTANT=str(identifier), SWIFT_BACKTRACE="enable=no",
                       TMPDIR="/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp")
    begun = time.monotonic()
    process = subprocess.Popen(
        ["nice", "-n", "10", f"{WORK}/build/debug/profilePackageTests.xctest", "--testing-library", "swift-testing",
         "--filter", suites], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, start_new_session=True,
        cwd=f"{WORK}/package")
    signal.alarm(int(limit))
    failure, output = None, b""
    try:
        for line in process.stdout:
            output += line
            if line.startswith("✘".encode()) and b"recorded an issue" in line:
                failure = line.decode(errors="replace").strip()[2:120]
                break
        if failure is None and process.wait() != 0:
            failure = f"ended with {process.returncode}"
        elif failure is None and b" 0 tests" in output:
            sys.exit("no test was run")
    except TimeoutError:
        failure = "no end"
    finally:
        signal.alarm(0)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    return failure, time.monotonic() - begun


def out_of_time(*_):
    raise TimeoutError


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--only", default="", help="only mutants whose description contains this")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, out_of_time)
    end = time.monotonic() + options.seconds
    os.makedirs(WORK, exist_ok=True)
    copy_package()
    mutants = []
    for area, _, files in AREAS:
        for file in files:
            ORIGINAL[file] = open(f"{ROOT}/Sources/{file}").read().split("\n")
            mutants += mutants_of(area, file, ORIGINAL[file])
    mutants = build(mutants)
    print(f"{len(mutants)} mutants", flush=True)
    known = {}
    if os.path.exists(RESULTS):
        known = dict(line.rstrip("\n").split("\t")[:2] for line in open(RESULTS))
    suites_of = {area: suites for area, suites, _ in AREAS}
    usual = {}
    for suites in set(suites_of.values()):
        failure, usual[suites] = run(0, suites, 900)
        if failure:
            sys.exit(f"Without any mutant a test fails: {failure}")
        print(f"{suites}: {usual[suites]:.0f} s", flush=True)
    # In turns over the areas, so that a run that ends early has looked at each.
    turns = {}
    for identifier, mutant in enumerate(mutants, 1):
        turns.setdefault(mutant.area, []).append((identifier, mutant))
    order = [queue[i] for i in range(max(map(len, turns.values()))) for queue in turns.values() if i < len(queue)]
    survivors, killed, by_area = [], 0, {}
    for identifier, mutant in order:
        if options.only not in mutant.describe():
            continue
        key = hashlib.sha256(f"{mutant.describe()}:{mutant.start}".encode()).hexdigest()[:16]
        if key not in known:
            if time.monotonic() > end:
                continue
            suites = suites_of[mutant.area]
            failure, _ = run(identifier, suites, usual[suites] * 4 + 30)
            known[key] = "killed" if failure else "survived"
            with open(RESULTS, "a") as results:
                results.write(f"{key}\t{known[key]}\t{mutant.describe()}\t{failure or ''}\n")
            print(f"{known[key]}: {mutant.describe()}", flush=True)
        counts = by_area.setdefault(mutant.area, [0, 0])
        counts[1] += 1
        if known[key] == "killed":
            killed, counts[0] = killed + 1, counts[0] + 1
        else:
            survivors.append(mutant)
    total = killed + len(survivors)
    print("\nSurvivors:")
    for mutant in survivors:
        print(f"  {mutant.describe()}")
    areas = ", ".join(f"{area} {counts[0]} of {counts[1]}" for area, counts in by_area.items())
    row = f"| R28 | mutants are killed | {killed} of {total} run, of {len(mutants)}: {areas} | – |"
    print(row)
    if path := os.environ.get("PROFILE_FIGURES"):
        open(path, "a").write(row + "\n")
    sys.exit(0 if total and killed >= 0.95 * total else 1)


main()
