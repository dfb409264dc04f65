internal import Synchronization

/// An operation that took effect although something failed, for the program to report: a commit that reported a
/// failure, such as a disk error behind it, or a lock that didn't find a session's key.
///
/// The operation returns as usual. For changes of secrets, see ``GateChangeWarning``.
public struct ReportedFailure: Sendable {
    /// The store's name, as in ``StoreError/store``.
    public let store: String
    /// What failed.
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
