import ProfileSupport
import TestSupport
import Testing

/// A step whose n-th write, sync, rename, truncate or removal fails, for every n: once with EIO, and once with a disk
/// that is full from then on. The step's report is true: done, unchanged, or unknown; and a recovery code that was
/// shown and isn't valid is reported as void.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A failing disk` {
    /// The steps that don't change the gate's secrets.
    private static let otherSteps = [
        "draft", "commit", "import", "hike-remove", "session", "read", "backup", "restore", "repair", "account-add",
    ]
    /// The number of places at which one of these steps fails; `nil` for all.
    private static let most = ReliabilityFigure.isTorture ? nil : 6

    @Test(arguments: [
        ("unlock", 10), ("fail", 6), ("edit", 30), ("change", 80), ("recover", 80), ("recovery-new", 80),
        ("remove", 40),
    ])
    func `makes no step report falsely, lock out its owner or revive a retired secret`(step: String, least: Int) throws
    {
        let outcome = try Rig.repeat(step, "faults")
        #expect(outcome.problems == [])
        #expect(outcome.runs >= least)
        ReliabilityFigure.record(
            "R29", "`\(step)` reports the truth after a fault at any change of a file",
            figure: "\(outcome.runs) faults: \(outcome.problems.count) false reports, lockouts or revived codes")
    }

    @Test(arguments: otherSteps)
    func `makes no other step report falsely, lose anything, or leave something incomplete`(step: String) throws {
        let outcome = try Rig.repeat(step, "faults", most: Self.most)
        #expect(outcome.problems == [])
        #expect(outcome.runs >= 4)
        ReliabilityFigure.record(
            "R3", "`\(step)` reports the truth after a fault at any change of a file",
            figure: "\(outcome.runs) faults: \(outcome.problems.count) false reports or losses")
    }

    @Test(arguments: ["unlock", "fail", "edit", "change", "recover", "recovery-new", "remove"] + otherSteps)
    func `that can't be read makes no step report falsely, and changes nothing it doesn't report`(
        step: String
    ) throws {
        let outcome = try Rig.repeat(step, "read-faults", most: Self.most)
        #expect(outcome.problems == [])
        #expect(outcome.runs >= 10)
        ReliabilityFigure.record(
            "R3", "`\(step)` reports the truth when a file can't be read or opened",
            figure: "\(outcome.runs) faults: \(outcome.problems.count) false reports, lockouts or lost edits")
    }

    /// Control.
    @Test func `is detected when what can't be read is called damaged`() throws {
        let outcome = try Rig.repeat("read", "read-faults-damaged", most: Self.mostOfControl)
        #expect(!outcome.problems.isEmpty)
        ReliabilityFigure.record(
            "R3", "the harness detects a read error that is called damage", figure: "–",
            control: "every error called damage: \(outcome.problems.count) false reports in \(outcome.runs) runs")
    }

    /// In the short form, the controls need only a few of the places at which there is something to detect.
    private static let mostOfControl = ReliabilityFigure.isTorture ? nil : 12

    /// Control.
    @Test func `is detected when an edit reports success although its commit failed`() throws {
        let outcome = try Rig.repeat("edit", "faults-swallowed", most: Self.mostOfControl)
        #expect(!outcome.problems.isEmpty)
        ReliabilityFigure.record(
            "R3", "the harness detects a swallowed error", figure: "–",
            control: "an edit that always reports success: \(outcome.problems.count) false reports in "
                + "\(outcome.runs) runs")
    }

    /// Control.
    @Test func `is detected to revive the old passcode when the device secret is not renewed`() throws {
        let outcome = try Rig.repeat("change", "faults-unrenewed", most: Self.mostOfControl)
        let revived = outcome.problems.filter { $0.contains("revived: the old rows open it") }.count
        #expect(revived > 0)
        ReliabilityFigure.record(
            "R29", "the harness detects a revived passcode", figure: "–",
            control: "the device secret not renewed: revived in \(revived) of \(outcome.runs) runs")
    }
}
