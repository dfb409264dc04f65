import CommandParsing
import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileCommands

@Suite struct UserErrorTests {
    private struct Surprise: Error {}

    @Test func `a usage error has exit code 64 and both lines`() {
        let userError = UserError(UsageError(message: "wrong", hint: "right"))
        #expect(userError.exit == .usage)
        #expect(userError.messages == ["wrong"])
        #expect(userError.hint.text == "right")
    }

    @Test func `an invalid value has exit code 15 and names its rule`() {
        let userError = UserError(InvalidValue("--units", "must be metric or imperial"))
        #expect(userError.exit == .invalidValue)
        #expect(userError.messages == ["--units must be metric or imperial"])
    }

    @Test func `an invalid workspace name has exit code 15 and names its rule`() throws {
        let problem = #expect(throws: FieldProblem.self) { try AccountID("No Name") }
        let userError = UserError(try #require(problem))
        #expect(userError.exit == .invalidValue)
        #expect(userError.messages == ["account must be 1 to 63 characters of a-z, 0-9 and -"])
    }

    @Test func `several invalid values have one line each`() {
        let problems = [FieldProblem("username", .visible(1...64)), FieldProblem("goalDate", .range("1", "2"))]
        let userError = UserError(StoreError(.invalid(problems)))
        #expect(userError.exit == .invalidValue)
        #expect(userError.messages == ["username must be 1 to 64 visible characters", "goal-date must be from 1 to 2"])
    }

    @Test func `an attempt after which there is a wait is told how long`() {
        let wrong = { (wait: Duration) in
            UserError(StoreError(.wrongSecret(.sixDigits, attemptsBeforeWait: 0, wait: wait))).retryAfter
        }
        #expect(wrong(.seconds(300)) == .seconds(300))
        #expect(wrong(.zero) == nil)
        let throttled = UserError(StoreError(.throttled(.seconds(60))))
        #expect(throttled.exit == .throttled)
        #expect(throttled.retryAfter == .seconds(60))
        #expect(UserError(UserMessage(.busy, "busy", hint: "wait")).retryAfter == nil)
    }

    @Test func `a user error stays the same, and an unknown error is a failure`() {
        let userError = UserError(UserError(.io, ["a", "b"], hint: "c"))
        #expect(userError.exit == .io)
        #expect(userError.messages == ["a", "b"])
        #expect(UserError(Surprise()).exit == .failure)
    }

    @Test func `a user error about a file names it in its message, and can be told without`() {
        var userError = UserError(.io, about: "a.gpx", "cannot be read", hint: "c")
        #expect(userError.messages == ["a.gpx cannot be read"])
        #expect(userError.subject == "a.gpx" && userError.statements == ["cannot be read"])
        userError.messages = ["b"]
        #expect(userError.messages == ["b"] && userError.subject.isEmpty)
    }

    @Test func `a hint may be told without the sentence that nothing was changed`() {
        let full = UserError(StoreError(.numbersExhausted(kind: "hike"))).hint
        #expect(full.without(beginning: UserMessage.unchanged) == full)
        let invalid = UserError(StoreError(.invalid([FieldProblem("username", .new)]))).hint
        #expect(invalid.text.hasPrefix("Nothing was changed. Correct"))
        #expect(invalid.without(beginning: UserMessage.unchanged).text.hasPrefix("Correct the value"))
        #expect(("Nothing was changed." as CommandText).without(beginning: UserMessage.unchanged).isEmpty)
    }

    @Test func `an error in JSON has its name, number and both lines, and the wait if there is one`() throws {
        let plain = try JSONAnswer.line(
            ErrorAnswer(UserError(.notFound, ["no \"hike\"", "really"], hint: ""), hint: "look"))
        #expect(
            plain
                == #"{"error":{"code":17,"hint":"look","message":"no \"hike\"; really","name":"not-found"},"schema":1}"#
        )
        var throttled = UserError(.throttled, "wait", hint: "h")
        throttled.retryAfter = .milliseconds(59_001)
        #expect(
            try JSONAnswer.line(ErrorAnswer(throttled, hint: "h"))
                == #"{"error":{"code":12,"hint":"h","message":"wait","name":"throttled","retryAfter":60},"schema":1}"#)
    }
}

@Suite struct ExitCodeTests {
    /// The contract's table, which is never renumbered.
    private static let contract: [(Int32, String)] = [
        (0, "ok"), (1, "failure"), (10, "locked"), (11, "wrong-passcode"), (12, "throttled"), (13, "no-store"),
        (14, "exists"), (15, "invalid-value"), (16, "conflict"), (17, "not-found"), (18, "damaged"),
        (19, "newer-store"), (20, "busy"), (21, "io"), (22, "no-device-secret"), (23, "unreachable"), (64, "usage"),
        (130, "interrupted"),
    ]

    @Test func `numbers and names are the contract's`() {
        #expect(ExitCode.allCases.map(\.rawValue) == Self.contract.map(\.0))
        #expect(ExitCode.allCases.map(\.name) == Self.contract.map(\.1))
    }

    @Test func `each code is described in different words`() {
        #expect(Set(ExitCode.allCases.map(\.meaning)).count == ExitCode.allCases.count)
        #expect(ExitCode.allCases.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.contains("\n") })
    }

    @Test(
        arguments: [
            (StoreError.Code.failure, 1), (.locked, 10), (.wrongPasscode, 11), (.throttled, 12), (.noStore, 13),
            (.exists, 14), (.invalidValue, 15), (.conflict, 16), (.notFound, 17), (.damaged, 18), (.newerStore, 19),
            (.busy, 20), (.io, 21), (.noDeviceSecret, 22),
        ] as [(StoreError.Code, Int32)])
    func `each library code maps to the exit code of the same name`(code: StoreError.Code, number: Int32) {
        #expect(ExitCode(code).rawValue == number)
        #expect(ExitCode(code).name == code.description)
    }
}
