import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@Suite(.temporaryStore) struct `Popular codes` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func refusal(of code: String, _ format: CodeFormat) -> String? {
        do {
            _ = try Gate.create(
                at: "\(temporary.folder)/\(format)-\(code.hashValue).profile", passcode: Secret(code), format: format,
                configuration: temporary.gate.configuration)
            return nil
        } catch {
            return (error as? ProfileError)?.problems.first?.rule.words
        }
    }

    @Test(arguments: [
        ("000000", "repeats itself"), ("121212", "repeats itself"), ("123123", "repeats itself"),
        ("123456", "counts up or down"), ("654321", "counts up or down"), ("789012", "counts up or down"),
        ("210987", "counts up or down"), ("159753", "most common"), ("112233", "most common"),
    ])
    func `of six digits are refused with the reason`(code: String, reason: String) {
        #expect(refusal(of: code, .sixDigits)?.contains(reason) == true)
    }

    @Test(arguments: [
        ("1111", "repeats itself"), ("1212", "repeats itself"), ("4321", "counts up or down"),
        ("1984", "looks like a year"), ("2026", "looks like a year"), ("2580", "most common"),
    ])
    func `of four digits are refused with the reason`(code: String, reason: String) {
        #expect(refusal(of: code, .fourDigits)?.contains(reason) == true)
        #expect(refusal(of: code + "k", .fourDigitsAndLetter)?.contains(reason) == true)
    }

    @Test(arguments: ["password", "PassW0rd", "qwertyuiop", "12345678", "aaaaaaaaaa", "abcdefgh", "abcabcabc"])
    func `among passphrases are refused`(code: String) {
        #expect(refusal(of: code, .passphrase) != nil)
    }

    @Test func `are never repeated in the refusal`() {
        #expect(refusal(of: "159753", .sixDigits)?.contains("159753") == false)
    }

    @Test(arguments: [
        ("739158", CodeFormat.sixDigits), ("102938", .sixDigits), ("1357", .passphrase), ("7391", .fourDigits),
        ("1800", .fourDigits), ("2100", .fourDigits), ("7391k", .fourDigitsAndLetter), ("two green boots", .passphrase),
    ])
    func `do not include other codes`(code: String, format: CodeFormat) {
        #expect(refusal(of: code, format)?.contains(/repeats|counts|year|common/) != true)
    }

    @Test func `are tried at unlock like any other code`() {
        #expect(temporary.attempt("123456") == .wrongPasscode)
    }
}
