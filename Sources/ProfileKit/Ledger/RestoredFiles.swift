internal import ProfileModel
internal import SealedStore

/// The files of content that is restored, which keep their numbers. The files of removed hikes stay beside them, and get
/// other numbers where these are taken.
struct RestoredFiles {
    private let pieces = SealedCollection<OriginalPiece>()
    private let removed = SealedCollection<RemovedHike>()
    /// The pieces of the files that removed hikes name, by the files' numbers.
    private var kept: [Int: [Int]] = [:]
    /// The files that were restored.
    private var restored: Set<Int> = []
    /// The restored hikes that name a file, by its number.
    private var naming: [Int: [Int]] = [:]

    /// Deletes all files but those of removed hikes.
    init(in transaction: inout RecordTransaction) throws {
        guard try pieces.count(in: &transaction) > 0 else { return }
        var named: Set<Int> = []
        try removed.forEachHeaderByNumber(in: &transaction) { _, header in
            if let file = header.hike.original { named.insert(file) }
            return true
        }
        var others: [Int] = []
        try pieces.forEachEntry(in: &transaction) { piece, file, _ in
            if named.contains(file) { kept[file, default: []].append(piece) } else { others.append(piece) }
            return true
        }
        for piece in others { try pieces.remove(piece, in: &transaction) }
    }

    /// Notes a restored hike.
    mutating func note(_ hike: HikeHeader) {
        if let file = hike.original { naming[file, default: []].append(hike.id) }
    }

    /// Adds a piece of a restored file.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` for an invalid piece, or one whose number is taken by another file.
    mutating func add(_ piece: OriginalPiece, in transaction: inout RecordTransaction) throws {
        guard piece.isValid else { throw Self.refusal }
        if let digest = piece.description?.digest,
            let known = try pieces.number(withContentDigest: digest, in: &transaction), let same = kept[known]
        {
            // The same file, which is kept once.
            for piece in same { try pieces.remove(piece, in: &transaction) }
            kept[known] = nil
            try renumber(known, as: piece.file, in: &transaction)
        }
        if let other = kept.first(where: { $0.value.contains(piece.number) })?.key {
            try move(other, in: &transaction)
        }
        guard try !pieces.contains(piece.number, in: &transaction) else { throw Self.refusal }
        try pieces.put(piece, number: piece.number, in: &transaction)
        if piece.index == 0 { restored.insert(piece.file) }
    }

    /// Lets no restored hike name a file that didn't come, and deletes the files that no hike names.
    func finish(_ ledger: HikeLedger, in transaction: inout RecordTransaction) throws {
        for id in naming.filter({ !restored.contains($0.key) }).values.joined().sorted() {
            guard var stored = try ledger.hikes.element(id, in: &transaction) else { continue }
            stored.value.model.original = nil
            try ledger.hikes.put(stored, number: id, in: &transaction)
        }
        try ledger.pruneOriginals(in: &transaction)
    }

    private static var refusal: StoreError { StoreError(.invalid([FieldProblem("files", .unique)])) }

    /// Moves a removed hike's file to numbers that no restored file takes, as far as is known by now.
    private mutating func move(_ file: Int, in transaction: inout RecordTransaction) throws {
        let highest = naming.keys.max() ?? 0
        let free = max(try pieces.nextNumber(in: &transaction), highest + OriginalPiece.mostPieces)
        var moved: [Int] = []
        for number in kept[file] ?? [] {
            guard var piece = try pieces.element(number, in: &transaction) else { continue }
            piece.file = free
            guard piece.isValid else { throw Self.refusal }
            try pieces.remove(number, in: &transaction)
            try pieces.put(piece, number: piece.number, in: &transaction)
            moved.append(piece.number)
        }
        kept[file] = nil
        kept[free] = moved
        try renumber(file, as: free, in: &transaction)
    }

    /// Lets the removed hikes that name a file name it by another number.
    private func renumber(_ file: Int, as number: Int, in transaction: inout RecordTransaction) throws {
        guard file != number else { return }
        for id in try removed.numbers(in: &transaction) {
            guard try removed.header(id, in: &transaction)?.hike.original == file,
                var stored = try removed.element(id, in: &transaction)?.element
            else { continue }
            stored.value.model.original = number
            try removed.put(RemovedElement(stored), number: id, in: &transaction)
        }
    }
}
