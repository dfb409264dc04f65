internal import ProfileKit
internal import ProfileRendering

/// What the archive's page shows, read from a store.
final class ArchiveReading {
    private let store: ProfileStore
    private let page: ArchivePage
    /// Whether private places are shown.
    private let isExact: Bool
    private var readings: [Salvaged<Bool?>]
    private var photoBytes = 0

    /// - Parameter refuse: throws the error for a profile or a summary that doesn't open.
    init(
        of store: ProfileStore, _ filter: HikeFilter, exact: Bool, today: Day, units: Units,
        refusing refuse: (Salvaged<SummaryParts>) throws -> Void
    ) throws {
        isExact = exact
        let summary = try store.readableSummary
        guard let profile = summary.value.committed?.profile, let badges = summary.value.hikes?.badges else {
            try refuse(summary)
            throw StoreError(.noDraft)
        }
        let selection = try store.readableSelection(of: filter)
        let hikes = try store.readableHikes(where: selection.value) { SmallGraph($0) }
        let tracks = try store.readableTracks(exact: exact) { [isWanted = selection.value] in
            !$0.isPlanned && isWanted($0)
        }
        let cut = try store.readableCutHikes { [isWanted = selection.value] in
            !exact && isWanted($0)
        } digesting: {
            SmallGraph($0)
        }
        let places = try store.readablePlaces(exact: exact)
        let visits = try store.readableHikesByPlace()
        self.store = store
        page = ArchivePage(
            profile: profile, goal: summary.value.goal, badges: badges,
            entries: hikes.value.map { found in
                cut.value[found.hike.id].map { ArchivePage.Entry($0.hike, elevations: $0.digest) }
                    ?? ArchivePage.Entry(found.hike, elevations: found.digest ?? nil)
            },
            tracks: tracks.value.map(\.track),
            places: places.value.map { NumberedPlace(id: $0.id, place: $0.place) }, hikesByPlace: visits.value,
            today: today, units: units, isSelection: filter.isFilter, showsPhotos: try store.hasPhotos)
        readings = [
            selection.map { _ in nil }, summary.map { _ in nil }, hikes.map { _ in nil }, tracks.map { _ in nil },
            cut.map { _ in nil }, places.map { _ in nil }, visits.map { _ in nil },
        ]
    }

    /// The parts that don't open.
    var damaged: Salvaged<[Bool]> { Salvaged(each: readings) }

    func write(to put: (String) throws -> Void) throws {
        try page.write(to: put) { id in
            try Interruption.throwIfInterrupted()
            do {
                return try content(id)
            } catch let error as StoreError where error.code == .notFound {
                // It was removed after the list was read.
                return nil
            }
        }
    }

    private func content(_ id: Int) throws -> ArchivePage.Content? {
        let found = try store.readableContent(ofHike: id, exact: isExact)
        readings.append(found.map { _ in nil })
        guard let hike = found.value.hike, try found.damaged.isEmpty || store.readableHike(id).value.whole != nil else {
            return nil
        }
        var content = ArchivePage.Content(hike, recording: found.value.recording?.trimmed(to: hike.trim))
        content.cutEnds = found.value.cutEnds
        if page.showsPhotos { try addPhotos(to: &content) }
        return content
    }

    /// Adds the hike's photos until the page has as many bytes of photos as it may, and counts the rest.
    private func addPhotos(to content: inout ArchivePage.Content) throws {
        let photos = try store.readablePlacedPhotos(ofHike: content.hike.id, exact: isExact)
        readings.append(photos.map { _ in nil })
        for photo in photos.value {
            guard photoBytes < ArchivePage.mostPhotoBytes else {
                content.omittedPhotos += 1
                continue
            }
            do {
                let preview = try store.photoPreview(photo.number)
                guard let picture = PhotoPicture(of: photo.photo, preview: preview).reduced else { continue }
                photoBytes += picture.size
                content.photos.append(ArchivePage.EmbeddedPhoto(photo, picture: picture))
            } catch let error as StoreError where error.code == .damaged {
                readings.append(Salvaged(value: nil, damaged: error.damagedParts))
            }
        }
    }
}
