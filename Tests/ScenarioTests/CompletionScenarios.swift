import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Completion scripts` {
    @Test(arguments: ["bash", "zsh", "fish"]) func `are accepted by the shell they are for`(shell: String) throws {
        if !exists("/usr/bin/\(shell)"), !exists("/bin/\(shell)") { try Test.cancel("\(shell) is not installed") }
        let home = try Home()
        let script = try home.run("completions", shell)
        #expect(script.exitCode == 0)
        let path = try home.write(script.output, to: "script")
        let checked = try Program(path: "/usr/bin/env", environment: home.program.environment)
            .run(arguments: [shell, "-n", path])
        #expect(checked.exitCode == 0)
        #expect(checked.errors == "")
    }

    @Test func `are refused for an unknown shell`() throws {
        let refused = try Home().run("completions", "tcsh")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("bash, zsh or fish"))
    }
}

/// The scripts as the shells themselves run them.
@Suite struct `Completion in the real shells` {
    /// A home with two accounts, a workspace and hikes, the program in its path, and the shells' scripts.
    private static func home(unlocked: Bool) throws -> Home {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run(
            "account", "add", "--account", "kim", "--kdf", "interactive", "--passcode-stdin", input: "846205\n")
        let environment = ["PROFILE_STORE": ""]
        let made = try home.program.run(
            "init", "--workspace", "trail", "--kdf", "interactive", "--passcode-stdin", input: "739158\n",
            environment: environment)
        #expect(made.exitCode == 0)
        let imported = try home.run("hike", "import", "--account", "main", "\(packageFolder)/Data/hikeData.json")
        #expect(imported.exitCode == 0)
        _ = try home.run("hike", "remove", "--account", "main", "2001")
        _ = try home.run("edit", "--account", "main", "--season", "spring")
        if !unlocked { _ = try home.run("lock", "--all") }
        for shell in ["bash", "zsh", "fish"] {
            _ = try home.write(try home.run("completions", shell).output, to: "script.\(shell)")
        }
        try FileManager.default.createSymbolicLink(
            atPath: home.path(of: "profile"), withDestinationPath: home.program.path)
        return home
    }

    private static func environment(_ home: Home) -> [String: String] {
        home.program.environment.merging(
            ["PATH": "\(home.path):/usr/bin:/bin", "PROFILE_ACCOUNT": "main", "PROFILE_NO_INPUT": ""]
        ) { $1 }
    }

    /// Lines to complete, and the words that are offered at their ends while unlocked and while locked.
    private static let places: [(line: String, unlocked: [String], locked: [String])] = [
        ("profile help hi", ["hike", "history"], ["hike", "history"]),
        ("profile help hike re", ["records", "remove", "restore"], ["records", "remove", "restore"]),
        ("profile help exi", ["exit-codes"], ["exit-codes"]),
        ("profile account remove ", ["kim", "main"], ["kim", "main"]),
        ("profile show --account k", ["kim"], ["kim"]), ("profile show --account=k", ["kim"], ["kim"]),
        ("profile --workspace tr", ["trail"], ["trail"]), ("profile hike show 2012", ["2012"], []),
        ("profile hike edit --name X 201", ["2010", "2011", "2012"], []), ("profile hike restore 20", ["2001"], []),
        ("profile undo ", ["1", "2"], []), ("profile badge show Ea", ["Earth Day"], ["Earth Day"]),
        ("profile --account kim hike show ", [], []),
        ("profile badge show First ", ["Hike", "Place"], ["Hike", "Place"]),
        ("profile badge show first H", ["Hike"], ["Hike"]), ("profile badge show First Hike ", [], []),
        ("profile config units ", ["imperial", "metric"], ["imperial", "metric"]),
        ("profile --plain config theme d", ["dark"], ["dark"]), ("profile config idle ", [], []),
        ("profile unl", ["unlock"], ["unlock"]), ("profile completions b", ["bash"], ["bash"]),
        ("profile edit --season su", ["summer"], ["summer"]),
        ("profile hike import script.b", ["script.bash"], ["script.bash"]),
        ("profile commit --take seas", ["season=mine", "season=theirs"], ["season=mine", "season=theirs"]),
    ]

    private static func check(_ home: Home, unlocked: Bool, _ offers: (String) throws -> [String]) throws {
        for place in places {
            let wanted = unlocked ? place.unlocked : place.locked
            let words = try offers(place.line).map { $0.hasPrefix("--account=") ? String($0.dropFirst(10)) : $0 }
            // Where nothing else can follow, options are offered.
            #expect(words.filter { !$0.hasPrefix("-") }.sorted() == wanted, "\(place.line)")
        }
    }

    @Test(arguments: [true, false]) func `works in bash`(unlocked: Bool) throws {
        let home = try Self.home(unlocked: unlocked)
        let shell = Program(path: "/bin/bash", environment: Self.environment(home), workingDirectory: home.path)
        try Self.check(home, unlocked: unlocked) { line in
            // Called as readline does: words are split at COMP_WORDBREAKS too.
            let script = """
                source ./script.bash
                COMP_LINE=$1; COMP_POINT=${#1}
                read -ra COMP_WORDS <<< "${1//=/ = }"
                [[ $1 == *' ' ]] && COMP_WORDS+=('')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                $(complete -p profile | sed 's/.*-F \\([^ ]*\\).*/\\1/') profile
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let run = try shell.run(arguments: ["-c", script, "bash", line])
            return run.output.split(separator: "\n").map { String($0.replacing("\\ ", with: " ")) }
        }
    }

    @Test(.enabled(if: exists("/usr/bin/fish"), "fish is not installed"), arguments: [true, false])
    func `works in fish`(unlocked: Bool) throws {
        let home = try Self.home(unlocked: unlocked)
        let shell = Program(path: "/usr/bin/fish", environment: Self.environment(home), workingDirectory: home.path)
        try Self.check(home, unlocked: unlocked) { line in
            let run = try shell.run(arguments: ["-c", "source script.fish; complete -C'\(line)'"])
            return run.output.split(separator: "\n").map { String($0.split(separator: "\t").first ?? "") }
        }
    }

    @Test(.enabled(if: exists("/usr/bin/zsh"), "zsh is not installed"), arguments: [true, false])
    func `works in zsh`(unlocked: Bool) throws {
        let home = try Self.home(unlocked: unlocked)
        let shell = Program(path: "/usr/bin/zsh", environment: Self.environment(home), workingDirectory: home.path)
        let terminal = try shell.onTerminal("-f", "-i", columns: 200)
        // The candidates are printed instead of shown, between marks that no command line has.
        let setUp = """
            PS1=; unsetopt zle_bracketed_paste 2>/dev/null
            autoload -Uz compinit && compinit -u -D; source ./script.zsh
            compadd() { \
              local -a hits; builtin compadd -O hits "$@"; offered+=("${(@)hits}"); builtin compadd "$@" }
            tell() { offered=(); zle complete-word; print -r -- "<<${(j:|:)${(@uo)offered}}>>"; zle kill-whole-line }
            zle -N tell; bindkey '^T' tell; typeset -ga offered; setopt no_list_beep; LISTMAX=0
            print rea""dy

            """
        try terminal.send(setUp)
        try terminal.expect("ready\r\n")
        try Self.check(home, unlocked: unlocked) { line in
            try terminal.send(line + "\u{14}")
            try terminal.expect("<<")
            let told = try terminal.expect(">>")
            return told.dropLast(2).split(separator: "|").map(String.init)
        }
        try terminal.send("exit\n")
        _ = try terminal.expectExit()
    }
}
