internal import ProfileModel
internal import SealedStore

/// The files of content that is restored, which keep their numbers. The files of removed hikes stay beside them, and get
/// other numbers where these are taken.
struct RestoredFiles {
    private let pieces = SealedCollection<OriginalPiece>()
    private let removed = SealedCollection<RemovedHike>()
    /// The removed hikes that name a file, with its number.
    private var naming: [Int: Int] = [:]
    /// The numbers of the pieces of these files, in order, by the numbers that the hikes name.
    private var kept: [Int: [Int]] = [:]
    /// The file of each of these pieces, by the number that the hikes name.
    private var owners: [Int: Int] = [:]
    /// The numbers of the restored files, by their digests.
    private var restored: [[UInt8]: Int] = [:]
    /// The digests that kept files share with restored ones, by the numbers that the hikes name. No two files may have the
    /// same digest, so the kept ones are stored with another until the end.
    private var disputed: [Int: [UInt8]] = [:]
    /// The restored hikes that name a file, by its number.
    private var restoredNaming: [Int: [Int]] = [:]
    /// The highest number of a piece.
    private var highest = 0

    /// The highest number that a restored file may have. Counting never reaches it, and it leaves enough numbers for files
    /// that come later.
    private static let mostFiles = ImportedHike.maximumID >> 8

    /// Deletes every file except those of removed hikes.
    init(in transaction: inout RecordTransaction) throws {
        for id in try removed.numbers(in: &transaction) {
            naming[id] = try whatOpens { try removed.header(id, in: &transaction) }?.hike.original
        }
        guard try pieces.count(in: &transaction) > 0 else { return }
        let named = Set(naming.values)
        var others: [Int] = []
        try pieces.forEachEntry(in: &transaction) { piece, file, _ in
            if named.contains(file) { kept[file, default: []].append(piece) } else { others.append(piece) }
            return true
        }
        for piece in others { try pieces.remove(piece, in: &transaction) }
        for (file, numbers) in kept {
            kept[file] = numbers.sorted()
            for number in numbers { owners[number] = file }
            highest = max(highest, numbers.max() ?? 0)
        }
    }

    /// Notes a restored hike.
    mutating func note(_ hike: HikeHeader) {
        if let file = hike.original { restoredNaming[file, default: []].append(hike.id) }
    }

    /// Adds a piece of a restored file.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` for an invalid piece, or one that another file has.
    mutating func add(_ piece: OriginalPiece, in transaction: inout RecordTransaction) throws {
        guard piece.isValid, piece.file <= Self.mostFiles else { throw Self.refusal }
        if let digest = piece.description?.digest,
            let known = try pieces.number(withContentDigest: digest, in: &transaction), let file = owners[known]
        {
            disputed[file] = digest
            try setDigest(digest.map { ~$0 }, of: known, in: &transaction)
        }
        if let other = owners[piece.number] { try move(other, in: &transaction) }
        guard try !pieces.contains(piece.number, in: &transaction) else { throw Self.refusal }
        try pieces.put(piece, number: piece.number, in: &transaction)
        highest = max(highest, piece.number)
        if let digest = piece.description?.digest { restored[digest] = piece.file }
    }

    private static var refusal: StoreError { StoreError(.invalid([FieldProblem("files", .unique)])) }

    /// Keeps one copy of equal files, removes the numbers of files that aren't there from hikes, and deletes the files that
    /// no hike names.
    mutating func finish(_ ledger: HikeLedger, in transaction: inout RecordTransaction) throws {
        var numbers: [Int: Int] = [:]
        for (file, all) in kept {
            numbers[file] = try disputed[file].flatMap { try settle($0, all, in: &transaction) } ?? all[0]
        }
        let there = Set(restored.values)
        for id in restoredNaming.filter({ !there.contains($0.key) }).values.joined().sorted() {
            guard var stored = try ledger.hikes.element(id, in: &transaction) else { continue }
            stored.value.model.original = nil
            try ledger.hikes.put(stored, number: id, in: &transaction)
        }
        for (id, file) in naming where numbers[file] != file {
            guard try removed.contains(id, in: &transaction),
                var stored = try whatOpens({ try removed.element(id, in: &transaction) })?.element
            else { continue }
            stored.value.model.original = numbers[file]
            try removed.put(RemovedElement(stored), number: id, in: &transaction)
        }
        try ledger.pruneOriginals(in: &transaction)
    }

    /// Moves a removed hike's file to numbers that are free. They are twice as high as any so far, so that few files are
    /// moved more than once while others come.
    private mutating func move(_ file: Int, in transaction: inout RecordTransaction) throws {
        let free = 2 * highest + 1
        guard free <= ImportedHike.maximumID - OriginalPiece.mostPieces else { throw Self.refusal }
        var moved: [Int] = []
        for number in kept[file] ?? [] {
            owners[number] = nil
            let found = try whatOpens { try pieces.element(number, in: &transaction) }
            try pieces.remove(number, in: &transaction)
            guard var piece = found else { continue }
            piece.file = free
            try pieces.put(piece, number: piece.number, in: &transaction)
            moved.append(piece.number)
        }
        for number in moved { owners[number] = file }
        kept[file] = moved.isEmpty ? nil : moved
        highest = free + OriginalPiece.mostPieces
    }

    /// Compares a kept file with the restored one that has its digest. If they differ, the restored file isn't what its
    /// digest says, and is deleted. Pieces of the kept file that don't open aren't compared.
    ///
    /// - Returns: the restored file's number; `nil` if it was deleted.
    private mutating func settle(
        _ digest: [UInt8], _ numbers: [Int], in transaction: inout RecordTransaction
    ) throws -> Int? {
        guard let other = restored[digest] else { return nil }
        guard let kept = try whatOpens({ try pieces.header(numbers[0], in: &transaction) })?.description else {
            return other
        }
        let isAsLong = try pieces.header(other, in: &transaction)?.description?.pieces == kept.pieces
        let isEqual = try numbers.allSatisfy { number in
            guard let piece = try whatOpens({ try pieces.element(number, in: &transaction) }) else { return true }
            return try pieces.element(other + piece.index, in: &transaction)?.bytes == piece.bytes
        }
        guard !isAsLong || !isEqual else { return other }
        for number in other..<other + OriginalPiece.mostPieces
        where try pieces.header(number, in: &transaction)?.file == other {
            try pieces.remove(number, in: &transaction)
        }
        restored[digest] = nil
        try setDigest(digest, of: numbers[0], in: &transaction)
        return nil
    }

    private func setDigest(_ digest: [UInt8], of number: Int, in transaction: inout RecordTransaction) throws {
        guard var piece = try whatOpens({ try pieces.element(number, in: &transaction) }) else { return }
        piece.description?.digest = digest
        try pieces.put(piece, number: number, in: &transaction)
    }
}
