public import ProfileModel
public import SealedStore
internal import Sealing

// All published content of an account: its committed profile, its hikes and their photos, one at a time.

extension ProfileStore {
    /// Calls a closure with each hike by id, and what is stored about its source.
    static func forEachHike(
        in transaction: inout RecordTransaction, _ body: (Hike, HikeSource?) throws -> Void
    ) throws {
        try SealedCollection<StoredHike>().forEachElement(in: &transaction) { _, element in
            try body(
                element.hike,
                element.contentDigest.map { digest in
                    HikeSource(contentDigest: digest, recording: element.recording, figureRules: element.figureRules)
                })
            return true
        }
    }

    /// Reads all published content that decrypts, from one consistent read and a hike at a time, so that memory
    /// use doesn't grow with the number of hikes.
    ///
    /// The store can't be used meanwhile, not even by the closures.
    ///
    /// - Parameters:
    ///   - exact: whether all of it is read. Otherwise private places, waypoints near them, the sources of hikes, their
    ///     files and photos are left out.
    ///   - includesFiles: whether to read the files that the hikes were imported from, and photos, after all hikes.
    ///   - profile: called with the profile before anything else, or with `nil` if it doesn't open. Returns whether to
    ///     read the rest.
    ///   - places: called with the places by id, before any hikes.
    ///   - hike: called with each hike by id, and what is stored about its source.
    ///   - file: called with the pieces of these files, in their order.
    ///   - photo: called, after the hikes, with each photo by number, and its file.
    /// - Returns: whether the hikes were read, and the parts that don't open.
    /// - Throws: what the closures throw; ``StoreError`` with `locked`, `busy` or `io`.
    public func readContent(
        exact: Bool = false, includesFiles: Bool = false, _ profile: (Profile?) throws -> Bool,
        places: ([NumberedPlace]) throws -> Void = { _ in }, hike: (Hike, HikeSource?) throws -> Void,
        file: (OriginalPiece) throws -> Void = { _ in }, photo: (Photo, [UInt8]) throws -> Void = { _, _ in }
    ) throws -> Salvaged<Bool> {
        try opened.salvage { transaction in
            let areas = try areasToCut(exact: exact, in: &transaction)
            guard try profile(try records.committed(in: &transaction)?.model) else { return false }
            try places(Self.wholePlaces(in: &transaction).filter { exact || $0.place.privateRadius == nil })
            // The files of removed hikes, which are kept for their return.
            var others: Set<Int> = []
            if exact && includesFiles {
                others.formUnion(try Self.removedHeaders(in: &transaction).compactMap(\.original))
            }
            try Self.forEachHike(in: &transaction) { found, source in
                var found = found
                if let number = found.header.original { others.remove(number) }
                found.header = areas.cut(found.header)
                try hike(found, exact ? source : nil)
            }
            guard exact && includesFiles else { return true }
            var numbers: [Int] = []
            let pieces = SealedCollection<OriginalPiece>()
            try pieces.forEachEntry(in: &transaction) { piece, _, _ in
                numbers.append(piece)
                return true
            }
            for number in numbers {
                guard let piece = try pieces.element(number, in: &transaction), !others.contains(piece.file) else {
                    continue
                }
                try file(piece)
            }
            try Self.forEachPhoto(in: &transaction, photo)
            return true
        }
    }

    /// Restores content as given by ``readContent(exact:includesFiles:_:places:hike:file:photo:)``, in one transaction
    /// and at most one revision, and a part at a time, so that memory use doesn't grow with the number of hikes. A draft
    /// is left alone. Other writing processes wait until it ends.
    ///
    /// Values are checked by their rules, but values that an earlier version stored are accepted: any goal date, since
    /// it was valid when it was set and valid ranges move with time; any difficulty of a hike, and any distance that
    /// isn't negative. In texts of hikes, invisible characters become spaces.
    ///
    /// - Parameters:
    ///   - replacing: whether existing hikes, with their photos and files, are replaced by these, and removed ones with
    ///     the same ids too. Removed hikes from the same sources exist again in any case.
    ///   - content: called with a function that adds a part of the content; returns the profile. If the content includes
    ///     places, they replace those of the store; otherwise the store's are kept. If it throws, nothing is changed.
    /// - Throws: ``StoreError`` with `exists` when there are hikes or places, or removed hikes with the same ids, and
    ///   `replacing` is false; `invalidValue` for values that break their rules, and for a piece or a photo that can't be
    ///   added. Nothing is changed then.
    @discardableResult
    public func restore(
        replacing: Bool = false, from content: (_ add: (RestoredPart) throws -> Void) throws -> Profile
    ) throws -> ProfileCommit {
        try opened.write { transaction in
            let (hikes, ledger) = (SealedCollection<StoredHike>(), HikeLedger())
            guard try replacing || hikes.count(in: &transaction) == 0 else {
                throw StoreError(.recordsExist(kind: StoredHike.kind.name))
            }
            let removed = try Set(SealedCollection<RemovedHike>().numbers(in: &transaction))
            try Self.purgePhotos(ofHikes: Set(hikes.numbers(in: &transaction)), in: &transaction)
            try hikes.removeAll(in: &transaction)
            try StoredHike.removeAllAttachments(in: &transaction)
            var files = try RestoredFiles(in: &transaction)
            // It is of hikes that are there no more, though others may have their ids.
            try transaction.forgetChanges(of: StoredHike.kind)
            var replacesPlaces = false
            var replaced: Set<Int> = []
            func purgeReplaced(in transaction: inout RecordTransaction) throws {
                if !replaced.isEmpty { try Self.purgePhotos(ofHikes: replaced, in: &transaction) }
                replaced = []
            }
            let profile = try content { part in
                switch part {
                case .hike(let hike, let source):
                    guard replacing || !removed.contains(hike.id) else {
                        throw StoreError(.recordExists(kind: RemovedHike.kind.name, number: hike.id))
                    }
                    replaced.formUnion(try ledger.addExported(hike, from: source, in: &transaction))
                    files.note(hike.header)
                case .piece(let piece): try files.add(piece, in: &transaction)
                case .photo(let photo, let hike):
                    try purgeReplaced(in: &transaction)
                    _ = try Self.add(photo, toHike: hike, in: &transaction)
                case .places(let places):
                    try Self.restore(places, replacing: replacing, in: &transaction)
                    replacesPlaces = true
                }
            }
            try purgeReplaced(in: &transaction)
            // The log has no restored hikes, so it would tell, and an undo take back, a part of it only.
            try transaction.forgetChanges(of: Photo.collection.elements)
            if replacesPlaces { try transaction.forgetChanges(of: Place.collection.elements) }
            try files.finish(ledger, in: &transaction)
            let commit = try records.restore(profile, at: now, in: &transaction)
            try ledger.refresh(in: &transaction)
            return commit
        }
    }
}

/// A part of the content that is restored.
public enum RestoredPart: Sendable {
    /// A hike, and what is known about its source.
    case hike(Hike, HikeSource?)
    /// A piece of a file that hikes were imported from.
    case piece(OriginalPiece)
    /// A photo of the hike with an id.
    case photo(ImportedPhoto, hike: Int)
    /// All places.
    case places([NumberedPlace])
}
