internal import Sealing

/// One account's records as of one moment, on which every operation of a store works.
///
/// A transaction is lent to a body and can't leave it. Every record that it returns has been checked against the
/// manifest: a record of a singleton, a log or a collection is current, or an error reports it as damaged. Writes take
/// effect together when the body returns; if it throws, nothing is written. A body may catch the error of a write that
/// is refused, such as one whose content exists, and go on. After an error in the middle of a write, such as damage
/// found by it, nothing can be written: the transaction then fails with `misuse`.
public struct RecordTransaction: ~Copyable {
    /// Whether the body may write.
    public let access: Access
    /// The account to which the records belong.
    public var account: AccountID { sealer.account }
    /// The number of the account's writing transactions before this one. If this one writes, its own is one higher.
    public let generation: Int
    /// The parts found damaged, if damage is recorded instead of thrown.
    public var damaged: [DamagedPart] { damagedParts.inOrder }
    private var damagedParts = DamagedParts()
    /// Damaged parts that decrypt and are current, but that this version can't decode: a later one wrote them, or a
    /// type has changed since they were written.
    private(set) var unreadable: Set<DamagedPart> = []
    /// The number of elements found whose entries aren't what their content gives, as those kept by a program that
    /// couldn't read them. A repair completes the entries.
    private(set) var incompleteElements = 0
    /// Elements that this program can't read and that are kept as they are. What is derived from the others passes over
    /// them.
    var passedOver: Set<DamagedPart> = []

    package let backend: any RecordBackend
    package let sealer: RecordSealer
    /// The kinds to which it may write; `nil` for any.
    private let kinds: [RecordKind]?
    private var singletons: [String: RecordRow]
    var manifest: Manifest
    /// The heads at the beginning; `nil` for a new account.
    private var heads: AccountHeads?
    /// The directories used so far: one or two. An import asks for each of them many times.
    private var directories: [Directory] = []
    /// The pages that are known to be those of the manifest at the beginning.
    private var cachedPages = CachedPages()
    /// The limits of the directories opened from now on.
    var directoryLimits = DirectoryLimits()
    private var isChanged = false
    /// What the log of changes will say of this transaction.
    var pendingChange = PendingChange()
    /// The number of changes of several steps that haven't come to their last one.
    private var unfinishedChanges = 0

    /// What a body may do, and what happens when it finds damage.
    public enum Access: Hashable, Sendable {
        case reading
        case writing
        /// Reading that returns what still opens, and records what doesn't.
        case salvaging
    }

    /// Begins a transaction on the records in a backend.
    ///
    /// - Parameter instance: the copy of the store that this is; `nil` to accept the records of any.
    /// - Throws: ``StoreError`` with `noStore` if there is no such account, `damaged` if the manifest doesn't open or
    ///   belongs to another instance.
    package init(
        in backend: any RecordBackend, sealer: RecordSealer, kinds: [RecordKind], instance: [UInt8]?, access: Access
    ) throws {
        guard let heads = try backend.heads(of: sealer.account, kinds: kinds.filter { $0.form == .singleton }) else {
            throw StoreError(.noAccount(sealer.account))
        }
        try self.init(heads, in: backend, sealer: sealer, kinds: kinds, instance: instance, access: access)
    }

    /// Begins a transaction on heads that were read in the same transaction of the backend.
    package init(
        _ heads: AccountHeads, in backend: any RecordBackend, sealer: RecordSealer, kinds: [RecordKind],
        instance: [UInt8]?, access: Access
    ) throws {
        let opened = OpenedHeads(heads, of: instance, sealer: sealer)
        try self.init(opened, in: backend, sealer: sealer, kinds: kinds, instance: instance, access: access)
    }

    /// Begins on the records of heads that were opened in the same state.
    init(
        _ opened: OpenedHeads, in backend: any RecordBackend, sealer: RecordSealer, kinds: [RecordKind],
        instance: [UInt8]?, access: Access
    ) throws {
        (self.backend, self.sealer, self.access, self.kinds) = (backend, sealer, access, kinds)
        (heads, singletons) = (opened.heads, opened.heads.singletons)
        cachedPages = opened.pages
        switch opened.manifest {
        case .success(let found):
            (manifest, generation) = (found, opened.heads.manifest?.generation ?? 0)
        case .failure(let error):
            guard access == .salvaging else { throw StoreError(.damagedParts([.manifest]), cause: error) }
            manifest = try Manifest(
                ofRowsWith: singletons, kinds: kinds, instance: instance ?? [], in: backend, sealer: sealer)
            // The generation beside a manifest that doesn't open can't be trusted.
            generation = 0
            damagedParts.add(.manifest)
        }
    }

    /// Begins a transaction on an account that has no records yet.
    ///
    /// - Parameters:
    ///   - generation: the last one already in use.
    ///   - kinds: the kinds to which it may write; `nil` for any.
    package init(
        creating backend: any RecordBackend, sealer: RecordSealer, instance: [UInt8], after generation: Int = 0,
        kinds: [RecordKind]? = nil
    ) {
        (self.backend, self.sealer, access, self.kinds) = (backend, sealer, .writing, kinds)
        (singletons, self.generation) = ([:], generation)
        manifest = Manifest(instance: instance)
        isChanged = true
    }

    /// Begins a transaction on rows whose manifest will be rebuilt.
    init(
        adopting heads: AccountHeads, in backend: any RecordBackend, sealer: RecordSealer, instance: [UInt8],
        generation: Int
    ) {
        self.init(creating: backend, sealer: sealer, instance: instance, after: generation)
        singletons = heads.singletons
    }

    /// The revision for new boxes of records whose number stays the same when they are rewritten.
    private var freshRevision: Int { generation &+ 1 }

    // MARK: Damage

    /// Runs a body that reads a part. Damage is thrown, or recorded if this transaction salvages.
    private mutating func reading<Value>(_ part: DamagedPart, _ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch  where error.indicatesDamage {
            try report(part, cause: error)
            return nil
        }
    }

    /// Records a part as damaged, or throws if damage isn't tolerated.
    public mutating func report(_ part: DamagedPart, cause: (any Error)? = nil) throws {
        guard !passedOver.contains(part) else { return }
        guard access == .salvaging else { throw StoreError(.damagedParts([part]), cause: cause) }
        damagedParts.add(part)
    }

    /// Reports a part that opens, but that this program can't read.
    mutating func reportUnreadable(_ part: DamagedPart, cause: (any Error)? = nil) throws {
        try report(part, cause: cause)
        unreadable.insert(part)
    }

    mutating func countIncomplete(_ elements: Int) { incompleteElements += elements }

    /// What the manifest counts of all records.
    var inventory: Inventory { manifest.inventory }

    /// Whether nothing can be verified because the manifest is damaged.
    var isUnverified: Bool { damagedParts.contains(.manifest) }

    mutating func willChange() throws {
        guard access == .writing else { throw EngineError(.misuse, "a reading transaction writes") }
        isChanged = true
    }

    /// Whether the schema has this kind, in this form.
    func knows(_ kind: RecordKind) -> Bool {
        kinds?.contains { $0.name == kind.name && $0.form == kind.form } ?? true
    }

    /// Refuses a kind of which no check, repair or recovery would know.
    private func require(_ kind: RecordKind, _ form: RecordKind.Form) throws(StoreError) {
        guard kind.form == form, knows(kind) else { throw StoreError(.unknownKind(kind.name)) }
    }

    /// Runs a body whose changes belong together. If it throws, nothing can be written any more.
    mutating func changingTogether<Result>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        unfinishedChanges += 1
        let result = try body(&self)
        unfinishedChanges -= 1
        return result
    }

    // MARK: Singletons

    /// The record of a singleton; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
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

    /// Whether a singleton has a record, intact or not.
    public func has(_ kind: RecordKind) -> Bool { manifest.singletons[kind.name] != nil }

    /// The number of a singleton, intact or not; `nil` if there is none.
    public func number(of kind: RecordKind) -> Int? { manifest.singletons[kind.name]?.number }

    /// The row of a singleton, intact or not.
    func row(of kind: RecordKind) -> RecordRow? { singletons[kind.name] }

    /// The readable text beside a singleton; `nil` if there is none. It isn't verified.
    package func readableText(beside kind: RecordKind) -> ReadableText? {
        singletons[kind.name]?.readable
    }

    /// Writes the record of a singleton, in place of the present one, intact or not.
    ///
    /// - Parameter number: one that this kind has never had before.
    /// - Throws: ``StoreError`` with `misuse` if the schema has no such singleton. A transaction that only reads fails
    ///   with `misuse` too.
    public mutating func put(_ kind: RecordKind, number: Int, _ payload: [UInt8]) throws {
        try put(kind, number: number, payload, readable: nil)
    }

    /// - Parameter readable: a text to be stored beside the record, not sealed.
    package mutating func put(
        _ kind: RecordKind, number: Int, _ payload: [UInt8], readable: ReadableText?
    ) throws {
        try require(kind, .singleton)
        try willChange()
        let binding = RecordBinding(kind, part: 0, number: number, revision: number)
        let row = RecordRow(
            number: number, revision: number, boxes: [sealer.seal(payload, at: binding)], readable: readable)
        // The row is written first, as in every change: what isn't written isn't counted either.
        try backend.put(row, kind, of: account)
        if let head = manifest.singletons[kind.name] { manifest.inventory.subtract(head.term) }
        let term = sealer.term(of: row, kind)
        manifest.inventory.add(term)
        manifest.singletons[kind.name] = Manifest.Head(number: number, term: term)
        singletons[kind.name] = row
    }

    /// Removes the record of a singleton, intact or not, if there is one.
    ///
    /// - Throws: `misuse` if the transaction only reads.
    public mutating func remove(_ kind: RecordKind) throws {
        guard let head = manifest.singletons[kind.name] else { return }
        try willChange()
        try backend.remove(kind, .min ... .max, of: account)
        manifest.inventory.subtract(head.term)
        (manifest.singletons[kind.name], singletons[kind.name]) = (nil, nil)
    }

    // MARK: Logs

    /// The range of a log's numbers; `nil` if it is empty.
    public func numbers(of log: RecordKind) -> ClosedRange<Int>? { self.log(log).numbers }

    func log(_ kind: RecordKind) -> RecordLog {
        RecordLog(of: kind, head: manifest.logs[kind.name], in: backend, sealer: sealer)
    }

    /// Changes a log, and the manifest with it.
    mutating func editLog<Value>(_ kind: RecordKind, _ body: (inout RecordLog) throws -> Value) throws -> Value {
        try require(kind, .log)
        try willChange()
        var log = log(kind)
        let value = try body(&log)
        for term in log.removed { manifest.inventory.subtract(term) }
        for term in log.added { manifest.inventory.add(term) }
        manifest.logs[kind.name] = log.head
        return value
    }

    // MARK: Collections

    /// The directory of a collection, with the changes made in this transaction.
    mutating func directory<Element: CollectionElement>(of type: Element.Type) -> Directory {
        let name = Element.kind.name
        for known in directories where known.kind.name == name { return known }
        return replaceDirectory(of: Element.kind, from: manifest.directories[name] ?? DirectoryRoot(of: type))
    }

    func hasDirectory(of kind: RecordKind) -> Bool { directories.contains { $0.kind.name == kind.name } }

    /// Replaces the directory of a collection for this transaction.
    mutating func replaceDirectory(of kind: RecordKind, from root: DirectoryRoot) -> Directory {
        let directory = Directory(
            of: kind, root: root, in: backend, sealer: sealer, limits: directoryLimits, cached: cachedPages)
        directories.removeAll { $0.kind.name == kind.name }
        directories.append(directory)
        return directory
    }

    /// Replaces a collection's directory by an empty one.
    ///
    /// - Parameter highestNumber: a number known to have been used, in case the directory doesn't know it.
    mutating func resetDirectory<Element: CollectionElement>(
        of type: Element.Type, highestNumber: Int = 0
    ) throws -> Directory {
        try willChange()
        let kind = Element.kind
        var root = DirectoryRoot(of: type)
        let known = directories.first { $0.kind.name == kind.name }?.root ?? manifest.directories[kind.name]
        root.highestNumber = max(known?.highestNumber ?? 0, highestNumber)
        // Under the same key, the new pages never get the numbers of the old ones.
        root.highestPage = known?.highestPage ?? 0
        try backend.remove(kind.pages, .min ... .max, of: account)
        manifest.directories[kind.name] = root
        let directory = replaceDirectory(of: kind, from: root)
        directory.forgetChanges()
        return directory
    }

    /// What seals a collection's elements for this transaction.
    func elementSealer<Element: CollectionElement>(of type: Element.Type) -> ElementSealer<Element> {
        ElementSealer(sealer, revision: freshRevision)
    }

    /// Writes a row of a collection that was sealed for this transaction.
    ///
    /// - Parameters:
    ///   - term: the row's term.
    ///   - replacing: the entry of the row that is replaced.
    mutating func write(_ row: RecordRow, term: [UInt8], of kind: RecordKind, replacing: DirectoryEntry?) throws {
        try require(kind, .collection)
        try willChange()
        guard row.revision == freshRevision else { throw EngineError(.misuse, "a row of another transaction") }
        try backend.put(row, kind, of: account)
        if let replacing { manifest.inventory.subtract(replacing.term) }
        manifest.inventory.add(term)
    }

    /// Removes a record's row, intact or not.
    mutating func removeRow(of kind: RecordKind, _ entry: DirectoryEntry) throws {
        try willChange()
        try backend.remove(kind, entry.position.number...entry.position.number, of: account)
        manifest.inventory.subtract(entry.term)
    }

    /// Writes out the pages of a long import before they take up much memory.
    mutating func spillDirectories() throws {
        for directory in directories { try directory.spill(revision: freshRevision) }
    }

    /// Replaces the readable text beside a singleton, without changing the singleton.
    package mutating func setReadable(_ readable: ReadableText, beside kind: RecordKind) throws {
        guard var row = singletons[kind.name] else { return }
        try willChange()
        row.readable = readable
        try backend.put(row, kind, of: account)
        singletons[kind.name] = row
    }

    /// Writes the card number, which identifies the account's readable text. This counts as a change even if the number
    /// is the same.
    package mutating func setCardNumber(_ number: [UInt8]) throws {
        try willChange()
        heads?.cardNumber = number
        try backend.putCardNumber(number, of: account)
    }

    // MARK: Finishing

    /// Seals the manifest, which covers everything written.
    package consuming func finish() throws -> CommitID { try finishReturningHeads().commit }

    /// Seals the manifest, and returns the heads with which the next transaction begins unless another one commits
    /// before it; `nil` if they are unchanged or not known.
    consuming func finishReturningHeads() throws -> (commit: CommitID, next: OpenedHeads?) {
        try logChange()
        guard isChanged else { return (CommitID(generation: generation, box: nil), nil) }
        guard unfinishedChanges == 0 else { throw StoreError(.unfinishedChange) }
        let (next, isTooHigh) = generation.addingReportingOverflow(1)
        guard !isTooHigh, next > 0 else { throw StoreError(.damagedParts([.manifest])) }
        for directory in directories where directory.isChanged {
            try directory.flush(revision: next)
            manifest.directories[directory.kind.name] = directory.root
        }
        let box = sealer.seal(manifest.encoded, at: Manifest.binding(generation: next))
        let sealed = SealedManifest(generation: next, box: box)
        try backend.putManifest(sealed, of: account)
        let commit = CommitID(generation: next, box: box)
        guard var heads else { return (commit, nil) }
        (heads.manifest, heads.singletons) = (sealed, singletons)
        return (commit, OpenedHeads(heads, manifest))
    }
}
