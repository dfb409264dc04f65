import CommandParsing
import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileCommands

@Suite struct ComplaintTests {
    private struct Surprise: Error {}

    @Test func `a usage error is 64, with both its lines`() {
        let complaint = Complaint(UsageError(message: "wrong", hint: "right"))
        #expect(complaint.exit == .usage)
        #expect(complaint.messages == ["wrong"])
        #expect(complaint.hint == "right")
    }

    @Test func `an invalid value is 15 and names its rule`() {
        let complaint = Complaint(InvalidValue("--units", "must be metric or imperial"))
        #expect(complaint.exit == .invalidValue)
        #expect(complaint.messages == ["--units must be metric or imperial"])
    }

    @Test func `a name that none can be is 15 and names its rule`() throws {
        let problem = #expect(throws: FieldProblem.self) { try AccountID("No Name") }
        let complaint = Complaint(try #require(problem))
        #expect(complaint.exit == .invalidValue)
        #expect(complaint.messages == ["account must be 1 to 63 characters of a-z, 0-9 and -"])
    }

    @Test func `several invalid values are a line each`() {
        let problems = [FieldProblem("username", .visible(1...64)), FieldProblem("goalDate", .range("1", "2"))]
        let complaint = Complaint(StoreError(.invalid(problems)))
        #expect(complaint.exit == .invalidValue)
        #expect(complaint.messages == ["username must be 1 to 64 visible characters", "goal-date must be from 1 to 2"])
    }

    @Test func `only being throttled says how long to wait`() {
        let throttled = Complaint(StoreError(.throttled(.seconds(60))))
        #expect(throttled.exit == .throttled)
        #expect(throttled.retryAfter == .seconds(60))
        #expect(Complaint(WordedError(.busy, "busy", hint: "wait")).retryAfter == nil)
    }

    @Test func `a complaint stays itself, and an unknown error is a failure`() {
        let complaint = Complaint(Complaint(.io, ["a", "b"], hint: "c"))
        #expect(complaint.exit == .io)
        #expect(complaint.messages == ["a", "b"])
        #expect(Complaint(Surprise()).exit == .failure)
    }

    @Test func `an error in JSON has its name, number and both lines, and the wait where there is one`() throws {
        let plain = try JSONAnswer.line(ErrorAnswer(Complaint(.notFound, ["no \"hike\"", "really"], hint: "look")))
        #expect(
            plain
                == #"{"error":{"code":17,"hint":"look","message":"no \"hike\"; really","name":"not-found"},"schema":1}"#
        )
        var throttled = Complaint(.throttled, "wait", hint: "h")
        throttled.retryAfter = .milliseconds(59_001)
        #expect(
            try JSONAnswer.line(ErrorAnswer(throttled))
                == #"{"error":{"code":12,"hint":"h","message":"wait","name":"throttled","retryAfter":60},"schema":1}"#)
    }
}
