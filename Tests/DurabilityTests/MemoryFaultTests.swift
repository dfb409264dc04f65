import TestSupport
import Testing

/// R6: a step whose n-th request for memory is refused, to SQLite or to libsodium, once and from then on; and a step
/// that has to do with little memory for SQLite. It succeeds, or reports that it got no memory: never that the passcode
/// is wrong or the store damaged. Nothing is lost, and an attempt without memory isn't counted.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A lack of memory` {
    private static let most = ReliabilityFigure.isTorture ? 60 : 4

    @Test(arguments: [
        "unlock", "fail", "edit", "draft", "commit", "change", "recover", "recovery-new", "remove", "session", "read",
        "import", "hike-remove", "backup", "restore", "repair", "account-add",
    ])
    func `is reported as such at any request, and loses nothing`(step: String) throws {
        let outcome = try Rig.repeat(step, "memory-faults", most: Self.most)
        #expect(outcome.problems == [])
        #expect(outcome.runs >= 2 * Self.most)
        ReliabilityFigure.record(
            "R6", "`\(step)` without memory is not counted, not called wrong and loses nothing",
            figure: "\(outcome.runs) refused requests and limits: \(outcome.problems.count) false reports or losses")
    }

    /// Controls.
    @Test(arguments: [("counted", "counted: "), ("misjudged", "lie: wrong-passcode")])
    func `is detected to be counted, or called a wrong passcode`(flaw: String, problem: String) throws {
        let outcome = try Rig.repeat("unlock", "memory-faults-\(flaw)", most: Self.most)
        let noticed = outcome.problems.filter { $0.contains(problem) }.count
        #expect(noticed > 0)
        ReliabilityFigure.record(
            "R6", "the harness detects an attempt without memory that is \(flaw)", figure: "–",
            control: "\(flaw): noticed in \(noticed) of \(outcome.runs) runs")
    }
}
