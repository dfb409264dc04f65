import SealedStore
import StoreMessages
import Testing

@Suite struct `The messages of the library's errors` {
    @Test(arguments: [
        (StoreError(.noStore, at: "papers.sealed"), "there is no store at papers.sealed"),
        (StoreError(.locked), "the account is locked"),
        (StoreError(.throttled(.milliseconds(59_001))), "too many failed attempts: wait 60 s"),
        (
            StoreError(.wrongSecret(.fourDigits, attemptsBeforeWait: 3, wait: .zero)), "the passcode does not match"
        ),
        (StoreError(.wrongShape(.fourDigitsAndLetter)), "the code must be exactly four digits, then one letter"),
        (
            StoreError(.damagedParts([.record(kind: "paper", number: 7), .manifest]), at: "papers.sealed"),
            "papers.sealed is damaged: cannot open paper 7, the list of records"
        ),
        (
            StoreError(.damaged(.attempts(path: "gate.state", .missing)), at: "papers.sealed"),
            "gate.state is missing: failed attempts can no longer be counted"
        ),
        (
            StoreError(.invalid([FieldProblem("validUntil", .range(2020, 2060)), FieldProblem("visa", .form)])),
            "validUntil must be from 2020 to 2060; visa does not have the right form"
        ),
        (
            StoreError(.invalid([FieldProblem("title", FieldRule("verse", "1", "9"), of: .init("paper", 3))])),
            "the title of paper 3 verse 1 9"
        ),
        (StoreError(.engine(.full, detail: "13", isCommitFailure: true), at: "a.db"), "a.db: the disk is full"),
        (
            StoreError(.noSessionStorage([.sessionsDisabled, .noRuntimeFolder])),
            "a session cannot be kept: sessions are switched off; there is no XDG_RUNTIME_DIR that is yours alone"
        ),
    ])
    func `say what is wrong, and name the store`(_ error: StoreError, message: String) {
        #expect(error.message == message)
    }

    @Test func `are what an error that nobody catches prints`() {
        #expect(String(reflecting: StoreError(.noDraft)) == "there is no draft")
    }
}
