import Durability
import ReliabilityFigures
import ScenarioSupport
import Testing

/// A step whose n-th write, sync, rename, truncate or removal fails, for every n: once with EIO, and once with a disk
/// that is full from then on. The step's report is true: done, unchanged, or unknown; and a recovery code that was
/// shown and isn't valid is reported as void.
@Suite(.timeLimit(.minutes(20))) struct `A failing disk` {
    /// - Returns: the number of runs, and what was wrong with them.
    private func run(_ kind: String, _ step: String) throws -> (runs: Int, problems: [String]) {
        let temporary = try TemporaryFolder()
        let rig = Rig(folder: temporary.path(of: "home/work"))
        let finished = try rig.run([kind, step, temporary.path(of: "home")])
        var lines = finished.output.split(separator: "\n").map(String.init)
        let last = lines.popLast() ?? ""
        return (try #require(last.split(separator: " ").last.flatMap { Int($0) }, "\(finished)"), lines)
    }

    @Test(arguments: [
        ("unlock", 10), ("fail", 6), ("edit", 30), ("change", 80), ("recover", 80), ("recovery-new", 80),
        ("remove", 40),
    ])
    func `makes no step report falsely, lock out its owner or revive a retired secret`(step: String, least: Int) throws
    {
        let outcome = try run("faults", step)
        #expect(outcome.problems == [])
        #expect(outcome.runs >= least)
        ReliabilityFigure.record(
            "R29", "a fault at any change of a file makes `\(step)` say what is so",
            figure: "\(outcome.runs) faults: \(outcome.problems.count) lies, lock-outs or codes revived")
    }

    /// Control.
    @Test func `is detected to revive the old passcode when the device secret is not renewed`() throws {
        let outcome = try run("faults-unrenewed", "change")
        let revived = outcome.problems.filter { $0.contains("revived: the old rows open it") }.count
        #expect(revived > 0)
        ReliabilityFigure.record(
            "R29", "the harness tells a passcode that was brought back", figure: "–",
            control: "the device secret not renewed: revived in \(revived) of \(outcome.runs) runs")
    }
}
