import CommandParsing
import Testing

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
    func `what is accepted is completed`(line: String, expected: String) throws {
        #expect(try completed(line) == expected)
    }

    @Test func `the script works from a folder of fpath, too`() throws {
        let setup = "fpath=($PWD $fpath); compinit -u -D"
        #expect(try completed("hike im", setup: setup) == "trail hike import ")
    }
}
