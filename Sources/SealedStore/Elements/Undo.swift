// The history of elements: what each transaction changed, and how it is taken back.

/// One change of elements in the history: all that one transaction changed, such as an edit or a removal of many, or
/// all that the transactions of one operation changed, such as an import of many files.
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
    /// What the program called that change; `nil` if it has no name.
    public let label: String?
    /// What that change did to the first of its elements.
    public let change: LoggedChange.Kind?
    /// The numbers of the elements that it had changed, by the names of their kinds, the last changed first.
    public internal(set) var elements: [String: [Int]] = [:]
    /// What remains of it, usually because it was changed, removed or purged meanwhile.
    public internal(set) var remaining: [Remainder] = []

    /// A part of a change that couldn't be taken back.
    public struct Remainder: Hashable, Sendable {
        /// The name of the element's kind, and its number.
        public let kind: String
        public let number: Int
        /// The field that was changed since, or that keeps its value in any case; `nil` if it is the element itself,
        /// which is no longer there, or exists again.
        public let field: String?
    }
}

extension StoreSchema {
    /// The collections with a history. Only those are asked for it: asking any other type searches all conformances of
    /// the program.
    var loggedCollections: [any LoggedCollection.Type] {
        collections.filter { $0.isLogged }.compactMap { $0 as? any LoggedCollection.Type }
    }

    /// The histories by the names of the elements' kinds.
    private var histories: [String: ChangeHistory] {
        Dictionary(uniqueKeysWithValues: loggedCollections.map { ($0.collection.elements.name, $0.changeHistory) })
    }

    /// Calls a body with the changes of elements, newest first, until it returns `false`. One that was undone, and
    /// whose undo wasn't, is marked.
    func forEachChange(
        in transaction: inout RecordTransaction, _ body: (ElementChanges, _ isUndone: Bool) throws -> Bool
    ) throws {
        var undone: Set<Int> = []
        try transaction.forEachChange { changes in
            let isUndone = undone.contains(changes.id)
            // An undo that was undone undoes nothing.
            if !isUndone, let id = changes.undoes { undone.insert(id) }
            return try body(changes, isUndone)
        }
    }

    /// The changes of elements, newest first. The transactions of one operation are one change.
    ///
    /// - Parameters:
    ///   - element: the kind and the number of the element to whose changes to restrict them; all by default.
    ///   - limit: the maximum number of changes; all of them by default.
    ///   - isIncluded: which changes to return, by what they are and whether they were taken back; all by default.
    package func changes(
        of element: (kind: String, number: Int)? = nil, limit: Int? = nil, in transaction: inout RecordTransaction,
        where isIncluded: (ElementChanges, _ isUndone: Bool) -> Bool = { _, _ in true }
    ) throws -> [LoggedChange] {
        var found: [(changes: ElementChanges, isUndone: Bool)] = []
        // The operations that began before what was read so far.
        var open: [Int: Int] = [:]
        guard limit ?? 1 > 0 else { return [] }
        try forEachChange(in: &transaction) { changes, isUndone in
            var changes = changes
            changes.items.removeAll { item in
                element.map { $0.kind != item.collection || $0.number != item.number } ?? false
            }
            open = open.filter { $0.key <= changes.number }
            if let index = open[changes.id] {
                found[index].changes.items = changes.items + found[index].changes.items
                found[index].changes.at = changes.at
            } else if !changes.items.isEmpty || element == nil, found.count < limit ?? .max,
                isIncluded(changes, isUndone)
            {
                if changes.operation != nil { open[changes.id] = found.count }
                found.append((changes, isUndone))
            }
            return found.count < limit ?? .max || !open.isEmpty
        }
        let histories = histories
        return found.map { changes, isUndone in
            LoggedChange(
                number: changes.id, at: changes.at, label: changes.label, undoes: changes.undoes, isUndone: isUndone,
                items: changes.items.map { LoggedChange.Item($0, histories[$0.collection]) })
        }
    }

    /// Takes back a change of elements: fields get the values that they had, added elements are removed, removed ones
    /// restored. What was changed since remains as it is. An undo is a change itself, and can be taken back.
    ///
    /// - Parameter number: the change to take back; by default the newest one that isn't taken back, didn't take back
    ///   another, and of whose elements one is left.
    /// - Throws: ``StoreError`` with `notFound` if there is no such change.
    package func undo(_ number: Int? = nil, in transaction: inout RecordTransaction) throws -> UndoneChange {
        var limit = Int.max
        while true {
            let undone = try takeBack(try change(number, before: limit, in: &transaction), in: &transaction)
            let isGone = undone.remaining.count { $0.field == nil } == undone.elements.values.lazy.joined().count
            guard isGone, number == nil else {
                transaction.pendingChange.undoes = undone.number
                return undone
            }
            limit = undone.number
        }
    }

    /// The change with a number, or the newest one below a limit that can be taken back, in the parts of its
    /// transactions, newest first.
    private func change(
        _ number: Int?, before limit: Int, in transaction: inout RecordTransaction
    ) throws -> [ElementChanges] {
        var found: [ElementChanges] = []
        try forEachChange(in: &transaction) { changes, isUndone in
            if let id = found.first?.id ?? number {
                if changes.id == id, number != nil || !isUndone { found.append(changes) }
            } else if !isUndone, changes.undoes == nil, !changes.items.isEmpty, changes.id < limit {
                found = [changes]
            }
            return changes.number > found.first?.id ?? number ?? .min
        }
        guard !found.isEmpty else {
            throw number.map { StoreError(.noRecord(kind: RecordKind.changes.name, number: $0)) }
                ?? StoreError(.nothingToUndo)
        }
        return found
    }

    private func takeBack(
        _ found: [ElementChanges], in transaction: inout RecordTransaction
    ) throws -> UndoneChange {
        let histories = histories
        let first = found.last?.items.first.map { LoggedChange.Kind($0.change) }
        var undone = UndoneChange(number: found[0].id, label: found[0].label, change: first)
        for item in found.lazy.flatMap({ $0.items.reversed() }) {
            undone.elements[item.collection, default: []].append(item.number)
            let fields = try histories[item.collection]?.takeBack(item, &transaction)
            for field in fields ?? [nil] {
                undone.remaining.append(.init(kind: item.collection, number: item.number, field: field))
            }
        }
        return undone
    }
}

extension LoggedChange.Item {
    /// - Parameter history: that of its collection; `nil` if this program has no such collection.
    fileprivate init(_ item: ElementChanges.Item, _ history: ChangeHistory?) {
        var fields: [FieldChange] = []
        if case .edited(let tags) = item.change { fields = history?.fieldChanges(tags) ?? [] }
        self.init(kind: item.collection, number: item.number, change: LoggedChange.Kind(item.change), fields: fields)
    }
}

extension LoggedChange.Kind {
    fileprivate init(_ change: ElementChanges.Change) {
        self =
            switch change {
            case .added: .added
            case .removed: .removed
            case .restored: .restored
            case .edited: .edited
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
    package func tagChanges(since earlier: Tagged) -> [ElementChanges.TagChange] {
        let tags = Set(
            Model.fields.map(\.tag) + [self, earlier].flatMap { Array($0.unknown.keys) + $0.unknownBody.keys })
        return tags.sorted().compactMap { tag in
            let (before, after) = (earlier.form(ofTag: tag), form(ofTag: tag))
            return before == after ? nil : .init(tag: tag, before: before, after: after)
        }
    }
}
