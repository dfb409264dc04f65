// Documents and elements of a store by their models.

extension GatedStore {
    private func records<Model>(_ type: Model.Type) -> DocumentRecords<Model> { DocumentRecords() }

    // MARK: Documents

    /// The committed value of a document.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func document<Model: DocumentModel>(_ type: Model.Type) throws -> Model {
        let committed = try opened.read { try records(type).committed(in: &$0) }
        guard let committed else {
            throw StoreError(.damagedParts([.record(kind: Model.kinds.document.name, number: nil)]))
        }
        return committed.model
    }

    /// Changes the committed value of a document, as `edit(_:)` does.
    ///
    /// - Throws: what the body throws; ``StoreError`` with `invalidValue`, listing every problem, and as
    ///   ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func edit<Model: DocumentModel>(
        _ type: Model.Type, _ body: (inout Model) throws -> Void
    ) throws -> Commit<Model> {
        try opened.write { try records(type).edit(at: now, in: &$0, body) }
    }

    /// The saved draft of a document, or a fresh one of the committed value. Writes nothing.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func draft<Model: DocumentModel>(_ type: Model.Type) throws -> Draft<Model> {
        try opened.read { try records(type).draft(in: &$0) }
    }

    /// Saves the draft of a document, as `save(_:)` does.
    ///
    /// - Throws: what ``OpenAccount/write(_:)`` does.
    public func save<Model: DocumentModel>(_ draft: inout Draft<Model>) throws {
        draft = try opened.write { [draft] transaction in
            var draft = draft
            try records(Model.self).save(&draft, at: now, in: &transaction)
            return draft
        }
    }

    /// Commits the draft of a document, as `commit(_:deciding:)` does.
    ///
    /// - Throws: what ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func commit<Model: DocumentModel>(
        _ draft: Draft<Model>, deciding decisions: ConflictDecisions = .none
    ) throws -> Commit<Model> {
        try opened.write { try records(Model.self).commit(draft, deciding: decisions, at: now, in: &$0) }
    }

    // MARK: Elements

    /// An element; `nil` if there is none with this number.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func element<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Model? {
        try opened.read { try $0.element(type, number) }
    }

    /// The elements of a model in their order, without the fields in their bodies: see
    /// ``RecordTransaction/elements(_:keys:newestFirst:limit:where:)``.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func elements<Model: ElementModel>(
        _ type: Model.Type, keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, limit: Int? = nil,
        where isIncluded: (Model) throws -> Bool = { _ in true }
    ) throws -> [Numbered<Model>] {
        try opened.read {
            try $0.elements(type, keys: keys, newestFirst: newestFirst, limit: limit, where: isIncluded)
        }
    }

    /// Adds an element, and returns its number: see ``RecordTransaction/add(_:number:)``.
    ///
    /// - Throws: what ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func add<Model: ElementModel>(_ model: Model) throws -> Int { try opened.write { try $0.add(model) } }

    /// Changes an element: see ``RecordTransaction/edit(_:_:_:)``.
    ///
    /// - Throws: what ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func edit<Model: ElementModel>(
        _ type: Model.Type, _ number: Int, _ body: (inout Model) throws -> Void
    ) throws -> [FieldChange] {
        try opened.write { try $0.edit(type, number, body) }
    }

    /// A draft of an element, to be committed later. It isn't saved.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func draft<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Draft<Model> {
        try opened.read { try $0.draft(type, number) }
    }

    /// Commits the draft of an element, merged with the changes made since it began: see
    /// ``RecordTransaction/commit(_:deciding:)``.
    ///
    /// - Throws: what ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func commit<Model: ElementModel>(
        _ draft: Draft<Model>, deciding decisions: ConflictDecisions = .none
    ) throws -> [FieldChange] {
        try opened.write { try $0.commit(draft, deciding: decisions) }
    }

    /// Removes elements, all or none of them, as one change: see ``RecordTransaction/remove(_:_:)``.
    ///
    /// - Returns: those that were lost, since they didn't open.
    /// - Throws: what ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func remove<Model: ElementModel>(_ type: Model.Type, _ numbers: Int...) throws -> [Int] {
        try opened.write { transaction in
            var lost: [Int] = []
            for number in numbers where try !transaction.remove(type, number) { lost.append(number) }
            return lost
        }
    }

    // MARK: The history of elements

    /// The changes of elements, newest first, each with all that one transaction changed.
    ///
    /// - Parameter limit: the maximum number of changes; all of them by default.
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func elementHistory(limit: Int? = nil) throws -> [LoggedChange] {
        try opened.read { try Self.schema.changes(limit: limit, in: &$0) }
    }

    /// The changes of one element, newest first.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func elementHistory<Model: ElementModel>(of type: Model.Type, _ number: Int) throws -> [LoggedChange] {
        try opened.read { try Self.schema.changes(of: (type.collection.elements.name, number), in: &$0) }
    }

    /// Takes back a change of elements: fields get the values that they had, added elements are removed, removed ones
    /// restored. What was changed since remains as it is, and is named. An undo is a change itself, and can be taken
    /// back by its number.
    ///
    /// - Parameter number: the change to take back; by default the newest one of which something is left, and that isn't
    ///   taken back, nor an undo.
    /// - Throws: ``StoreError`` with `notFound` if there is no such change.
    @discardableResult
    public func undoElements(_ number: Int? = nil) throws -> UndoneChange {
        try opened.write { try Self.schema.undo(number, in: &$0) }
    }
}

/// The elements of a model, now and after each change of them by this process or another.
///
///     for try await visits in store.follow(Visit.self) { print(visits.count) }
///
/// Changes that follow each other fast may be delivered together. The sequence ends by throwing ``StoreError`` with
/// `locked`, as ``Documents`` does.
public struct FollowedElements<Store: GatedStore, Model: ElementModel>: AsyncSequence, Sendable {
    public typealias Element = [Numbered<Model>]
    let store: Store
    let keys: ClosedRange<Int>
    let newestFirst: Bool
    let limit: Int?

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    public struct Iterator: AsyncIteratorProtocol {
        private let query: FollowedElements
        private var follower: ChangeFollower<Store>
        private var seen: DirectoryRoot??

        init(_ query: FollowedElements) {
            self.query = query
            follower = ChangeFollower(query.store)
        }

        /// Returns the elements after the next change, or `nil` if the task is cancelled.
        ///
        /// - Throws: ``StoreError`` with `locked` once the store is closed or its account locked; what reading throws.
        public mutating func next() async throws -> [Numbered<Model>]? {
            let found = try await follower.next { [seen, query] store in
                try store.opened.read { transaction -> (root: DirectoryRoot?, elements: [Numbered<Model>])? in
                    let root = transaction.manifest.directories[Model.collection.elements.name]
                    guard seen != .some(root) else { return nil }
                    return (
                        root,
                        try transaction.elements(
                            Model.self, keys: query.keys, newestFirst: query.newestFirst, limit: query.limit)
                    )
                }
            }
            guard let found else { return nil }
            seen = .some(found.root)
            return found.elements
        }
    }
}

extension GatedStore {
    /// The elements of a model, now and after each change of them: see `elements(_:keys:newestFirst:limit:where:)`.
    public func follow<Model: ElementModel>(
        _ type: Model.Type, keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, limit: Int? = nil
    ) -> FollowedElements<Self, Model> {
        FollowedElements(store: self, keys: keys, newestFirst: newestFirst, limit: limit)
    }
}
