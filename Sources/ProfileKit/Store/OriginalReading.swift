internal import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// The file that a hike was imported from; `nil` if it isn't kept.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func original(ofHike id: Int) throws -> (number: Int, file: OriginalFile)? {
        try opened.read { transaction in
            guard let header = try SealedCollection<StoredHike>().header(id, in: &transaction) else {
                throw StoreError.noHike(id)
            }
            guard let number = header.hike.original,
                let file = try SealedCollection<OriginalPiece>().header(number, in: &transaction)?.description
            else { return nil }
            return (number, file)
        }
    }

    /// Calls a closure with the packed bytes of a file, piece by piece.
    ///
    /// - Throws: ``StoreError`` with `damaged` for a piece that doesn't open, and what the closure throws.
    public func readOriginal(_ number: Int, _ body: ([UInt8]) throws -> Void) throws {
        let pieces = SealedCollection<OriginalPiece>()
        let count = try opened.read { try pieces.header(number, in: &$0)?.description?.pieces ?? 0 }
        for index in 0..<count {
            let piece = try opened.read { try pieces.element(number + index, in: &$0) }
            guard let piece, piece.file == number, piece.index == index else { throw StoreError.noOriginal(number) }
            try body(piece.bytes)
        }
    }
}

extension StoreError {
    static func noOriginal(_ number: Int) -> StoreError {
        StoreError(.noRecord(kind: OriginalPiece.kind.name, number: number))
    }
}
