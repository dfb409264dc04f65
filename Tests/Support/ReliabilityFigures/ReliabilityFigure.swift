internal import Glibc
internal import Testing

/// What a row of the reliability programme reached, for the table that `make torture` ends with.
public struct ReliabilityFigure {
    /// Whether the long forms run, as `make torture` has them.
    public static let isTorture = unsafe getenv("PROFILE_TORTURE").map { unsafe String(cString: $0) } == "1"

    /// Where random sequences begin: other ones each time in `make soak`, which says the seed.
    public static let seed = unsafe getenv("PROFILE_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 0

    /// Adds a line to the file that `PROFILE_FIGURES` names, if it names one.
    ///
    /// - Parameters:
    ///   - row: the row's id, such as R7.
    ///   - claim: what holds.
    ///   - figure: how often it was tried, and what came of it.
    ///   - control: what the broken variant did, which the harness has to notice.
    public static func record(_ row: String, _ claim: String, figure: String, control: String = "–") {
        guard let path = unsafe getenv("PROFILE_FIGURES") else { return }
        let line = "| \(row) | \(claim) | \(figure) | \(control) |\n"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            Issue.record("the figure of \(row) cannot be written")
            return
        }
        defer { close(file) }
        // In one piece: tests run side by side.
        _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe write(file, $0.baseAddress!, $0.count) }
    }
}
