public import ProfileModel
internal import SealedStore

/// The committed profile now and after each commit, from this process and from others.
///
///     for try await profile in store.profiles { print(profile.username) }
///
/// Each commit is delivered once, in order, and none is left out, however fast they follow each other: the history has
/// them, and nothing is gathered here meanwhile. Only where ``Gate/Configuration/historyLimit`` has dropped commits
/// before they were read does the sequence go on with the oldest that is kept. A reader that wants the newest alone asks
/// for ``ProfileStore/profile``. The sequence ends by throwing ``ProfileError`` with `locked` when the store is closed,
/// the account is locked, its session ends or a secret changes.
public struct Profiles: AsyncSequence, Sendable {
    public typealias Element = Profile
    let store: ProfileStore

    public func makeAsyncIterator() -> Iterator {
        Iterator(following: FollowedStore(store))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var followed: FollowedStore
        private var revision: Int?

        init(following followed: FollowedStore) {
            self.followed = followed
        }

        /// The next committed profile; `nil` when the task is cancelled.
        public mutating func next() async throws -> Profile? {
            let committed = try await followed.next { [revision] store in try store.commit(after: revision) }
            revision = committed?.revision ?? revision
            return committed?.model
        }
    }
}

extension ProfileStore {
    /// The committed profile now and after each commit.
    public var profiles: Profiles { Profiles(store: self) }

    /// The first commit after a revision, or the last one when none is given; `nil` when there is none.
    fileprivate func commit(after revision: Int?) throws -> CommittedProfile? {
        try read { transaction in
            guard let revision else { return try profileRecords.committed(in: &transaction) }
            return try profileRecords.commit(after: revision, in: &transaction)
        }
    }

    /// The first commit after a revision, with what else a summary shows as it is now; `nil` when there is none.
    ///
    /// Where a bounded history has dropped that commit, it is the oldest that is kept.
    package func summary(after revision: Int) throws -> Summary? {
        try read { transaction in
            guard let committed = try profileRecords.commit(after: revision, in: &transaction) else { return nil }
            return Summary(
                committed: committed, draft: try profileRecords.savedDraft(in: &transaction),
                hikes: try Self.require(HikeLedger().digest(in: &transaction)))
        }
    }
}
