import ProfileKit
import Testing

@testable import ProfileApp

@Suite struct `The entry of a passcode` {
    private func entry(_ format: CodeFormat, _ typed: String = "") throws -> PasscodeEntry {
        var entry = try #require(PasscodeEntry(format: format))
        for symbol in typed { _ = entry.type(symbol) }
        return entry
    }

    @Test func `fills circle i exactly when more than i symbols are typed`() throws {
        for count in 0...6 {
            let entry = try entry(.sixDigits, String("739158".prefix(count)))
            #expect(entry.circles == (0..<6).map { $0 < count })
        }
    }

    @Test func `has one circle per symbol, and none for a passphrase`() throws {
        #expect(try entry(.fourDigits).circles.count == 4)
        #expect(try entry(.fourDigitsAndLetter).circles.count == 5)
        #expect(PasscodeEntry(format: .passphrase) == nil)
        #expect(PasscodeEntry(format: .password) == nil)
    }

    @Test func `offers Cancel when nothing is typed and Delete from the first symbol on`() throws {
        var entry = try entry(.fourDigits)
        #expect(entry.bottomLabel == "Cancel")
        #expect(entry.pressBottomKey() == .cancelled)
        #expect(entry.type("7") == .typed)
        #expect(entry.bottomLabel == "Delete")
        #expect(entry.pressBottomKey() == .deleted)
        #expect(entry.bottomLabel == "Cancel")
        #expect(entry.erase() == .ignored)
    }

    @Test func `is complete with the last symbol, once, and ignores further ones`() throws {
        var entry = try entry(.fourDigits, "739")
        #expect(entry.type("1") == .completed)
        #expect(entry.isComplete)
        #expect(entry.type("5") == .ignored)
        #expect(entry.count == 4)
        #expect(entry.erase() == .deleted)
        #expect(!entry.isComplete)
    }

    @Test func `accepts digits, and a letter in either case only as the last symbol`() throws {
        var entry = try entry(.fourDigitsAndLetter)
        #expect(entry.expected == .digits)
        for wrong: Character in ["k", "٣", "②", "-", " ", "é"] { #expect(entry.type(wrong) == .ignored) }
        for symbol in "7391" { #expect(entry.type(symbol) == .typed) }
        #expect(entry.expected == .letters)
        for wrong: Character in ["5", "é", "ß", "-"] { #expect(entry.type(wrong) == .ignored) }
        #expect(entry.type("k") == .completed)
        #expect(entry.expected == .letters)
        entry.empty()
        #expect(entry.expected == .digits)
        #expect(entry.count == 0)
    }
}
