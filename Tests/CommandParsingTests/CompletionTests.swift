import CommandParsing
import Foundation
import Testing

struct CandidateTests {
    /// The words that continue the last one, and `FILES` after what precedes a file's name.
    private func offers(_ words: [String]) -> [String] {
        TrailProgram.parser.candidates(for: words) { kind in [("\(kind)-1", "A note."), ("\(kind)-2", nil)] }
            .map { candidate in
                switch candidate {
                case .word(let word, _): word
                case .files(let lead): lead + "FILES"
                }
            }
            .filter { $0.hasPrefix(words.last ?? "") || $0.hasSuffix("FILES") }
    }

    @Test(arguments: [
        ([""], ["unlock", "lock", "edit", "history", "copy", "undo", "hike", "badge"]), (["h"], ["history", "hike"]),
        (["hike", ""], ["import", "export", "list"]), (["hike", "im"], ["import"]), (["--json", "lo"], ["lock"]),
        (["--store", "x", "lo"], ["lock"]), (["--store=x", "lo"], ["lock"]), (["nonsense", ""], []),
        (["-q", "hike", "--color", "never", "l"], ["list"]), (["--", "lo"], ["lock"]), (["hike", "nonsense", ""], []),
    ])
    func `commands are offered`(words: [String], expected: [String]) {
        #expect(offers(words) == expected)
    }

    @Test(arguments: [
        (["edit", "--s"], ["--season", "--store"]), (["--q"], ["--quiet"]), (["hike", "list", "--l"], ["--limit"]),
        (["hike", "import", "--re"], ["--replace"]), (["hike", "--re"], []), (["lock", "--season"], []),
        (["hike", "import", "x", "--f"], ["--format"]), (["copy", "--", "--s"], ["FILES"]),
        (["lock", ""], ["--store", "--color", "-q", "--quiet", "--json", "-h", "--help", "--version"]),
        (["lock", "--", ""], []),
        (["lock", "-q", "-"], ["--store", "--color", "--json", "-h", "--help", "--version"]),
        (["edit", "-t", "a", "--t"], ["--tag"]), (["edit", "--season=winter", "--se"], []),
    ])
    func `options are offered where they are accepted and not yet given`(words: [String], expected: [String]) {
        #expect(offers(words) == expected)
    }

    @Test(arguments: [
        (["edit", "--season", ""], ["winter", "spring"]), (["edit", "--season", "w"], ["winter"]),
        (["edit", "--season=w"], ["--season=winter"]),
        (["edit", "--season="], ["--season=winter", "--season=spring"]),
        (["--color", "al"], ["always"]), (["hike", "list", "--color", "a"], ["auto", "always"]),
        (["hike", "import", "--format", ""], ["gpx", "csv"]), (["hike", "export", "100"], ["1001", "1002"]),
        (["hike", "export", "1001", ""], ["1001", "1002"]), (["badge", "show", "First H"], ["First Hike"]),
        (["edit", "--goal-date", ""], []), (["history", "-n", ""], []), (["badge", "show", "First Hike", "x"], []),
        (["undo", "rev"], ["revisions-1", "revisions-2"]), (["lock", "--season=w"], []), (["--quiet=w"], []),
    ])
    func `listed values are offered, and those of the program`(words: [String], expected: [String]) {
        #expect(offers(words) == expected)
    }

    @Test(arguments: [
        (["hike", "import", ""], ["FILES"]), (["hike", "import", "x", "b"], ["FILES"]), (["copy", "b"], ["FILES"]),
        (["copy", "x", "b"], []), (["--store", ""], ["FILES"]), (["lock", "--store=b"], ["--store=FILES"]),
        (["copy", "--", "--store=b"], ["FILES"]),
    ])
    func `files are offered`(words: [String], expected: [String]) {
        #expect(offers(words) == expected)
    }

    @Test func `commands and options are described, and values as the program says`() {
        func candidates(_ words: String...) -> [Candidate] {
            TrailProgram.parser.candidates(for: words) { _ in [("2", "Second.")] }
        }
        #expect(candidates("hike", "").first == .word("import", note: "Read hikes from files."))
        #expect(candidates("--").first == .word("--store", note: "Where the data is kept."))
        #expect(candidates("undo", "") == [.word("2", note: "Second.")])
        #expect(candidates("edit", "--season", "").first == .word("winter", note: nil))
    }

    @Test func `an answer has one line for each candidate, and none for an empty word`() {
        func line(_ candidate: Candidate) -> String? {
            CompletionScript.line(for: candidate) { $0.replacing("\n", with: "?") }
        }
        #expect(line(.word("a\nb", note: "c\nd")) == "a?b\tc?d")
        #expect(line(.word("a", note: nil)) == "a")
        #expect(line(.word("", note: "c")) == nil)
        #expect(line(.files(after: "--store=")) == "\t--store=")
    }
}

/// What the shells ask of lines, and what they make of the answer.
@Suite(.enabled(if: ShellRun.isInstalled(.bash), "needs bash"))
struct BashCompletionTests {
    /// Drives the completion function the way readline does, the words already split at COMP_WORDBREAKS.
    private func replies(_ words: [String], breaks: String = " =:", asking asked: [String]) throws -> [String] {
        let driver = """
            source ./_trail
            COMP_WORDBREAKS=$1
            shift
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _trail trail "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
            """
        let outcome = try ShellRun.run(.bash, ["--norc", "-c", driver, "bash", breaks, "trail"] + words, asking: asked)
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
        (["hike", "im"], ["hike", "im"], ["import"]), (["nonsense", ""], ["nonsense", ""], []),
        (["--store", "~/x", "lo"], ["--store", "HOME/x", "lo"], ["lock"]),
        (["--store", "=", "x", "lo"], ["--store=x", "lo"], ["lock"]),
        (["edit", "--season", "=", "w"], ["edit", "--season=w"], ["winter"]),
        (["edit", "--season", "="], ["edit", "--season="], ["spring", "winter"]),
        (["edit", "--season", "=", "\"w"], ["edit", "--season=w"], ["winter"]),
        (["badge", "show", "F"], ["badge", "show", "F"], ["First\\ Hike"]),
        (["badge", "show", "First\\ H"], ["badge", "show", "First H"], ["First\\ Hike"]),
        (["badge", "show", "\"First H"], ["badge", "show", "First H"], ["First Hike"]),
        (["badge", "show", "i"], ["badge", "show", "i"], ["it\\'s"]),
        (["badge", "show", "First\\ Hike", "x"], ["badge", "show", "First Hike", "x"], []),
    ])
    func `words are asked without quotes and offered with them`(
        words: [String], asked: [String], expected: [String]
    ) throws {
        #expect(try replies(words, asking: asked) == expected)
    }

    @Test(arguments: [
        (["unlock", "--code", "digits", ":", "4"], "digits:4", ["4", "4+letter"]),
        (["unlock", "--code", "digits", ":"], "digits:", ["4", "4+letter"]),
    ])
    func `a value with a colon replaces only what readline replaces`(
        words: [String], asked: String, expected: [String]
    ) throws {
        #expect(try replies(words, asking: ["unlock", "--code", asked]) == expected)
        #expect(
            try replies(["unlock", "--code", "=", "digits", ":", "4+"], asking: ["unlock", "--code=digits:4+"])
                == ["4+letter"])
    }

    @Test func `words that readline does not split are completed as a whole`() throws {
        #expect(
            try replies(["edit", "--season=w"], breaks: " ", asking: ["edit", "--season=w"]) == ["--season=winter"])
        #expect(
            try replies(["unlock", "--code=digits:4+"], breaks: " =", asking: ["unlock", "--code=digits:4+"])
                == ["digits:4+letter"])
    }

    @Test(arguments: [
        (["hike", "import", "al"], ["hike", "import", "al"], ["alpha.gpx", "alpine hut.gpx"]),
        (["lock", "--store", "b"], ["lock", "--store", "b"], ["beta.gpx"]),
        (["--store", "=", "b"], ["--store=b"], ["beta.gpx"]), (["copy", "~/b"], ["copy", "HOME/b"], ["~/beta.gpx"]),
        (["copy", "x", "b"], ["copy", "x", "b"], []),
    ])
    func `files are completed`(words: [String], asked: [String], expected: [String]) throws {
        #expect(try replies(words, asking: asked) == expected)
    }
}

@Suite(.enabled(if: ShellRun.isInstalled(.zsh), "needs zsh"))
struct ZshCompletionTests {
    /// Types a line into an interactive zsh on a pseudo-terminal, presses Tab, and reads the line that results.
    ///
    /// Its line editor says itself when it reads keys: what is typed while the terminal changes its modes may be lost.
    /// The marks are spelled in two parts, since these lines are echoed and must not be taken for what they print.
    private func completed(
        _ line: String, setup: String = "compinit -u -D; source ./_trail", asking asked: [String]
    ) throws -> String {
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
        let outcome = try ShellRun.run(.zsh, ["-f", "-c", driver, "zsh", "trail \(line)"], asking: asked)
        return outcome.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func `the script has no syntax errors`() throws {
        let outcome = try ShellRun.run(.zsh, ["-f", "-n", "_trail"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ("unl", ["unl"], "trail unlock "),
        ("--store ~/x hike li", ["--store", "HOME/x", "hike", "li"], "trail --store ~/x hike list "),
        ("edit --sea", ["edit", "--sea"], "trail edit --season "),
        ("edit --season=w", ["edit", "--season=w"], "trail edit --season=winter "),
        ("badge show F", ["badge", "show", "F"], "trail badge show First\\ Hike "),
        ("badge show First\\ H", ["badge", "show", "First H"], "trail badge show First\\ Hike "),
        ("badge show \"First H", ["badge", "show", "First H"], "trail badge show \"First Hike\" "),
        ("badge show i", ["badge", "show", "i"], "trail badge show it\\'s "),
        ("unlock --code digits:4+", ["unlock", "--code", "digits:4+"], "trail unlock --code digits:4+letter "),
        ("copy be", ["copy", "be"], "trail copy beta.gpx "), ("copy x be", ["copy", "x", "be"], "trail copy x be"),
        ("lock --store=be", ["lock", "--store=be"], "trail lock --store=beta.gpx "),
    ])
    func `accepted words are completed`(line: String, asked: [String], expected: String) throws {
        #expect(try completed(line, asking: asked) == expected)
    }

    @Test func `the script works from a folder of fpath, too`() throws {
        let setup = "fpath=($PWD $fpath); compinit -u -D"
        #expect(try completed("hike im", setup: setup, asking: ["hike", "im"]) == "trail hike import ")
    }
}

@Suite(.enabled(if: ShellRun.isInstalled(.fish), "needs fish"))
struct FishCompletionTests {
    private func replies(_ line: String, asking asked: [String]) throws -> [String] {
        let outcome = try ShellRun.run(
            .fish, ["--no-config", "-c", "source ./_trail; complete -C $argv[1]", "trail \(line)"], asking: asked)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        return lines.compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted()
    }

    @Test func `the script has no syntax errors`() throws {
        #expect(try ShellRun.run(.fish, ["--no-execute", "_trail"]).status == 0)
    }

    @Test(arguments: [
        ("hike ", ["hike", ""], ["export", "import", "list"]),
        ("--store ~/x lo", ["--store", "HOME/x", "lo"], ["lock"]),
        ("edit --s", ["edit", "--s"], ["--season", "--store"]),
        ("edit --season=w", ["edit", "--season=w"], ["--season=winter"]),
        ("badge show F", ["badge", "show", "F"], ["First Hike"]), ("badge show i", ["badge", "show", "i"], ["it's"]),
        ("copy b", ["copy", "b"], ["beta.gpx"]), ("copy x b", ["copy", "x", "b"], []),
        ("lock --store be", ["lock", "--store", "be"], ["beta.gpx"]),
        ("lock --store=be", ["lock", "--store=be"], ["--store=beta.gpx"]),
    ])
    func `accepted words are completed`(line: String, asked: [String], expected: [String]) throws {
        #expect(try replies(line, asking: asked) == expected)
    }
}

/// Runs real shells on a completion script in a separate folder, with a program that notes what it is asked.
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

    /// Makes a folder with the script, some files to complete, and the program, and runs the shell there.
    ///
    /// The script is called `_trail`, which is what zsh looks for.
    ///
    /// - Parameter asked: the words to answer, and to expect that the program is asked for.
    static func run(
        _ shell: CompletionScript.Shell, _ arguments: [String], asking asked: [String]? = nil,
        root: Command = TrailProgram.root
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = CompletionScript.render(for: shell, program: "trail")
        try Data(script.utf8).write(to: folder.appending(path: "_trail"))
        let candidates = ArgumentParser(root: root).candidates(for: asked ?? []) { _ in [] }
        let lines = candidates.compactMap { CompletionScript.line(for: $0) { $0.replacing("\n", with: " ") } }
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: ".answer"))
        let program = "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done > ~/.asked; cat ~/.answer\n"
        let file = folder.appending(path: "trail")
        try Data(program.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path())
        for name in ["alpha.gpx", "alpine hut.gpx", "beta.gpx"] {
            try Data().write(to: folder.appending(path: name))
        }

        let process = Process()
        // A pseudo-terminal that never answers must fail the test, not hang the run.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--foreground", "60", path(of: shell) ?? "/nonexistent"] + arguments
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": "\(folder.path()):/usr/bin:/bin", "HOME": folder.path(), "LC_ALL": "C.UTF-8", "TERM": "dumb",
        ]
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (folder.appending(path: ".out"), folder.appending(path: ".err"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        if let asked {
            let noted = try String(contentsOf: folder.appending(path: ".asked"), encoding: .utf8)
            let words = [CompletionScript.request] + asked.map { $0.replacing("HOME", with: folder.path()) }
            #expect(noted == words.map { $0 + "\n" }.joined())
        }
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}
