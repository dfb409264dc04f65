"""The files that are mutated, by area, and the rules that make mutants from their lines."""
import collections, re

# The files of each area. Mutants are chosen from the areas in turn.
AREAS = {
    "limiter": ["SealedStore/Machine/AttemptLimiter.swift", "SealedStore/Machine/GateState.swift",
                "SealedStore/Machine/BootInstant.swift", "SealedStore/Gate/StageAttempt.swift"],
    "gate": ["SealedStore/Gate/VerifiedAccount.swift", "SealedStore/Machine/SeenState.swift",
             "SealedStore/Gate/SecretChange.swift", "SealedStore/ReadableCard/ReadableCard.swift",
             "SealedStore/ReadableCard/ReadableAuthentication.swift"],
    "sealing": ["Sealing/SealedBox.swift", "Sealing/KeyedHash.swift", "Sealing/SubKeys.swift",
                "Sealing/RecoveryCode.swift", "Sealing/TypedSecret.swift"],
    "associated data": ["SealedStore/Records/RecordSealer.swift", "SealedStore/Records/Manifest.swift",
                        "SealedStore/Records/OpenedHeads.swift"],
    "wraps": ["SealedStore/Gate/StageKeys.swift", "SealedStore/Gate/Recovery.swift", "SealedStore/Gate/GateRecord.swift",
              "SealedStore/Machine/AccountContext.swift"],
    "merge": ["SealedStore/Fields/Merge.swift", "SealedStore/Documents/Draft.swift"],
    "commit": ["SealedStore/Documents/DocumentRecords.swift", "SealedStore/Records/RecordTransaction.swift",
               "SealedStore/Records/Inventory.swift", "SealedStore/Records/RecordLog.swift"],
    "settle": ["SealedStore/Engine/SQLite/SQLiteEngine.swift", "SQLiteKit/Transaction.swift",
               "PostgresStore/ServerEngine.swift", "PostgresStore/ServerAccountQueue.swift"],
    "renderer": ["ProfileRendering/DisplayWidth.swift", "ProfileRendering/StyledLine.swift",
                 "ProfileRendering/TerminalSafe.swift", "ProfileRendering/ChangeText.swift"],
}
FILES = {file: area for area, files in AREAS.items() for file in files}

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OTHERS = COMPARISONS | {"&&": "||", "||": "&&", "+": "-", "-": "+"}


class Mutant:
    """A change of one place in a file."""

    def __init__(self, file, lines, number, rule, what, start, end):
        self.area, self.file, self.line, self.rule, self.what = FILES[file], file, number, rule, what
        self.start, self.end, self.before = start, end, lines[number][start:end]
        # The same line may occur more than once in the file, and may have more than one place to change.
        earlier = [line.strip() for line in lines[:number]].count(lines[number].strip())
        self.name = f"{file}: {what}: {lines[number].strip()}"
        if earlier or start != lines[number].find(self.before):
            self.name += f" [{earlier + 1}, column {start + 1}]"

    def __str__(self):
        return self.name.replace(".swift:", f".swift:{self.line + 1}:", 1)


def code_of(line):
    """The line, in the same length, with string literals and comments blanked out."""
    blank = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: "_" * len(m.group()), line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), blank)


def is_balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ["()", "[]", "{}"])


NOT_CODE = ("@", "internal import", "public import", "extension ", "infix", "default:", "enum ", "struct ")
STATEMENT = re.compile(
    r"^(try )?(unsafe )?[A-Za-z_][\w.!?\[\]]*\(.*\)$|^(self\.)?[A-Za-z_][\w.\[\]]* (=|\+=|-=|\^=|\|=) [^={]*[\w)\]]$")


def mutants_of(file, lines):
    """Every mutant of a file that the rules make; the compiler refuses a few of them."""
    found, in_text, initializer = [], False, None
    for number, line in enumerate(lines):
        code = code_of(line)
        bare = code.strip()
        # An initializer must set every value.
        if re.search(r"\binit\(", bare.split("{")[0]) and not re.search(r"[.=]", bare.split("(")[0]):
            initializer = line[:len(line) - len(line.lstrip())] + "}"
        elif line == initializer:
            initializer = None
        if line.count('"""') % 2:
            in_text = not in_text
        elif in_text or not bare or bare.startswith(NOT_CODE) or re.search(
                r"stride\(|reserveCapacity|\bfunc\b|\bassociatedtype\b|\btypealias\b", code):
            continue
        else:
            found += [Mutant(file, lines, number, *each) for each in changes(lines, number, code, bare)
                      if not (initializer and each[0] == "statement" and " = " in code)]
    return found


def changes(lines, number, code, bare):
    """Yields each change of a line: the rule, its description, and the columns."""
    for match in re.finditer(r" (<=|>=|==|!=|<|>|&&|\|\|) | ([+-]) (?=[\w(])", code):
        group = 1 if match[1] else 2
        yield match[group], f"{match[group]} becomes {OTHERS[match[group]]}", match.start(group), match.end(group)
    for match in re.finditer(r"(?<=[ (])(true|false)\b", code):
        yield "bool", f"{match[1]} is turned round", match.start(), match.end()
    for match in re.finditer(r"(?<=[ (\[])(\d+)(?![\w.:])", code):
        yield "number", f"{match[1]} becomes one more", match.start(), match.end()
    if re.search(r"\bstatic (let|var)\b", code):
        return
    if match := re.match(r"^\s*guard (?!let|var|case)([^{]*?) else \{ (?:return|throw|continue)", code):
        if " let " not in match[1] and ", " not in match[1].split("(")[0] and is_balanced(match[1]):
            yield "guard", "the guard lets all through", match.start(1), match.end(1)
    elif match := re.match(r"^\s*(?:\} else )?if (?!let|var|case)([^{]*?) \{", code):
        if " let " not in match[1] and is_balanced(match[1]) and ", " not in re.sub(r"\(.*\)", "", match[1]):
            yield "condition", "the condition is turned round", match.start(1), match.end(1)
    before = code_of(lines[number - 1]).strip() if number else ""
    behind = code_of(lines[number + 1]).strip() if number + 1 < len(lines) else ""
    if before.endswith("{") and behind.startswith("}") and not re.match(r"^(if|guard|for|while|\} else)\b", before):
        # The only statement of a body may be its return value.
        return
    whole = before == "" or before.endswith(("{", "}")) or re.search(r"[\w)\]]$", before)
    if whole and is_balanced(bare) and STATEMENT.match(bare) and not bare.startswith(
            ("let ", "var ", "return", "super.", "self.init", "precondition", "init(")):
        yield "statement", "the statement is gone", len(code) - len(code.lstrip()), len(code.rstrip())


# The code that replaces a mutated place in the copy of the package, and the switch that it uses.

SWITCH = """
internal import Glibc

/// Which mutant is active. If a file is named for it, the mutants that a run reaches are recorded there.
enum Mutant {
    static let active: Int = unsafe getenv("PROFILE_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0
    nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = unsafe {
        guard let path = unsafe getenv("PROFILE_MUTANTS_REACHED") else { return nil }
        let file = unsafe open(path, O_RDWR | O_CLOEXEC)
        let bytes = unsafe mmap(nil, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        return unsafe bytes.map { unsafe $0.assumingMemoryBound(to: UInt8.self) }
    }()
    static func on(_ id: Int) -> Bool {
        if let reached = unsafe reached { unsafe reached[id] = 1 }
        return active == id
    }
    static func off(_ id: Int) -> Bool { !on(id) }
    static func flip(_ id: Int, _ value: Bool) -> Bool { on(id) ? !value : value }
    static func more<Value: ExpressibleByIntegerLiteral & AdditiveArithmetic>(_ id: Int, _ value: Value) -> Value {
        on(id) ? value + 1 : value
    }
}
"""


def spelled(rule, number, before):
    """A mutant's code; `before` is the code that it replaces."""
    if rule in OTHERS:
        return operator_name(number)
    return {
        "bool": f"Mutant.flip({number}, {before})", "number": f"Mutant.more({number}, {before})",
        "guard": f"Mutant.on({number}) || ({before})", "condition": f"Mutant.flip({number}, {before})",
        "statement": f"if Mutant.off({number}) {{ {before} }}",
    }[rule]


def operator_name(number):
    """An operator's name can't hold digits, so its number is spelled in signs."""
    signs = ""
    while number:
        signs, number = "%&*~"[number % 4] + signs, number // 4
    return f"^{signs}^"


def operator(rule, number):
    """The declaration of the operator that replaces a mutated one."""
    name, other = operator_name(number), OTHERS[rule]
    if rule in ("&&", "||"):
        precedence = "LogicalConjunctionPrecedence" if rule == "&&" else "LogicalDisjunctionPrecedence"
        return (f"infix operator {name}: {precedence}\n"
                f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                f"{{ Mutant.on({number}) ? try a {other} b() : try a {rule} b() }}\n")
    kind = "Equatable" if rule in ("==", "!=") else "Comparable" if rule in COMPARISONS else "AdditiveArithmetic"
    precedence, result = ("ComparisonPrecedence", "Bool") if rule in COMPARISONS else ("AdditionPrecedence", "Value")
    return (f"infix operator {name}: {precedence}\n"
            f"func {name} <Value: {kind}>(a: Value, b: Value) -> {result} "
            f"{{ Mutant.on({number}) ? a {other} b : a {rule} b }}\n")


def with_mutants(lines, mutants):
    """A file's lines with all its mutants behind their switches. The mutants are given with their numbers."""
    lines, grown = list(lines), collections.defaultdict(list)
    # From the end of a line to its start. A mutant that encloses others comes after them, and its end moves with them.
    for number, mutant in sorted(mutants, key=lambda each: (each[1].line, -each[1].start, each[1].end)):
        line = lines[mutant.line]
        end = mutant.end + sum(growth for start, growth in grown[mutant.line] if start < mutant.end)
        code = spelled(mutant.rule, number, line[mutant.start:end])
        lines[mutant.line] = line[:mutant.start] + code + line[end:]
        grown[mutant.line].append((mutant.start, len(lines[mutant.line]) - len(line)))
    return lines
