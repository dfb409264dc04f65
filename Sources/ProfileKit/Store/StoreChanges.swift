internal import ProfileModel
internal import SealedStore

/// A change to a store, and the store's state after it.
public struct StoreChange: Hashable, Sendable {
    /// The kind of change.
    public let kinds: Set<Kind>
    /// Everything that a summary shows, read and verified once, when the change was noticed.
    public let summary: Summary

    /// The kinds of change.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A profile was committed.
        case profile
        /// The draft was saved, committed or discarded.
        case draft
        /// A hike was added, changed, removed, restored or purged.
        case hikes
    }
}

/// The changes to a store by this process and by others, each with the store's state after it.
///
///     for try await change in store.changes where change.kinds.contains(.hikes) { show(change.summary) }
///
/// The first element reports everything as changed, so that a reader starts with the current state. Changes that follow
/// one another faster than they are read are combined. The sequence ends by throwing ``StoreError`` with `locked` when
/// the store is closed, the account is locked, its session ends or a secret changes. A reader that must not miss a
/// commit uses ``ProfileStore/profiles``.
public struct StoreChanges: AsyncSequence, Sendable {
    public typealias Element = StoreChange
    let store: ProfileStore

    public func makeAsyncIterator() -> Iterator {
        Iterator(following: ChangeFollower(store))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var followed: ChangeFollower<ProfileStore>
        private var seen: RecordNumbers?

        init(following followed: ChangeFollower<ProfileStore>) {
            self.followed = followed
        }

        /// The next change; `nil` when the task is cancelled.
        ///
        /// - Throws: ``StoreError`` with `locked` once the store is closed or its account locked; what reading throws.
        public mutating func next() async throws -> StoreChange? {
            let found = try await followed.next { [seen] store in try store.change(since: seen) }
            seen = found?.numbers ?? seen
            return found?.change
        }
    }
}

/// Numbers that change when the records do.
struct RecordNumbers: Hashable, Sendable {
    let profile: Int?
    let draft: Int?
    /// The number of the summary, which is rewritten with each change of the hikes.
    let summary: Int?
    /// How many hikes are removed and not purged. A purge leaves the summary as it is.
    let removedHikes: Int
}

extension ProfileStore {
    /// The changes to this store by any process.
    public var changes: StoreChanges { StoreChanges(store: self) }

    /// The change since the records had these numbers; `nil` if there is none.
    fileprivate func change(since seen: RecordNumbers?) throws -> (change: StoreChange, numbers: RecordNumbers)? {
        try opened.read { transaction in
            let numbers = try RecordNumbers(
                profile: transaction.number(of: Profile.kinds.document),
                draft: transaction.number(of: Profile.kinds.draft),
                summary: transaction.number(of: HikeLedger.summaryKind),
                removedHikes: HikeLedger().removed.count(in: &transaction))
            guard numbers != seen else { return nil }
            var kinds = Set(StoreChange.Kind.allCases)
            if let seen {
                if seen.profile == numbers.profile { kinds.remove(.profile) }
                if seen.draft == numbers.draft { kinds.remove(.draft) }
                if seen.summary == numbers.summary, seen.removedHikes == numbers.removedHikes { kinds.remove(.hikes) }
            }
            return (StoreChange(kinds: kinds, summary: try summary(in: &transaction)), numbers)
        }
    }
}
