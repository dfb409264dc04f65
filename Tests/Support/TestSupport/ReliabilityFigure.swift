internal import Glibc

/// The result of a row of the reliability programme, for the table that `make torture` prints at its end.
public struct ReliabilityFigure {
    /// Whether the long forms run, as in `make torture`.
    public static let isTorture = mode == "1" || isExhaustive

    /// Whether the forms run that take too long for `make torture`, as in `make torture EXHAUSTIVE=1`.
    public static let isExhaustive = mode == "exhaustive"

    /// How long a test may take: all of them are run at once, and those that take an hour slow down the others.
    public static let minutes = isExhaustive ? 600 : 20

    /// By how much a limit on a processor's time is raised where other tests run beside, which slow a processor down.
    public static let timeAllowance = isTorture ? 1 : 4

    private static let mode = unsafe getenv("PROFILE_TORTURE").map { unsafe String(cString: $0) }

    /// The seed of random sequences; `make soak` uses and prints another one each time.
    public static let seed = unsafe getenv("PROFILE_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 0

    /// Adds a line to the file that `PROFILE_FIGURES` names, if it names one.
    ///
    /// - Parameters:
    ///   - row: the row's id, such as R7.
    ///   - claim: the promise.
    ///   - figure: the number of trials, and their results.
    ///   - control: what the broken variant did, which the test has to detect.
    public static func record(_ row: String, _ claim: String, figure: String, control: String = "–") {
        guard let path = unsafe getenv("PROFILE_FIGURES") else { return }
        let line = "| \(row) | \(claim) | \(figure) | \(control) |\n"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { fatalError("the figure of \(row) cannot be written") }
        defer { close(file) }
        // In a single write, because tests run in parallel.
        _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe write(file, $0.baseAddress!, $0.count) }
    }
}
