import ProfileKit
import Testing

@testable import ProfileApp

@Suite struct `The entry of a passcode` {
    private func entry(_ format: CodeFormat, _ typed: String = "") throws -> CodeEntry {
        var entry = try #require(CodeEntry(format: format))
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
        #expect(CodeEntry(format: .passphrase) == nil)
        #expect(CodeEntry(format: .password) == nil)
    }

    @Test func `offers Cancel when nothing is typed and Delete from the first symbol on`() throws {
        var entry = try entry(.fourDigits)
        #expect(entry.cancelOrDeleteLabel == "Cancel")
        #expect(entry.pressCancelOrDelete() == .cancelled)
        #expect(entry.type("7") == .typed)
        #expect(entry.cancelOrDeleteLabel == "Delete")
        #expect(entry.pressCancelOrDelete() == .deleted)
        #expect(entry.cancelOrDeleteLabel == "Cancel")
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
