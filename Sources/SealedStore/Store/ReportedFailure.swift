internal import Synchronization

/// A commit that took effect although it reported a failure, such as a disk error behind it, for the program to report.
///
/// The operation that made it returns as usual. For changes of secrets, see ``GateChangeWarning``.
public struct ReportedFailure: Sendable {
    /// The store's name, as in ``StoreError/store``.
    public let store: String
    /// What the commit reported.
    public let error: any Error

    private static let reported = Mutex<[ReportedFailure]>([])

    /// Returns the failures reported since the last call, in all stores of this process; at most the last hundred.
    public static func takeAll() -> [ReportedFailure] {
        reported.withLock { reported in
            defer { reported = [] }
            return reported
        }
    }

    static func note(_ failure: ReportedFailure) {
        reported.withLock { $0 = $0.suffix(99) + [failure] }
    }
}
