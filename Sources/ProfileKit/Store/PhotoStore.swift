public import ProfileModel
public import SealedStore

/// The outcome of adding a photo.
public enum AddedPhoto: Hashable, Sendable {
    /// The photo was added, with this number.
    case added(Int)
    /// The hike has it already, with this number.
    case known(Int)
    /// The hike had it, and it had been removed. It was restored.
    case restored(Int)

    public var number: Int {
        switch self {
        case .added(let number), .known(let number), .restored(let number): number
        }
    }
}

// Photos stay where they are while their hike is removed, and aren't shown then. They are deleted with it.
extension ProfileStore {
    // MARK: Changing

    /// Adds a photo to a hike. The time is that of the camera's clock by its own offset, else the satellites', else by
    /// the offset of the hike's start, or of the zone in which that is shown.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike, `invalidValue` for a name that breaks the
    ///   rules, or a file that is too long.
    @discardableResult
    public func addPhoto(_ photo: ImportedPhoto, toHike id: Int) throws -> AddedPhoto {
        try opened.write { try Self.add(photo, toHike: id, in: &$0) }
    }

    static func add(
        _ imported: ImportedPhoto, toHike id: Int, in transaction: inout RecordTransaction
    ) throws -> AddedPhoto {
        guard let hike = try SealedCollection<StoredHike>().header(id, in: &transaction)?.hike else {
            throw StoreError.noHike(id)
        }
        let photo = Photo(imported, of: hike)
        if let digest = photo.contentDigest {
            if let known = try transaction.number(Photo.self, withContentDigest: digest) { return .known(known) }
            for removed in try transaction.removed(Photo.self) where removed.contentDigest == digest {
                try transaction.restore(Photo.self, removed.number)
                return .restored(removed.number)
            }
        }
        let number = try transaction.add(photo)
        try transaction.attach(imported.file, as: Photo.Attachment.file, to: Photo.self, number)
        try transaction.attach(imported.preview, as: Photo.Attachment.preview, to: Photo.self, number)
        return .added(number)
    }

    /// Removes a photo of a hike. `undoElements` brings it back, until the removed hikes are purged.
    ///
    /// - Throws: ``StoreError`` with `notFound` when the hike has no such photo.
    public func removePhoto(_ number: Int, ofHike id: Int) throws {
        try opened.write { transaction in
            _ = try Self.photo(number, ofHike: id, in: &transaction)
            try transaction.remove(Photo.self, number)
        }
    }

    /// Deletes the photos of hikes that are purged, removed before or not.
    static func purgePhotos(ofHikes ids: Set<Int>, in transaction: inout RecordTransaction) throws {
        var shown: [Int] = []
        try transaction.forEachEntry(of: Photo.self) { number, hike, _ in
            if ids.contains(hike) { shown.append(number) }
            return true
        }
        try transaction.erase(Photo.self, shown)
        let removed = try transaction.removed(Photo.self).filter { ids.contains($0.hike) }
        if !removed.isEmpty { try transaction.purge(Photo.self, removed.map(\.number)) }
    }

    // MARK: Reading

    /// The photos of a hike, by number, as far as they open.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func readablePhotos(ofHike id: Int) throws -> Salvaged<[Numbered<Photo>]> {
        try opened.salvage(stoppingEarly: true) { transaction in
            try Self.requireHike(id, in: &transaction)
            return try transaction.elements(Photo.self, keys: id...id)
        }
    }

    /// The photos of a hike, by number, with where on its track they were taken, as far as they open.
    ///
    /// - Parameter exact: whether photos that were taken near private places are included. Anything that others may see
    ///   leaves them out.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike, `damaged` if a place doesn't open, so that it
    ///   isn't known what is private.
    public func readablePlacedPhotos(ofHike id: Int, exact: Bool = false) throws -> Salvaged<[PlacedPhoto]> {
        try opened.salvage(stoppingEarly: true) { transaction in
            try Self.requireHike(id, in: &transaction)
            let photos = try transaction.elements(Photo.self, keys: id...id)
            guard !photos.isEmpty else { return [] }
            let areas = try areasToCut(exact: exact, in: &transaction)
            let found = try Self.recorded(id, isWhole: true, in: &transaction)
            let whole = found.recording.map { PhotoPlacements(on: $0) }
            let trim = found.header?.trim
            let shown = trim == nil ? whole : found.recording.map { PhotoPlacements(on: $0.trimmed(to: trim)) }
            return photos.filter { !areas.contain($0.model, placedBy: whole) }.map {
                PlacedPhoto($0, placement: shown?.placement(of: $0.model))
            }
        }
    }

    /// The numbers of the removed photos, in any state, which wait until the removed hikes are purged.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var removedPhotoNumbers: [Int] { get throws { try opened.read { try $0.removedNumbers(Photo.self) } } }

    /// The number of photos of a hike.
    ///
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public func photoCount(ofHike id: Int) throws -> Int {
        try opened.read { try $0.sum(Photo.self, keys: id...id).count }
    }

    /// Whether there are photos of hikes, removed ones too.
    ///
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public var hasPhotos: Bool { get throws { try opened.read { try $0.count(Photo.self) > 0 } } }

    /// A photo of a hike.
    ///
    /// - Throws: ``StoreError`` with `notFound` when the hike has no such photo.
    public func photo(_ number: Int, ofHike id: Int) throws -> Photo {
        try opened.read { try Self.photo(number, ofHike: id, in: &$0) }
    }

    /// A photo's file, as it was added.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such photo, `damaged` when it doesn't open.
    public func photoFile(_ number: Int) throws -> [UInt8] { try attachment(Photo.Attachment.file, number) }

    /// A photo's preview, upright: a JPEG file.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such photo, `damaged` when it doesn't open.
    public func photoPreview(_ number: Int) throws -> [UInt8] { try attachment(Photo.Attachment.preview, number) }

    /// The newest photo of a season whose hike isn't removed; `nil` if there is none. No older photo is read.
    ///
    /// - Parameter exact: as for ``readablePlacedPhotos(ofHike:exact:)``.
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public func featuredPhoto(of season: SeasonalPhoto, exact: Bool = false) throws -> Numbered<Photo>? {
        try opened.read { transaction in
            guard try transaction.count(Photo.self) > 0 else { return nil }
            var found: [(key: Int, number: Int, hike: Int)] = []
            try transaction.forEachEntry(of: Photo.self) { number, hike, figures in
                if let key = figures.first ?? nil, let day = StoredHike.day(of: key),
                    Season(of: day).rawValue == season.rawValue
                {
                    found.append((key, number, hike))
                }
                return true
            }
            found.sort { ($0.key, $0.number) > ($1.key, $1.number) }
            let areas = try areasToCut(exact: exact, in: &transaction)
            for photo in found where try SealedCollection<StoredHike>().contains(photo.hike, in: &transaction) {
                guard let model = try transaction.element(Photo.self, photo.number) else { return nil }
                let recorded = areas.isEmpty ? nil : try Self.recorded(photo.hike, isWhole: true, in: &transaction)
                let placements = recorded?.recording.map { PhotoPlacements(on: $0) }
                if !areas.contain(model, placedBy: placements) { return Numbered(number: photo.number, model: model) }
            }
            return nil
        }
    }

    /// Calls a body with each photo of a hike that isn't removed, by number, and its file.
    static func forEachPhoto(
        in transaction: inout RecordTransaction, _ body: (Photo, [UInt8]) throws -> Void
    ) throws {
        let photos = try transaction.elements(Photo.self).sorted { $0.number < $1.number }
        for photo in photos where try SealedCollection<StoredHike>().contains(photo.hike, in: &transaction) {
            guard let file = try transaction.attachment(Photo.Attachment.file, of: Photo.self, photo.number) else {
                continue
            }
            try body(photo.model, file)
        }
    }

    private func attachment(_ name: String, _ number: Int) throws -> [UInt8] {
        try opened.read { transaction in
            guard let bytes = try transaction.attachment(name, of: Photo.self, number) else {
                throw StoreError.noPhoto(number)
            }
            return bytes
        }
    }

    private static func photo(
        _ number: Int, ofHike id: Int, in transaction: inout RecordTransaction
    ) throws -> Photo {
        try requireHike(id, in: &transaction)
        guard let photo = try transaction.element(Photo.self, number), photo.hike == id else {
            throw StoreError.noPhoto(number)
        }
        return photo
    }

    private static func requireHike(_ id: Int, in transaction: inout RecordTransaction) throws {
        guard try SealedCollection<StoredHike>().contains(id, in: &transaction) else { throw StoreError.noHike(id) }
    }
}

extension PrivateAreas {
    /// Whether a photo was taken within an area, by its own position or by where it is placed.
    ///
    /// - Parameter placements: on all of the track: on what is left of it after a cut or a trim, a photo that was taken
    ///   within an area would be placed elsewhere.
    fileprivate func contain(_ photo: Photo, placedBy placements: PhotoPlacements?) -> Bool {
        [photo.position, placements?.placement(of: photo)?.position].contains { $0.map(contains) ?? false }
    }
}

extension StoreError {
    /// There is no photo with this number.
    static func noPhoto(_ number: Int) -> StoreError {
        StoreError(.noRecord(kind: ProfileStore.KindName.photo, number: number))
    }
}
