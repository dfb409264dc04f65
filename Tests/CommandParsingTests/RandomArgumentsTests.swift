import CommandParsing
import TestSupport
import Testing

struct RandomArgumentsTests {
    private static let pieces = [
        "lock", "unlock", "edit", "hike", "import", "export", "list", "copy", "undo", "badge", "show", "--", "-",
        "--json",
        "--store", "--store=", "--season", "--season=x", "-q", "-n", "-n5", "-qn", "-t", "--tag", "-5", "--limit", "a",
        "", "-qq=", "--=", "---", "-=", "=", "\u{1B}[2J", "\u{301}", "-\u{301}", "--\u{301}=", "🥾", "\0", "-\r\n",
        "b c",
        "--help", "-h", "--version", "unlok", "--jsno",
    ]

    private func arguments(_ source: inout SeededSource) -> [String] {
        (0..<Int.random(in: 0...7, using: &source)).map { _ in
            let piece = Self.pieces.randomElement(using: &source) ?? ""
            switch Int.random(in: 0..<6, using: &source) {
            case 0: return piece + (Self.pieces.randomElement(using: &source) ?? "")
            case 1: return String(piece.unicodeScalars.shuffled(using: &source).map(Character.init))
            default: return piece
            }
        }
    }

    @Test(arguments: 0..<4) func `all input is understood or refused in two clean lines`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        var understood = 0
        for _ in 0..<2_500 {
            let arguments = arguments(&source)
            do throws(UsageError) {
                let invocation = try TrailProgram.parser.parse(arguments)
                understood += 1
                #expect(invocation.positionals.allSatisfy(arguments.contains))
                #expect((try? TrailProgram.parser.command(at: invocation.path)) == invocation.command)
            } catch {
                for line in [error.message, error.hint] {
                    #expect(!line.isEmpty && line.unicodeScalars.count < 1_000)
                    #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                }
            }
        }
        #expect(understood > 0)
    }

    @Test(arguments: 0..<4) func `help as the first word is always understood when the command exists`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for _ in 0..<1_000 {
            let arguments = ["--help", "edit"] + arguments(&source)
            #expect((try? TrailProgram.parser.parse(arguments))?.isSet(TrailProgram.help) == true)
        }
    }
}
