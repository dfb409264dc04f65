public import SealedStore

// The history of hikes and places.

/// What a change in the history of hikes was.
public enum HikeChangeKind: String, CaseIterable, Sendable {
    case add, edit, `import`, remove, restore, trim, undo, purge
}

extension HikeChangeKind {
    init(label: String?, undoes: Int?, first: LoggedChange.Kind?) {
        self =
            if undoes != nil {
                .undo
            } else {
                switch first {
                // All that it changed was purged.
                case nil: .purge
                case .edited: label == Self.trim.rawValue ? .trim : label == Self.import.rawValue ? .import : .edit
                case .added: label == Self.import.rawValue ? .import : .add
                case .removed: .remove
                case .restored: label == Self.import.rawValue ? .import : .restore
                }
            }
    }
}

extension LoggedChange {
    /// What the change was, by its name and its elements.
    public var hikeChangeKind: HikeChangeKind {
        HikeChangeKind(label: label, undoes: undoes, first: items.first?.change)
    }

    /// The hikes that it changed, each once, in order.
    public var hikes: [Int] { items.filter { $0.kind == StoredHike.kind.name }.map(\.number).uniqued }
}

extension UndoneChange {
    /// What the change was that was taken back.
    public var hikeChangeKind: HikeChangeKind { HikeChangeKind(label: label, undoes: nil, first: change) }

    /// The hikes that it had changed, each once, by id.
    public var hikes: [Int] { Set(elements[StoredHike.kind.name] ?? []).sorted() }
}

extension ProfileStore {
    /// The changes of hikes and places, newest first: edits, imports, removals, trims, and what took them back.
    ///
    /// - Parameter limit: the maximum number of changes; all of them by default.
    /// - Throws: ``StoreError`` with `damaged` if a change doesn't open.
    public func hikeHistory(limit: Int? = nil) throws -> [LoggedChange] { try elementHistory(limit: limit) }

    /// The changes that open: see ``hikeHistory(limit:)``.
    ///
    /// - Throws: ``StoreError``, but not for damage, which is in the result.
    public func readableHikeHistory(limit: Int? = nil) throws -> Salvaged<[LoggedChange]> {
        try opened.salvage { try Self.schema.changes(limit: limit, in: &$0) }
    }

    /// Takes back a change of hikes and places: fields get the values that they had, what was added or imported is
    /// removed, and what was removed is restored. What was changed since stays, and is named. The figures, and the
    /// summary, follow.
    ///
    /// - Parameter number: the change to take back; by default the newest one of which something is left, and that isn't
    ///   taken back, nor an undo.
    /// - Throws: ``StoreError`` with `notFound` if there is no such change.
    @discardableResult
    public func undoHikes(_ number: Int? = nil) throws -> UndoneChange { try undoElements(number) }

    /// The hikes that the last import of hikes brought; empty if none did, or all were taken back.
    ///
    /// - Throws: ``StoreError`` with `damaged` if a change doesn't open.
    public var lastImport: [Int] {
        get throws {
            try opened.read { transaction in
                // Places are imported too.
                let last = try Self.schema.changes(limit: 1, in: &transaction) { changes, isUndone in
                    changes.label == HikeChangeKind.import.rawValue && !isUndone
                        && changes.items.contains { $0.collection == StoredHike.kind.name }
                }.first
                // One that replaces a removed hike restores it.
                return last?.items.filter {
                    $0.kind == StoredHike.kind.name && [.added, .restored].contains($0.change)
                }.map(\.number) ?? []
            }
        }
    }
}
