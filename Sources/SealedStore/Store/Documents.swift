/// The committed value of a store, now and after each commit by this process or another.
///
///     for try await papers in store.documents { print(papers.passport) }
///
/// Each commit is delivered once and in order, and none is skipped, however fast they follow each other: they are read
/// from the history. A reader that is late keeps up to a megabyte of them, until it asks for the next one after the
/// store was locked. If ``GateConfiguration/historyLimit`` has dropped commits before they were read, the sequence
/// continues with the oldest one kept; if a repair has begun the document again, with its new value. For the newest
/// value only, read ``DocumentStore/document``. The sequence ends by throwing ``StoreError`` with `locked` when the
/// store is closed, the account is locked, its session ends or a secret changes.
public struct Documents<Store: DocumentStore>: AsyncSequence, Sendable {
    public typealias Element = Store.Document
    private let store: Store

    init(of store: Store) {
        self.store = store
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(following: ChangeFollower(store))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var followed: ChangeFollower<Store>
        private var revision: Int?
        /// Commits that were read together with the last one delivered, newest first.
        private var ahead: [Committed<Store.Document>] = []

        init(following followed: ChangeFollower<Store>) {
            self.followed = followed
        }

        /// Returns the next committed value, or `nil` if the task is cancelled.
        ///
        /// - Throws: ``StoreError`` with `locked` once the store is closed or its account locked; what reading throws.
        public mutating func next() async throws -> Store.Document? {
            do {
                ahead =
                    try await followed.next { [revision, ahead] store in
                        try store.commits(after: revision, ahead: ahead)
                    } ?? []
            } catch {
                // The values of a locked store aren't kept.
                ahead = []
                throw error
            }
            guard let committed = ahead.popLast() else { return nil }
            revision = committed.revision
            return committed.model
        }
    }
}

extension DocumentStore {
    /// The committed value now and after each commit.
    public var documents: Documents<Self> { Documents(of: self) }

    /// The first commits after a revision, newest first, or the last commit if no revision is given; `nil` if there is
    /// none.
    ///
    /// - Parameter ahead: the commits that were read before. They are returned if the store is still open.
    fileprivate func commits(
        after revision: Int?, ahead: [Committed<Document>]
    ) throws -> [Committed<Document>]? {
        try opened.read { transaction in
            guard let revision else { return try records.committed(in: &transaction).map { [$0] } }
            // Unless a repair has begun the document again meanwhile.
            if let next = ahead.last, let current = transaction.number(of: Document.kinds.document),
                next.revision <= current
            {
                return ahead
            }
            let commits = try records.commits(after: revision, in: &transaction)
            return commits.isEmpty ? nil : commits.reversed()
        }
    }
}
