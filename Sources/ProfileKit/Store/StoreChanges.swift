internal import ProfileModel
internal import SealedStore

/// What changed in a store, and the store as it is then.
public struct StoreChange: Hashable, Sendable {
    public let kinds: Set<Kind>
    /// Everything that a summary shows, as of the moment at which the change was noticed: read once, and verified.
    public let summary: Summary

    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A profile was committed.
        case profile
        /// The draft was saved, committed or discarded.
        case draft
        /// A hike was added, changed or removed.
        case hikes
    }
}

/// The changes of a store by this process and by others, each with the store as it is then.
///
///     for try await change in store.changes where change.kinds.contains(.hikes) { show(change.summary) }
///
/// The first element says that everything changed, so that a reader begins with what is there. Changes that follow each
/// other faster than they are read come as one. The sequence ends by throwing ``StoreError`` with `locked` when the store
/// is closed, the account is locked, its session ends or a secret changes. A reader that must miss no commit reads
/// ``ProfileStore/profiles``.
public struct StoreChanges: AsyncSequence, Sendable {
    public typealias Element = StoreChange
    let store: ProfileStore

    public func makeAsyncIterator() -> Iterator {
        Iterator(following: FollowedStore(store))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var followed: FollowedStore<ProfileStore>
        private var seen: RecordNumbers?

        init(following followed: FollowedStore<ProfileStore>) {
            self.followed = followed
        }

        /// The next change; `nil` when the task is cancelled.
        public mutating func next() async throws -> StoreChange? {
            let found = try await followed.next { [seen] store in try store.change(since: seen) }
            seen = found?.numbers ?? seen
            return found?.change
        }
    }
}

/// The numbers of the records that a change gives new numbers to.
struct RecordNumbers: Hashable, Sendable {
    let profile: Int?
    let draft: Int?
    /// Of the summary, which is written with each change of the hikes.
    let summary: Int?
}

extension ProfileStore {
    /// The changes of this store by any process.
    public var changes: StoreChanges { StoreChanges(store: self) }

    /// What changed since the records had certain numbers; `nil` when nothing did.
    fileprivate func change(since seen: RecordNumbers?) throws -> (change: StoreChange, numbers: RecordNumbers)? {
        try read { transaction in
            let numbers = RecordNumbers(
                profile: transaction.number(of: Profile.kinds.document),
                draft: transaction.number(of: Profile.kinds.draft),
                summary: transaction.number(of: HikeLedger.summaryKind))
            guard numbers != seen else { return nil }
            var kinds = Set(StoreChange.Kind.allCases)
            if let seen {
                if seen.profile == numbers.profile { kinds.remove(.profile) }
                if seen.draft == numbers.draft { kinds.remove(.draft) }
                if seen.summary == numbers.summary { kinds.remove(.hikes) }
            }
            return (StoreChange(kinds: kinds, summary: try summary(in: &transaction)), numbers)
        }
    }
}
