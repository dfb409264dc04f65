import ProfileKit
import ProfileRendering
import StoreMessages
import Testing

@testable import ProfileCommands

@Suite struct PassphraseTests {
    @Test func `the list has 2,048 different words of four to six letters`() {
        let words = PassphraseWords.all
        #expect(words.count == 2048)
        #expect(Set(words).count == 2048)
        #expect(words.allSatisfy { (4...6).contains($0.count) && $0.allSatisfy { ("a"..."z").contains($0) } })
    }

    @Test func `a passphrase is six of them, each drawn from all`() throws {
        let phrases = (0..<2000).map { _ in GeneratedPassphrase().text }
        let drawn = phrases.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(drawn.count == 12_000)
        let known = Set(PassphraseWords.all)
        #expect(drawn.allSatisfy(known.contains))
        #expect(Set(phrases).count == 2000)
        // In 12,000 fair draws all but a few words occur, each about 6 times.
        let counts = drawn.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        #expect(counts.count > 2000)
        #expect((counts.values.max() ?? 0) < 30)
        #expect(CodeFormat.passphrase.shape.contains("8 to 128"))
        #expect(phrases.allSatisfy { (8...128).contains($0.utf8.count) })
    }
}
