import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `Popular codes` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Why a code is refused as too popular; `nil` if a gate could be made with it.
    private func reason(against code: String, _ format: CodeFormat) throws -> PopularCode? {
        let problem = try problem(with: code, format)
        return try problem.map { problem in
            let reason = try #require(PopularCode(rawValue: problem.rule.bounds.first ?? ""), "\(problem)")
            #expect(problem.rule == .unpopular(reason))
            return reason
        }
    }

    private func problem(with code: String, _ format: CodeFormat) throws -> FieldProblem? {
        do {
            _ = try Gate.create(
                NewAccount(passcode: Secret(code), format: format),
                at: "\(temporary.folder)/\(format)-\(code.hashValue).sealed",
                configuration: temporary.gate.configuration)
            return nil
        } catch let error as StoreError where !error.problems.isEmpty {
            return error.problems.first
        }
    }

    @Test(arguments: [
        ("000000", PopularCode.repeats), ("121212", .repeats), ("123123", .repeats),
        ("123456", .runs), ("654321", .runs), ("789012", .runs),
        ("210987", .runs), ("159753", .listed), ("112233", .listed),
    ])
    func `of six digits are refused with the reason`(code: String, reason: PopularCode) throws {
        #expect(try self.reason(against: code, .sixDigits) == reason)
    }

    @Test(arguments: [
        ("1111", PopularCode.repeats), ("1212", .repeats), ("4321", .runs),
        ("1984", .year), ("2026", .year), ("2580", .listed),
    ])
    func `of four digits are refused with the reason`(code: String, reason: PopularCode) throws {
        #expect(try self.reason(against: code, .fourDigits) == reason)
        #expect(try self.reason(against: code + "k", .fourDigitsAndLetter) == reason)
    }

    @Test(arguments: [
        ("password", PopularCode.listed), ("PassW0rd", .listed), ("qwertyuiop", .listed), ("12345678", .runs),
        ("aaaaaaaaaa", .repeats), ("abcdefgh", .runs), ("abcabcabc", .repeats),
    ])
    func `among passphrases are refused`(code: String, reason: PopularCode) throws {
        #expect(try self.reason(against: code, .passphrase) == reason)
    }

    @Test func `are never repeated in the refusal`() throws {
        let problem = try #require(try problem(with: "159753", .sixDigits))
        #expect(problem.rule == .unpopular(.listed) && !"\(problem)".contains("159753"))
    }

    @Test(arguments: [
        ("739158", CodeFormat.sixDigits), ("102938", .sixDigits), ("7391", .fourDigits), ("1800", .fourDigits),
        ("2100", .fourDigits), ("7391k", .fourDigitsAndLetter), ("two green boots", .passphrase),
    ])
    func `do not include other codes`(code: String, format: CodeFormat) throws {
        #expect(try reason(against: code, format) == nil)
    }

    @Test func `are tried at unlock like any other code`() {
        #expect(temporary.attempt("123456") == .wrongPasscode)
    }
}
