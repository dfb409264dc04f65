// Elements, their removed ones, attachments and history are changed only here, so that they always change together.
extension RecordTransaction {
    /// Adds an element.
    ///
    /// - Parameter number: one that no element has; by default one more than the highest ever used.
    /// - Returns: its number.
    /// - Throws: ``StoreError`` with `invalidValue`, listing every invalid value, or `exists` if there is an element
    ///   with this number or with the same content digest, also a removed one.
    @discardableResult
    public mutating func add<Model: ElementModel>(_ model: Model, number: Int? = nil) throws -> Int {
        let number = try number ?? Model.stored.nextNumber(in: &self)
        let kinds = Model.collection
        for (kind, isThere) in [
            (kinds.elements, try Model.stored.contains(number, in: &self)),
            (kinds.removed, try Model.trash.contains(number, in: &self)),
        ] where isThere { throw StoreError(.recordExists(kind: kind.name, number: number)) }
        try requireNoRemovedTwin(of: model)
        try requireValid(model, replacing: Model(), nil)
        try model.requireReadable()
        try Model.stored.put(StoredElement(Tagged(model)), number: number, in: &self)
        note(.added, of: number, in: kinds.elements)
        return number
    }

    /// Changes an element. If nothing changes, nothing is written.
    ///
    /// - Returns: the changes.
    /// - Throws: any error of the body; ``StoreError`` with `notFound` if there is no such element, `invalidValue`,
    ///   listing every invalid value, or `exists` if another element, also a removed one, has the same content digest.
    ///   Nothing is written then.
    @discardableResult
    public mutating func edit<Model: ElementModel>(
        _ type: Model.Type, _ number: Int, _ body: (inout Model) throws -> Void
    ) throws -> [FieldChange] {
        let before = try value(type, number)
        var after = before
        try body(&after.model)
        return try publish(after, replacing: before, as: number)
    }

    /// A draft of an element, to be committed later. It isn't saved.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is no such element.
    public mutating func draft<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Draft<Model> {
        let value = try value(type, number)
        return Draft(value, base: value, baseRevision: generation, number: number, origin: draftOrigin)
    }

    /// Commits the draft of an element, merged with the changes made since it began.
    ///
    /// - Returns: the changes.
    /// - Throws: ``DraftConflict`` if both sides changed a field for which there is no decision; ``StoreError`` as
    ///   ``edit(_:_:_:)`` does, or `misuse` if the draft belongs to another store or account.
    @discardableResult
    public mutating func commit<Model: ElementModel>(
        _ draft: Draft<Model>, deciding decisions: ConflictDecisions = .none
    ) throws -> [FieldChange] {
        guard draft.origin == draftOrigin, let number = draft.number else { throw StoreError(.foreignDraft) }
        let before = try value(Model.self, number)
        var after = before
        after.model = try draft.merged(onto: before.model, deciding: decisions, revision: generation)
        return try publish(after, replacing: before, as: number)
    }

    /// Removes an element, intact or not. It is kept, with its attachments, until it is restored or purged.
    ///
    /// - Returns: whether it was kept. One that doesn't open is lost.
    /// - Throws: ``StoreError`` with `notFound` if there is no such element.
    @discardableResult
    public mutating func remove<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Bool {
        try Trash<StoredElement<Model>>().remove(number, in: &self)
    }

    /// Restores a removed element as it was.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is no such removed element, or `exists` if its content exists
    ///   again.
    public mutating func restore<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws {
        try Trash<StoredElement<Model>>().restore(number, in: &self)
    }

    /// Deletes elements permanently that aren't removed, in any state, with their attachments and their values in the
    /// history, which doesn't tell of it.
    package mutating func erase<Model: ElementModel>(_ type: Model.Type, _ numbers: [Int]) throws {
        guard !numbers.isEmpty else { return }
        for number in numbers {
            try Model.stored.remove(number, in: &self)
            try detachAll(type, from: number)
        }
        try forgetValues(of: Set(numbers), in: Model.collection.elements)
    }

    /// Deletes removed elements permanently, in any state, with their attachments and their values in the history.
    ///
    /// - Parameter numbers: the elements to purge; all removed ones by default.
    /// - Returns: the numbers of the purged elements.
    /// - Throws: ``StoreError`` with `notFound` if there is no such removed element.
    @discardableResult
    public mutating func purge<Model: ElementModel>(_ type: Model.Type, _ numbers: [Int]? = nil) throws -> [Int] {
        try Trash<StoredElement<Model>>().purge(numbers, in: &self)
    }

    /// Validates and writes a value. Every edit, draft and undo goes through here.
    ///
    /// - Parameter isHistorical: whether the value was valid at an earlier time, so that rules that depend on the
    ///   present aren't applied.
    @discardableResult
    mutating func publish<Model: ElementModel>(
        _ value: Tagged<Model>, replacing before: Tagged<Model>, as number: Int, isHistorical: Bool = false
    ) throws -> [FieldChange] {
        let kind = Model.collection.elements
        let changes = value.model.changes(since: before.model)
        guard !changes.isEmpty || !value.hasSameUnknown(as: before) else {
            try value.model.requireListed(after: before.model, kind: kind.name)
            return []
        }
        if value.model.contentDigest != before.model.contentDigest { try requireNoRemovedTwin(of: value.model) }
        try requireValid(value.model, replacing: isHistorical ? value.model : before.model, number)
        try value.model.requireReadable(changes.map(\.field))
        try Model.stored.put(StoredElement(value), number: number, in: &self)
        note(.edited(value.tagChanges(since: before)), of: number, in: kind)
        return changes
    }

    /// Refuses an element with the content of a removed one: once removed, it could not be kept beside that.
    private mutating func requireNoRemovedTwin<Model: ElementModel>(of model: Model) throws {
        guard let digest = model.contentDigest,
            let twin = try Model.trash.number(withContentDigest: digest, in: &self)
        else { return }
        throw StoreError(.contentExists(kind: Model.collection.removed.name, number: twin))
    }

    private func requireValid<Model: ElementModel>(
        _ model: Model, replacing old: Model, _ number: Int?
    ) throws(StoreError) {
        let problems = model.problems(replacing: old, at: now)
        guard problems.isEmpty else {
            let record = FieldProblem.Record(Model.collection.elements.name, number)
            throw StoreError(.invalid(problems.map { FieldProblem($0.field, $0.rule, of: record) }))
        }
    }
}
