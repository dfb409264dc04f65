// The history of elements: what each transaction changed, and how it is taken back.

/// One change of elements in the history: all that one transaction changed, such as an edit, an import or a removal of
/// many.
public struct LoggedChange: Hashable, Sendable {
    /// Identifies it: higher than that of every earlier change.
    public let number: Int
    /// When it was made.
    public let at: WallTime
    /// What the program called it; `nil` if it has no name.
    public let label: String?
    /// The number of the change that it took back, if it did.
    public let undoes: Int?
    /// Whether it was taken back.
    public let isUndone: Bool
    /// The changed elements, in order.
    public let items: [Item]

    /// A change of one element.
    public struct Item: Hashable, Sendable {
        /// The name of the elements' kind.
        public let kind: String
        public let number: Int
        public let change: Kind
        /// The fields that an edit changed; empty for other changes, and where an element was purged.
        public let fields: [FieldChange]
    }

    /// What was done to an element.
    public enum Kind: Hashable, Sendable { case added, edited, removed, restored }
}

/// What an undo did.
public struct UndoneChange: Hashable, Sendable {
    /// The number of the change that was taken back.
    public let number: Int
    /// What remains of it, since it was changed, removed or purged meanwhile.
    public let remaining: [Remainder]

    /// A part of a change that couldn't be taken back.
    public struct Remainder: Hashable, Sendable {
        /// The name of the element's kind, and its number.
        public let kind: String
        public let number: Int
        /// The field that was changed since; `nil` if it is the element itself, which is no longer there, or exists
        /// again.
        public let field: String?
    }
}

extension StoreSchema {
    private func model(of collection: String) -> (any ElementModel.Type)? {
        let models = collections.compactMap { $0 as? any ElementModel.Type }
        return models.first { $0.collection.elements.name == collection }
    }

    /// Calls a body with the changes of elements, newest first, until it returns `false`. One that was undone, and
    /// whose undo wasn't, is marked.
    func forEachChange(
        in transaction: inout RecordTransaction, _ body: (ElementChanges, _ isUndone: Bool) throws -> Bool
    ) throws {
        var undone: Set<Int> = []
        try transaction.forEachChange { changes in
            let isUndone = undone.remove(changes.number) != nil
            // An undo that was undone undoes nothing.
            if !isUndone, let number = changes.undoes { undone.insert(number) }
            return try body(changes, isUndone)
        }
    }

    /// The changes of elements, newest first.
    ///
    /// - Parameters:
    ///   - element: the kind and the number of the element to whose changes to restrict them; all by default.
    ///   - limit: the maximum number of changes; all of them by default.
    func changes(
        of element: (kind: String, number: Int)? = nil, limit: Int? = nil, in transaction: inout RecordTransaction
    ) throws -> [LoggedChange] {
        var found: [LoggedChange] = []
        guard limit ?? 1 > 0 else { return found }
        try forEachChange(in: &transaction) { changes, isUndone in
            let items = changes.items.filter { item in
                element.map { $0.kind == item.collection && $0.number == item.number } ?? true
            }
            guard !items.isEmpty || element == nil else { return true }
            found.append(
                LoggedChange(
                    number: changes.number, at: changes.at, label: changes.label, undoes: changes.undoes,
                    isUndone: isUndone, items: items.map(logged)))
            return found.count < limit ?? .max
        }
        return found
    }

    private func logged(_ item: ElementChanges.Item) -> LoggedChange.Item {
        let (kind, fields): (LoggedChange.Kind, [FieldChange]) =
            switch item.change {
            case .added: (.added, [])
            case .removed: (.removed, [])
            case .restored: (.restored, [])
            case .edited(let tags): (.edited, model(of: item.collection)?.fieldChanges(tags) ?? [])
            }
        return LoggedChange.Item(kind: item.collection, number: item.number, change: kind, fields: fields)
    }

    /// Takes back a change of elements: fields get the values that they had, added elements are removed, removed ones
    /// restored. What was changed since remains as it is. An undo is a change itself, and can be taken back.
    ///
    /// - Parameter number: the change to take back; by default the newest one that isn't taken back and didn't take
    ///   back another.
    /// - Throws: ``StoreError`` with `notFound` if there is no such change.
    func undo(_ number: Int? = nil, in transaction: inout RecordTransaction) throws -> UndoneChange {
        var found: ElementChanges?
        try forEachChange(in: &transaction) { changes, isUndone in
            if number.map({ $0 == changes.number }) ?? (!isUndone && changes.undoes == nil) { found = changes }
            return found == nil && changes.number > number ?? .min
        }
        guard let found else {
            throw number.map { StoreError(.noRecord(kind: RecordKind.changes.name, number: $0)) }
                ?? StoreError(.nothingToUndo)
        }
        var remaining: [UndoneChange.Remainder] = []
        for item in found.items.reversed() {
            let fields = try model(of: item.collection)?.takeBack(item, in: &transaction)
            for field in fields ?? [nil] {
                remaining.append(.init(kind: item.collection, number: item.number, field: field))
            }
        }
        transaction.pendingChange.undoes = found.number
        return UndoneChange(number: found.number, remaining: remaining)
    }
}

extension ElementModel {
    /// The changes of fields that some tags had.
    fileprivate static func fieldChanges(_ tags: [ElementChanges.TagChange]) -> [FieldChange] {
        var (from, to) = (Tagged(Self()), Tagged(Self()))
        for tag in tags {
            from.set(tag.before, ofTag: tag.tag)
            to.set(tag.after, ofTag: tag.tag)
        }
        return to.model.changes(since: from.model)
    }

    /// Takes back the change of one element.
    ///
    /// - Returns: the names of the fields that were changed since; `nil` stands for the element itself.
    fileprivate static func takeBack(
        _ item: ElementChanges.Item, in transaction: inout RecordTransaction
    ) throws -> [String?] {
        let isThere = try transaction.contains(self, item.number)
        switch item.change {
        case .added, .restored:
            if isThere { try transaction.remove(self, item.number) }
            return isThere ? [] : [nil]
        case .removed:
            do {
                try transaction.restore(self, item.number)
                return []
            } catch let error as StoreError where [.notFound, .exists].contains(error.code) {
                return [nil]
            }
        case .edited(let tags):
            guard isThere else { return [nil] }
            let before = try transaction.value(self, item.number)
            var (base, mine, after) = (before, before, before)
            var remaining: [String?] = []
            for tag in tags {
                base.set(tag.after, ofTag: tag.tag)
                mine.set(tag.before, ofTag: tag.tag)
                // A field that this program doesn't know has no name.
                guard !fields.contains(where: { $0.tag == tag.tag }) else { continue }
                if before.form(ofTag: tag.tag) == tag.after { after.set(tag.before, ofTag: tag.tag) }
            }
            let merge = Merge(base: base.model, mine: mine.model, theirs: before.model)
            remaining += merge.conflicts.map(\.field)
            after.model = merge.model
            try transaction.publish(after, replacing: before, as: item.number, isHistorical: true)
            return remaining
        }
    }
}

extension Tagged {
    /// The stored form of a field; `nil` if the record lacks it.
    func form(ofTag tag: Int) -> [UInt8]? {
        unknown[tag] ?? unknownBody[tag] ?? Model.fields.first { $0.tag == tag }?.value(of: model).recordForm
    }

    /// Sets a field to a value's stored form, or to its default.
    mutating func set(_ form: [UInt8]?, ofTag tag: Int) {
        guard let field = Model.fields.first(where: { $0.tag == tag }) else {
            if unknownBody[tag] == nil { unknown[tag] = form } else { unknownBody[tag] = form }
            return
        }
        guard let form, var reader = try? RecordReader(form, schema: 0),
            (try? field.decode(&reader, into: &model)) != nil
        else { return field.set(field.value(of: Model()), in: &model) }
    }

    /// The fields that differ from an earlier value.
    func tagChanges(since earlier: Tagged) -> [ElementChanges.TagChange] {
        let tags = Set(
            Model.fields.map(\.tag) + [self, earlier].flatMap { Array($0.unknown.keys) + $0.unknownBody.keys })
        return tags.sorted().compactMap { tag in
            let (before, after) = (earlier.form(ofTag: tag), form(ofTag: tag))
            return before == after ? nil : .init(tag: tag, before: before, after: after)
        }
    }
}
