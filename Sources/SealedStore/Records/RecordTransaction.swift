internal import Sealing

/// One account's records, all as of one moment: what every operation of a store works on.
///
/// It is lent to a body and can't leave it. What it hands out was compared with the manifest first: of a singleton, a log
/// or a collection it is what was written last, or an error says that it is damaged. What is written comes to stand when
/// the body returns, all of it at once, and nothing when it throws.
public struct RecordTransaction: ~Copyable {
    /// Whether the body may write.
    public let access: Access
    /// The account whose records these are.
    public var account: AccountID { sealer.account }
    /// Counts the account's writing transactions; the one under way, if it writes, is the next.
    public let generation: Int
    /// The parts that were found damaged, where damage is noted instead of thrown.
    public private(set) var damaged: [DamagedPart] = []

    package let backend: any RecordBackend
    package let sealer: RecordSealer
    private var singletons: [String: RecordRow]
    private var manifest: Manifest
    private var directories: [String: Directory] = [:]
    private var isChanged = false

    public enum Access: Hashable, Sendable {
        case reading
        case writing
        /// Reading that hands out what still opens, and notes what doesn't.
        case salvaging
    }

    /// Begins on the records as a backend holds them.
    ///
    /// - Parameter instance: which copy of the store this is; `nil` where records of any are to be taken over.
    /// - Throws: ``StoreError`` with `noStore` when there is no such account, `damaged` when the manifest doesn't open
    ///   or belongs to another instance.
    package init(
        in backend: any RecordBackend, sealer: RecordSealer, kinds: [RecordKind], instance: [UInt8]?, access: Access
    ) throws {
        guard let heads = try backend.heads(of: sealer.account, kinds: kinds.filter { $0.form == .singleton }) else {
            throw StoreError(.noAccount(sealer.account))
        }
        try self.init(heads, in: backend, sealer: sealer, kinds: kinds, instance: instance, access: access)
    }

    /// Begins on the records of heads that were read in the same transaction.
    package init(
        _ heads: AccountHeads, in backend: any RecordBackend, sealer: RecordSealer, kinds: [RecordKind],
        instance: [UInt8]?, access: Access
    ) throws {
        let found = Result { try Manifest(opening: heads.manifest, of: instance, sealer: sealer) }
        if case .failure(let error) = found, access != .salvaging {
            throw StoreError(.damagedParts([.manifest]), cause: error)
        }
        let opened =
            try (try? found.get())
            ?? Manifest(
                ofRowsWith: heads.singletons, kinds: kinds, instance: instance ?? [], in: backend, sealer: sealer)
        self.backend = backend
        self.sealer = sealer
        self.access = access
        singletons = heads.singletons
        // Beside a manifest that doesn't open stands whatever number someone put there.
        generation = (try? found.get()) == nil ? 0 : heads.manifest?.generation ?? 0
        manifest = opened
        if case .failure = found { damaged.append(.manifest) }
    }

    /// Begins an account that has no records yet.
    ///
    /// - Parameter generation: the last one that is used already.
    package init(
        creating backend: any RecordBackend, sealer: RecordSealer, instance: [UInt8], after generation: Int = 0
    ) {
        self.backend = backend
        self.sealer = sealer
        singletons = [:]
        self.generation = generation
        access = .writing
        manifest = Manifest(instance: instance)
        isChanged = true
    }

    /// Begins on rows whose manifest is to be made anew.
    init(
        adopting heads: AccountHeads, in backend: any RecordBackend, sealer: RecordSealer, instance: [UInt8],
        generation: Int
    ) {
        self.init(creating: backend, sealer: sealer, instance: instance, after: generation)
        singletons = heads.singletons
    }

    /// The revision that boxes are sealed with here where the number doesn't tell their versions apart.
    private var freshRevision: Int { generation &+ 1 }

    // MARK: Damage

    /// What a body reads. When it comes upon damage, that is thrown, or noted where this transaction salvages.
    private mutating func reading<Value>(_ part: DamagedPart, _ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch  where error.isOfDamage {
            try report(part, cause: error)
            return nil
        }
    }

    /// Notes a part as damaged, or throws where damage is not to be overlooked.
    public mutating func report(_ part: DamagedPart) throws { try report(part, cause: nil) }

    private mutating func report(_ part: DamagedPart, cause: (any Error)?) throws {
        guard access == .salvaging else { throw StoreError(.damagedParts([part]), cause: cause) }
        if !damaged.contains(part) { damaged.append(part) }
    }

    /// Whether nothing can be compared, because the manifest is damaged.
    var isUnverified: Bool { damaged.contains(.manifest) }

    private mutating func willChange() throws {
        guard access == .writing else { throw EngineError(.misuse, "a reading transaction writes") }
        isChanged = true
    }

    // MARK: Singletons

    /// The one record of a kind; `nil` when there is none.
    public mutating func singleton(_ kind: RecordKind) throws -> (number: Int, payload: [UInt8])? {
        let (row, head) = (singletons[kind.name], manifest.singletons[kind.name])
        guard row != nil || head != nil else { return nil }
        return try reading(.record(kind: kind.name, number: nil)) { [sealer] in
            guard let row,
                head.map({ KeyedHash.areEqual($0.term, sealer.term(of: row, kind)) }) == true
            else { throw MalformedRecord() }
            return (row.number, try sealer.open(row, of: kind))
        }
    }

    /// Whether there is a record of a kind, whatever its state.
    public func has(_ kind: RecordKind) -> Bool { manifest.singletons[kind.name] != nil }

    /// The number of a singleton, whatever its state; `nil` when there is none.
    public func number(of kind: RecordKind) -> Int? { manifest.singletons[kind.name]?.number }

    /// The row of a singleton, whatever its state.
    func row(of kind: RecordKind) -> RecordRow? { singletons[kind.name] }

    /// The text that stands readable beside a singleton; `nil` when there is none.
    public func readableText(beside kind: RecordKind) -> ReadableText? {
        singletons[kind.name]?.readable
    }

    /// Writes the one record of a kind.
    ///
    /// - Parameter number: one that this kind never had before.
    public mutating func put(
        _ kind: RecordKind, number: Int, _ payload: [UInt8], readable: ReadableText? = nil
    ) throws {
        try willChange()
        let place = RecordPlace(kind, part: 0, number: number, revision: number)
        let row = RecordRow(
            number: number, revision: number, boxes: [sealer.seal(payload, at: place)], readable: readable)
        if let head = manifest.singletons[kind.name] { manifest.inventory.subtract(head.term) }
        let term = sealer.term(of: row, kind)
        manifest.inventory.add(term)
        manifest.singletons[kind.name] = Manifest.Head(number: number, term: term)
        singletons[kind.name] = row
        try backend.put(row, kind, of: account)
    }

    /// Removes the one record of a kind; nothing happens when there is none.
    public mutating func remove(_ kind: RecordKind) throws {
        guard let head = manifest.singletons[kind.name] else { return }
        try willChange()
        manifest.inventory.subtract(head.term)
        manifest.singletons[kind.name] = nil
        singletons[kind.name] = nil
        try backend.remove(kind, .min ... .max, of: account)
    }

    // MARK: Logs

    /// The numbers that a log has; `nil` while it is empty.
    public func numbers(of log: RecordKind) -> ClosedRange<Int>? { self.log(log).numbers }

    /// Lends the records of a log, newest first, each compared with the one behind it, until `body` returns `false`.
    public mutating func forEachNewestFirst(
        of log: RecordKind, limit: Int? = nil, _ body: (Int, [UInt8]) throws -> Bool
    ) throws {
        try self.log(log).forEachNewestFirst(limit: limit, isVerified: !isUnverified) { number, payload in
            switch payload {
            case .success(let payload): return try body(number, payload)
            case .failure(let error):
                try report(.record(kind: log.name, number: number), cause: error)
                return true
            }
        }
    }

    /// Adds a record at the end of a log.
    ///
    /// - Returns: its number, one more than that of the one before; 1 for the first.
    @discardableResult
    public mutating func append(_ payload: [UInt8], to log: RecordKind) throws -> Int {
        try change(log) { try $0.append(payload) }
    }

    /// Removes the records of a log before a number, which becomes the first.
    public mutating func trim(_ log: RecordKind, before first: Int) throws {
        guard let numbers = numbers(of: log), numbers.contains(first), first > numbers.lowerBound else { return }
        try change(log) { try $0.trim(before: first) }
    }

    /// Removes all records of a log, which begins anew with the next one.
    mutating func removeAll(of log: RecordKind) throws {
        try change(log) { try $0.removeAll() }
    }

    /// Takes a row over as the last one of a log: see ``RecordLog/adopt(_:payload:)``.
    mutating func adopt(_ row: RecordRow, ofLog log: RecordKind, payload: [UInt8]?) throws {
        try change(log) { try $0.adopt(row, payload: payload) }
    }

    func log(_ kind: RecordKind) -> RecordLog {
        RecordLog(of: kind, head: manifest.logs[kind.name], in: backend, sealer: sealer)
    }

    mutating func change<Value>(_ kind: RecordKind, _ body: (inout RecordLog) throws -> Value) throws -> Value {
        try willChange()
        var log = log(kind)
        let value = try body(&log)
        for term in log.removed { manifest.inventory.subtract(term) }
        for term in log.added { manifest.inventory.add(term) }
        manifest.logs[kind.name] = log.head
        return value
    }

    // MARK: Collections

    /// The directory of a collection as the transaction has left it so far.
    mutating func directory<Element: CollectionElement>(of type: Element.Type) -> Directory {
        if let known = directories[Element.kind.name] { return known }
        return takeDirectory(of: type, from: manifest.directories[Element.kind.name])
    }

    func hasDirectory(of kind: RecordKind) -> Bool { directories[kind.name] != nil }

    /// Takes another directory for the one that was written.
    ///
    /// - Parameter root: of which pages; `nil` for an empty one, whose entries are found otherwise.
    mutating func takeDirectory<Element: CollectionElement>(
        of type: Element.Type, from root: DirectoryRoot? = nil
    ) -> Directory {
        let root = root ?? DirectoryRoot(rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        let directory = Directory(of: Element.kind, root: root, in: backend, sealer: sealer)
        directories[Element.kind.name] = directory
        return directory
    }

    /// Begins a collection's directory anew, without entries.
    ///
    /// - Parameter highestNumber: one that an element had already, whatever this transaction knows of it.
    mutating func resetDirectory<Element: CollectionElement>(
        of type: Element.Type, highestNumber: Int = 0
    ) throws -> Directory {
        try willChange()
        let kind = Element.kind
        var root = DirectoryRoot(rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        let known = directories[kind.name]?.root.highestNumber ?? manifest.directories[kind.name]?.highestNumber
        root.highestNumber = max(known ?? 0, highestNumber)
        // Where pages were left behind, new ones never take their numbers within one transaction.
        try backend.remove(kind.pages, .min ... .max, of: account)
        manifest.directories[kind.name] = root
        return takeDirectory(of: type, from: root)
    }

    /// Seals a record of a collection and writes its row.
    ///
    /// - Parameters:
    ///   - payloads: one for each part; `nil` for parts that it lacks.
    ///   - replacing: the entry of the row that makes way for it.
    /// - Returns: the term of the new row, for its entry.
    mutating func write(
        _ payloads: [[UInt8]?], of kind: RecordKind, number: Int, contentDigest: [UInt8]?, replacing: DirectoryEntry?
    ) throws -> [UInt8] {
        try willChange()
        let boxes = payloads.enumerated().map { part, payload in
            payload.map {
                sealer.seal($0, at: RecordPlace(kind, part: part, number: number, revision: freshRevision))
            } ?? []
        }
        let row = RecordRow(
            number: number, revision: freshRevision, fingerprint: contentDigest.map(sealer.fingerprint), boxes: boxes)
        if let replacing { manifest.inventory.subtract(replacing.term) }
        let term = sealer.term(of: row, kind)
        manifest.inventory.add(term)
        try backend.put(row, kind, of: account)
        return term
    }

    /// Removes a record's row, whatever stands in it.
    mutating func removeRow(of kind: RecordKind, _ entry: DirectoryEntry) throws {
        try willChange()
        manifest.inventory.subtract(entry.term)
        try backend.remove(kind, entry.position.number...entry.position.number, of: account)
    }

    /// Seals the pages of long imports before they take up much memory.
    mutating func spillDirectories() throws {
        for directory in directories.values { try directory.spill(revision: freshRevision) }
    }

    // MARK: Taking over

    /// Makes the records those of another copy of the store.
    package mutating func move(to instance: [UInt8]) throws {
        try willChange()
        manifest.instance = instance
    }

    /// Puts another text beside a singleton, which stays as it is.
    package mutating func setReadable(_ readable: ReadableText, beside kind: RecordKind) throws {
        guard var row = singletons[kind.name] else { return }
        try willChange()
        row.readable = readable
        singletons[kind.name] = row
        try backend.put(row, kind, of: account)
    }

    /// Writes what tells which readable text the account has. Counts as a change even where it is the same.
    package mutating func setReadableMark(_ mark: [UInt8]) throws {
        try willChange()
        try backend.putReadableMark(mark, of: account)
    }

    /// Counts a row that stands already.
    ///
    /// - Returns: its term.
    mutating func adopt(_ row: RecordRow, of kind: RecordKind) -> [UInt8] {
        let term = sealer.term(of: row, kind)
        manifest.inventory.add(term)
        return term
    }

    /// Says what the row of a singleton is.
    mutating func setHead(of kind: RecordKind, number: Int, term: [UInt8]) {
        manifest.singletons[kind.name] = Manifest.Head(number: number, term: term)
        manifest.inventory.add(term)
    }

    /// Makes the inventory one that no records have: something is missing or too many, and a check is to say so.
    mutating func spoilInventory() {
        manifest.inventory.add(RandomBytes.make(Inventory.length))
        manifest.inventory.add(RandomBytes.make(Inventory.length))
    }

    // MARK: Checking

    /// Whether the records of some kinds are those that were counted when they were written: none was changed, taken away
    /// or added by itself.
    ///
    /// - Parameter kinds: everything that the account can have.
    /// - Returns: how many were written, how many are there, and whether they are the same.
    public func countRecords(of kinds: [RecordKind]) throws -> (written: Int, found: Int, areSame: Bool) {
        var found = Inventory()
        for kind in kinds where kind.form != .pages {
            if kind.form == .singleton {
                if let row = singletons[kind.name] { found.add(sealer.term(of: row, kind)) }
                continue
            }
            try backend.rows(kind, in: RecordRange(extent: .first), of: account) { [sealer] row in
                found.add(sealer.term(of: row, kind))
                return true
            }
        }
        return (manifest.inventory.count, found.count, found == manifest.inventory)
    }

    // MARK: The end

    /// Seals the manifest over everything that was written.
    package consuming func finish() throws -> Mark {
        guard isChanged else { return Mark(generation: generation, box: nil) }
        let (next, isTooHigh) = generation.addingReportingOverflow(1)
        guard !isTooHigh, next > 0 else { throw StoreError(.damagedParts([.manifest])) }
        for (name, directory) in directories where directory.isChanged {
            try directory.flush(revision: next)
            manifest.directories[name] = directory.root
        }
        let box = sealer.seal(manifest.encoded, at: Manifest.place(generation: next))
        try backend.putManifest(SealedManifest(generation: next, box: box), of: account)
        return Mark(generation: next, box: box)
    }
}
