internal import ProfileModel
internal import SealedStore
internal import Sealing

/// A file that is imported, as it is given to a store to be kept.
public struct ImportedFile {
    /// Calls a closure with bytes, piece by piece.
    ///
    /// - Throws: what the closure throws, and what reading the file throws.
    public typealias Pieces = (_ body: ([UInt8]) throws -> Void) throws -> Void

    let name: String
    let format: String
    let content: Pieces
    let packed: Pieces

    /// - Parameters:
    ///   - name: the file's name without folders.
    ///   - format: the name of its format.
    ///   - content: calls a closure with the file's bytes. It may be called several times.
    ///   - packed: the same with the bytes of its packed form.
    public init(name: String, format: String, content: @escaping Pieces, packed: @escaping Pieces) {
        (self.name, self.format, self.content, self.packed) = (name, format, content, packed)
    }
}

/// Keeps the file of an import within its transaction.
struct OriginalKeeper {
    private let file: ImportedFile
    private var description: OriginalFile
    /// The number under which hikes name it; `nil` if it is too large to be kept.
    private(set) var number: Int?
    private var isKnown = false
    private let pieces = SealedCollection<OriginalPiece>()

    /// Reads the file, to know whether it is there already.
    init(_ file: ImportedFile, in transaction: inout RecordTransaction) throws {
        self.file = file
        let digest = RunningDigest()
        var size = 0
        try file.content { piece in
            digest.add(piece)
            size += piece.count
        }
        description = OriginalFile(
            name: file.name.cut(to: OriginalFile.longestName), format: file.format, size: size,
            digest: digest.finish(), pieces: 0)
        if let known = try pieces.number(withContentDigest: description.digest, in: &transaction) {
            (number, isKnown) = (known, true)
        } else if try size < OriginalFile.maximumPackedSize - OriginalPiece.size || !isTooLarge() {
            // Packing lengthens nothing by more than a thousandth.
            let next = try pieces.nextNumber(in: &transaction)
            number = next <= ImportedHike.maximumID - OriginalPiece.mostPieces ? next : nil
        }
    }

    private func isTooLarge() throws -> Bool {
        struct TooLarge: Error {}
        var packedSize = 0
        do {
            try file.packed { piece in
                packedSize += piece.count
                guard packedSize <= OriginalFile.maximumPackedSize else { throw TooLarge() }
            }
            return false
        } catch is TooLarge {
            return true
        }
    }

    /// Stores the file, unless it is there already.
    mutating func keep(in transaction: inout RecordTransaction) throws {
        guard let number, !isKnown, description.size > 0 else { return }
        var waiting: [UInt8] = []
        var first: [UInt8] = []
        func put(_ bytes: [UInt8], at index: Int) throws {
            let piece = OriginalPiece(
                file: number, index: index, description: index == 0 ? description : nil, bytes: bytes)
            try pieces.put(piece, number: piece.number, in: &transaction)
        }
        // The first piece, which tells their number, is stored last.
        func add(_ bytes: [UInt8]) throws {
            if description.pieces == 0 { first = bytes } else { try put(bytes, at: description.pieces) }
            description.pieces += 1
        }
        let packed = file.packed
        try packed { bytes in
            waiting += bytes
            while waiting.count >= OriginalPiece.size {
                try add(Array(waiting.prefix(OriginalPiece.size)))
                waiting.removeFirst(OriginalPiece.size)
            }
        }
        if !waiting.isEmpty { try add(waiting) }
        try put(first, at: 0)
        isKnown = true
    }
}

extension HikeLedger {
    private var originals: SealedCollection<OriginalPiece> { SealedCollection() }

    /// Lets a hike that has no file name one.
    ///
    /// - Returns: whether it names that file.
    func link(_ id: Int, to file: Int, in transaction: inout RecordTransaction) throws -> Bool {
        guard let header = try whatOpens({ try hikes.header(id, in: &transaction) }) else { return false }
        guard header.hike.original == nil else { return header.hike.original == file }
        guard var stored = try whatOpens({ try hikes.element(id, in: &transaction) }) else { return false }
        stored.value.model.original = file
        try hikes.put(stored, number: id, in: &transaction)
        return true
    }

    /// Deletes the files that no hike names, existing or removed.
    func pruneOriginals(in transaction: inout RecordTransaction) throws {
        guard try originals.count(in: &transaction) > 0 else { return }
        var named: Set<Int> = []
        try hikes.forEachHeaderByNumber(in: &transaction) { _, header in
            if let file = header.hike.original { named.insert(file) }
            return true
        }
        try removed.forEachHeaderByNumber(in: &transaction) { _, header in
            if let file = header.hike.original { named.insert(file) }
            return true
        }
        var unused: [Int] = []
        try originals.forEachEntry(in: &transaction) { piece, file, _ in
            if !named.contains(file) { unused.append(piece) }
            return true
        }
        for piece in unused { try originals.remove(piece, in: &transaction) }
    }
}
