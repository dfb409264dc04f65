import TestSupport
import Testing

@testable import Interchange

@Suite struct `A decimal number` {
    private func short(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { unsafe Double(shortDecimal: UnsafeRawBufferPointer($0)) }
    }

    @Test func `of few digits equals the one that the general parser reads`() throws {
        var random = SeededSource(seed: 20_260_422)
        for _ in 0..<10_000 {
            let digits = Int.random(in: 1...15, using: &random)
            var text = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
            let point = Int.random(in: 1...digits, using: &random)
            if point < digits { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
            if Bool.random(using: &random) { text = "-" + text }
            let expected = try #require(Double(text))
            #expect(short(text)?.bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test func `of any other form is left to the general parser`() {
        for text in [
            "", "-", ".", "1.", ".5", "+1", "--1", "1-", "1..2", "1.2.3", "1e3", "0x1p3", "NaN", "inf", " 1", "1 ",
            "1,5", "१",
            "1234567890123456",
        ] {
            #expect(short(text) == nil, "\(text)")
        }
    }
}
