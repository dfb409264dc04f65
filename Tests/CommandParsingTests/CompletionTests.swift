import CommandParsing
import Foundation
import Testing

@Suite(.enabled(if: ShellRun.isInstalled(.bash), "needs bash"))
struct BashCompletionTests {
    /// Drives the completion function the way readline does, the words already split at COMP_WORDBREAKS.
    private func replies(_ words: [String], breaks: String = " =:") throws -> [String] {
        let driver = """
            source ./_trail
            COMP_WORDBREAKS=$1
            shift
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _trail trail "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
            """
        let outcome = try ShellRun.run(.bash, ["--norc", "-c", driver, "bash", breaks, "trail"] + words)
        #expect(outcome.errors.isEmpty)
        return outcome.output.split(separator: "\n").map(String.init).sorted()
    }

    @Test func `the script has no syntax errors`() throws {
        let outcome = try ShellRun.run(.bash, ["-n", "_trail"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `the script registers itself`() throws {
        let outcome = try ShellRun.run(.bash, ["--norc", "-c", "source ./_trail; complete -p trail"])
        #expect(outcome.output == "complete -F _trail trail\n")
    }

    @Test(arguments: [
        ([""], ["badge", "copy", "edit", "hike", "history", "lock", "undo", "unlock"]),
        (["h"], ["hike", "history"]), (["hike", ""], ["export", "import", "list"]), (["hike", "im"], ["import"]),
        (["--json", "lo"], ["lock"]), (["--store", "x", "lo"], ["lock"]), (["--store", "=", "x", "lo"], ["lock"]),
        (["-q", "hike", "--color", "never", "l"], ["list"]), (["nonsense", ""], []), (["--", "lo"], ["lock"]),
    ])
    func `commands are completed`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test(arguments: [
        (["edit", "--s"], ["--season", "--store"]), (["--q"], ["--quiet"]), (["hike", "list", "--l"], ["--limit"]),
        (["hike", "import", "--re"], ["--replace"]), (["hike", "--re"], []), (["lock", "--season"], []),
        (["hike", "import", "x", "--f"], ["--format"]), (["copy", "--", "--s"], []),
        (["lock", ""], ["--color", "--help", "--json", "--quiet", "--store", "--version", "-h", "-q"]),
    ])
    func `options are completed where they are accepted`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test(arguments: [
        (["edit", "--season", ""], ["spring", "winter"]), (["edit", "--season", "=", "w"], ["winter"]),
        (["edit", "--season", "="], ["spring", "winter"]), (["--color", "al"], ["always"]),
        (["hike", "list", "--color", "a"], ["always", "auto"]), (["hike", "import", "--format", ""], ["csv", "gpx"]),
        (["hike", "export", "100"], ["1001", "1002"]), (["hike", "export", "1001", ""], ["1001", "1002"]),
        (["badge", "show", "F"], ["First\\ Hike"]), (["badge", "show", "First\\ H"], ["First\\ Hike"]),
        (["badge", "show", "\"First H"], ["First Hike"]), (["badge", "show", "i"], ["it\\'s"]),
        (["edit", "--goal-date", ""], []), (["history", "-n", ""], []), (["badge", "show", "First\\ Hike", "x"], []),
    ])
    func `listed values are completed`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test(arguments: [
        (["unlock", "--code", "digits", ":", "4"], ["4", "4+letter"]),
        (["unlock", "--code", "=", "digits", ":", "4+"], ["4+letter"]),
        (["unlock", "--code", "digits", ":"], ["4", "4+letter"]),
    ])
    func `a value with a colon replaces only what readline replaces`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test func `words that readline does not split are completed as a whole`() throws {
        #expect(try replies(["edit", "--season=w"], breaks: " ") == ["--season=winter"])
        #expect(try replies(["unlock", "--code=digits:4+"], breaks: " =") == ["digits:4+letter"])
    }

    @Test(arguments: [
        (["hike", "import", "al"], ["alpha.gpx", "alpine hut.gpx"]), (["hike", "import", "x", "b"], ["beta.gpx"]),
        (["copy", "b"], ["beta.gpx"]), (["copy", "x", "b"], []), (["--store", "b"], ["beta.gpx"]),
        (["--store", "=", "b"], ["beta.gpx"]), (["lock", "--store", "b"], ["beta.gpx"]),
    ])
    func `files are completed`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }
}

@Suite(.enabled(if: ShellRun.isInstalled(.zsh), "needs zsh"))
struct ZshCompletionTests {
    /// Types a line into an interactive zsh on a pseudo-terminal, presses Tab, and reads the line that results.
    ///
    /// Its line editor says itself when it reads keys: what is typed while the terminal changes its modes may be lost.
    /// The marks are spelled in two parts, since these lines are echoed and must not be taken for what they print.
    private func completed(_ line: String, setup: String = "compinit -u -D; source ./_trail") throws -> String {
        let driver = """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell 'PS1= PROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null; unset zle_bracketed_paste'
            zpty -w shell 'autoload -Uz compinit; \(setup); stty -echo; setopt no_always_last_prompt'
            zpty -w shell 'finish() { print -rn -- "<""<$BUFFER>"">"; BUFFER=; zle accept-line }; zle -N finish'
            zpty -w shell 'bindkey "^I" complete-word; bindkey "^X" finish'
            zpty -w shell 'ready() { print -n READ''Y }; zle -N zle-line-init ready'
            zpty -r shell seen '*READY*'
            zpty -w -n shell "$1"$'\\t\\C-x'
            zpty -r shell seen '*<<*>>*'
            print -r -- ${${seen##*<<}%%>>*}
            zpty -d shell
            """
        let outcome = try ShellRun.run(.zsh, ["-f", "-c", driver, "zsh", "trail \(line)"])
        return outcome.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func `the script has no syntax errors`() throws {
        let outcome = try ShellRun.run(.zsh, ["-f", "-n", "_trail"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ("unl", "trail unlock "), ("hike im", "trail hike import "), ("--json lo", "trail --json lock "),
        ("--store x hike li", "trail --store x hike list "), ("edit --sea", "trail edit --season="),
        ("edit --season w", "trail edit --season winter "), ("edit --season=w", "trail edit --season=winter "),
        ("hike list --color al", "trail hike list --color always "), ("badge show F", "trail badge show First\\ Hike "),
        ("unlock --code digits:4+", "trail unlock --code digits:4+letter "), ("copy be", "trail copy beta.gpx "),
        ("hike import x be", "trail hike import x beta.gpx "), ("lock --store=be", "trail lock --store=beta.gpx "),
        ("copy x be", "trail copy x be"), ("hike import --format g", "trail hike import --format gpx "),
        ("hike --color al", "trail hike --color always "), ("badge show i", "trail badge show it\\'s "),
    ])
    func `accepted words are completed`(line: String, expected: String) throws {
        #expect(try completed(line) == expected)
    }

    @Test func `the script works from a folder of fpath, too`() throws {
        let setup = "fpath=($PWD $fpath); compinit -u -D"
        #expect(try completed("hike im", setup: setup) == "trail hike import ")
    }
}

@Suite(.enabled(if: ShellRun.isInstalled(.fish), "needs fish"))
struct FishCompletionTests {
    private func replies(_ line: String) throws -> [String] {
        let outcome = try ShellRun.run(
            .fish, ["--no-config", "-c", "source ./_trail; complete -C $argv[1]", "trail \(line)"])
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        return lines.compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted()
    }

    @Test func `the script has no syntax errors`() throws {
        #expect(try ShellRun.run(.fish, ["--no-execute", "_trail"]).status == 0)
    }

    @Test(arguments: [
        ("", ["badge", "copy", "edit", "hike", "history", "lock", "undo", "unlock"]),
        ("hike ", ["export", "import", "list"]), ("--store x lo", ["lock"]), ("-q hike im", ["import"]),
        ("edit --s", ["--season", "--store"]), ("hike import --re", ["--replace"]), ("lock --sea", []),
        ("edit --season ", ["spring", "winter"]), ("edit --season=w", ["--season=winter"]),
        ("hike list --color al", ["always"]), ("hike export 1001 1001 ", ["1001", "1002"]),
        ("badge show F", ["First Hike"]), ("badge show i", ["it's"]), ("lock ", []), ("copy b", ["beta.gpx"]),
        ("copy x b", []), ("hike import x b", ["beta.gpx"]), ("lock --store be", ["beta.gpx"]),
    ])
    func `accepted words are completed`(line: String, expected: [String]) throws {
        #expect(try replies(line) == expected)
    }
}

/// Runs real shells on a completion script in a separate folder.
struct ShellRun {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The shell's path, or nil when it is not installed; tests then skip.
    static func path(of shell: CompletionScript.Shell) -> String? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + shell.rawValue }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func isInstalled(_ shell: CompletionScript.Shell) -> Bool {
        path(of: shell) != nil
    }

    /// Makes a folder with the script and some files to complete, and runs the shell there.
    ///
    /// The script is called `_trail`, which is what zsh looks for.
    static func run(
        _ shell: CompletionScript.Shell, _ arguments: [String], root: Command = TrailProgram.root
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = CompletionScript.render(for: shell, root: root, program: "trail")
        try Data(script.utf8).write(to: folder.appending(path: "_trail"))
        for name in ["alpha.gpx", "alpine hut.gpx", "beta.gpx"] {
            try Data().write(to: folder.appending(path: name))
        }

        let process = Process()
        // A pseudo-terminal that never answers must fail the test, not hang the run.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--foreground", "60", path(of: shell) ?? "/nonexistent"] + arguments
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path(), "LC_ALL": "C.UTF-8", "TERM": "dumb"]
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (folder.appending(path: ".out"), folder.appending(path: ".err"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}
