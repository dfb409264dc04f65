import ScenarioSupport
import Testing

@Suite struct `Completion scripts` {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `are accepted by the shell that they are for`(shell: String) throws {
        guard exists("/usr/bin/\(shell)") || exists("/bin/\(shell)") else { return }
        let home = try Home()
        let script = try home.run("completions", shell)
        #expect(script.exitCode == 0)
        let path = try home.write(script.output, to: "script")
        let checked = try Program(path: "/usr/bin/env", environment: home.program.environment)
            .run(arguments: [shell, "-n", path])
        #expect(checked.exitCode == 0)
        #expect(checked.errors == "")
    }

    @Test func `complete commands, options and listed values in bash`() throws {
        let home = try Home()
        _ = try home.write(try home.run("completions", "bash").output, to: "script")
        func completed(_ words: String...) throws -> [Substring] {
            let line = """
                source ./script
                COMP_WORDS=(\(words.joined(separator: " ")) '')
                COMP_CWORD=\(words.count)
                COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                $(complete -p profile | sed 's/.*-F \\([^ ]*\\).*/\\1/') profile '' ''
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let shell = Program(path: "/bin/bash", environment: home.program.environment, workingDirectory: home.path)
            return try shell.run(arguments: ["-c", line]).output.split(whereSeparator: { $0 == "\n" || $0 == " " })
        }
        #expect(try completed("profile").contains("unlock"))
        #expect(try completed("profile", "edit", "--season").contains("spring"))
        #expect(try completed("profile", "completions") == ["bash", "zsh", "fish"])
    }

    @Test func `are refused for a shell that is not known`() throws {
        let refused = try Home().run("completions", "tcsh")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("bash, zsh or fish"))
    }
}
