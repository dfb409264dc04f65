internal import Synchronization

/// The account of the store that a draft was read from, through whatever opening.
struct DraftOrigin: Hashable {
    let store: StoreID
    let account: AccountID
}

extension RecordSealer {
    /// Where the drafts that it opens come from.
    var origin: DraftOrigin { DraftOrigin(store: store, account: account) }
}

/// Lets one of a draft's copies be committed, once.
///
/// A saved draft has the number of its save for that, which other processes see as well. One that was never saved is
/// known to this process alone.
final class DraftTicket: Sendable {
    private let isSpent = Atomic<Bool>(false)

    /// - Throws: ``ProfileError`` with `conflict` when the draft was committed before.
    func check() throws {
        guard !isSpent.load(ordering: .sequentiallyConsistent) else { throw Self.spent }
    }

    /// Runs a commit of the draft. One that throws can be tried again.
    func spend<Result>(on commit: () throws -> Result) throws -> Result {
        guard !isSpent.exchange(true, ordering: .sequentiallyConsistent) else { throw Self.spent }
        do {
            return try commit()
        } catch {
            isSpent.store(false, ordering: .sequentiallyConsistent)
            throw error
        }
    }

    private static var spent: ProfileError {
        ProfileError(.conflict, "this draft was committed already", hint: "Read the draft again, and change that.")
    }
}

/// Tickets take no part in comparing drafts, which is about their content.
extension DraftTicket: Hashable {
    static func == (one: DraftTicket, other: DraftTicket) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
