extension ElementModel {
    static var stored: SealedCollection<StoredElement<Self>> { SealedCollection() }
    static var trash: SealedCollection<RemovedElement<StoredElement<Self>>> { SealedCollection() }
}

extension RecordTransaction {
    /// The number of elements of a model.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func count<Model: ElementModel>(_ type: Model.Type) throws -> Int {
        try Model.stored.count(in: &self)
    }

    /// Whether there is an element with this number, intact or not.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func contains<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Bool {
        try Model.stored.contains(number, in: &self)
    }

    /// An element; `nil` if there is none with this number.
    ///
    /// - Throws: ``StoreError`` with `misuse` for a field that the model has with another type than was stored.
    public mutating func element<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Model? {
        guard let found = try Model.stored.element(number, in: &self) else { return nil }
        return try model(of: found.value, number)
    }

    /// The element at a rank, counted from 0 in the collection's order, without the fields in its body; `nil` if there
    /// are fewer elements.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func element<Model: ElementModel>(_ type: Model.Type, rank: Int) throws -> Model? {
        try Model.stored.header(rank: rank, in: &self).map { try model(of: $0, nil) }
    }

    /// The elements of a model in their order, without the fields in their bodies.
    ///
    /// All of them are read at once, so this also finds elements by any of their fields.
    ///
    /// - Parameters:
    ///   - keys: the range of keys.
    ///   - newestFirst: whether the highest key comes first. Elements with the same key are ordered by number.
    ///   - limit: the maximum number of elements; all of them by default.
    ///   - isIncluded: which elements to return; all of them by default.
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func elements<Model: ElementModel>(
        _ type: Model.Type, keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, limit: Int? = nil,
        where isIncluded: (Model) throws -> Bool = { _ in true }
    ) throws -> [Numbered<Model>] {
        var elements: [Numbered<Model>] = []
        guard limit ?? 1 > 0 else { return elements }
        var unreadable: (number: Int, header: Tagged<Model>)?
        let isSalvaging = access == .salvaging
        func add(_ number: Int, _ header: Tagged<Model>) throws -> Bool {
            if header.unreadableField != nil {
                unreadable = (number, header)
                guard isSalvaging else { return false }
            }
            if try isIncluded(header.model) { elements.append(Numbered(number: number, model: header.model)) }
            return elements.count < limit ?? .max
        }
        if keys == .min ... .max, limit == nil {
            // The fastest way to read all.
            try Model.stored.forEachHeaderByNumber(in: &self, add)
            elements.sort(byKey: Model.key, descending: newestFirst)
        } else {
            try Model.stored.forEachHeader(keys: keys, newestFirst: newestFirst, in: &self, add)
        }
        if let unreadable { _ = try model(of: unreadable.header, unreadable.number) }
        return elements
    }

    /// The numbers of all elements of a model, in ascending order.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func numbers<Model: ElementModel>(_ type: Model.Type) throws -> [Int] {
        try Model.stored.numbers(in: &self)
    }

    /// The numbers of the elements that this transaction added, changed or removed; `nil` if it may have changed any.
    package mutating func changedNumbers<Model: ElementModel>(of type: Model.Type) throws -> Set<Int>? {
        try Model.stored.changedNumbers(in: &self)
    }

    /// The number of the element with the given content digest; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func number<Model: ElementModel>(
        _ type: Model.Type, withContentDigest digest: [UInt8]
    ) throws -> Int? {
        try Model.stored.number(withContentDigest: digest, in: &self)
    }

    /// The sums over the elements whose keys are in a range.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func sum<Model: ElementModel>(
        _ type: Model.Type, keys: ClosedRange<Int> = .min ... .max
    ) throws -> DirectorySum {
        try Model.stored.sum(keys: keys, in: &self)
    }

    /// Calls a body with the number, the key and the figures of each element, in the collection's order, until it
    /// returns `false`. No element is read.
    ///
    /// - Throws: ``StoreError`` with `damaged` when the directory doesn't open, and what the body throws.
    public mutating func forEachEntry<Model: ElementModel>(
        of type: Model.Type, keys: ClosedRange<Int> = .min ... .max,
        _ body: (_ number: Int, _ key: Int, _ figures: [Int?]) throws -> Bool
    ) throws {
        try Model.stored.forEachEntry(keys: keys, in: &self, body)
    }

    /// The removed elements that can be restored, by number and without the fields in their bodies.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func removed<Model: ElementModel>(_ type: Model.Type) throws -> [Numbered<Model>] {
        var elements: [Numbered<Model>] = []
        try Model.trash.forEachHeaderByNumber(in: &self) { number, header in
            elements.append(Numbered(number: number, model: header.model))
            return true
        }
        return elements
    }

    /// The numbers of the removed elements, in any state.
    package mutating func removedNumbers<Model: ElementModel>(_ type: Model.Type) throws -> [Int] {
        try Model.trash.numbers(in: &self)
    }

    /// An element with the fields that this program can't read.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is no such element.
    mutating func value<Model: ElementModel>(_ type: Model.Type, _ number: Int) throws -> Tagged<Model> {
        guard let found = try Model.stored.element(number, in: &self) else {
            throw StoreError(.noRecord(kind: Model.collection.elements.name, number: number))
        }
        _ = try model(of: found.value, number)
        return found.value
    }

    /// Refuses a value with a field that can't be read, unless damage is recorded: its other fields are returned then.
    private mutating func model<Model: ElementModel>(of value: Tagged<Model>, _ number: Int?) throws -> Model {
        if let field = value.unreadableField {
            let kind = Model.collection.elements.name
            guard access == .salvaging else { throw StoreError(.unreadableField(kind: kind, field: field)) }
            try reportUnreadable(.record(kind: kind, number: number))
        }
        return value.model
    }
}

extension Array {
    /// Sorts elements, which are ordered by number, as their collection does.
    fileprivate mutating func sort<Model>(
        byKey key: (Model) -> Int, descending: Bool
    ) where Element == Numbered<Model> {
        let end = StoredElement<Model>.endKey
        var order: [(key: Int, index: Int)] = indices.map { (key(self[$0].model), $0) }
        order.sort { one, other in
            descending && one.key != other.key && one.key < end && other.key < end ? other.key < one.key : one < other
        }
        self = order.map { self[$0.index] }
    }
}
