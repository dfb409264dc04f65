internal import ProfileKit
internal import ProfileRendering

/// Everything that the home and the profile show; of a damaged store, the parts that open.
struct Content: Hashable, Sendable {
    let summary: SummaryParts
    let index: HikeIndex
    var today: Day
    /// The parts that don't open.
    var damaged: [DamagedPart] = []
    /// A number that changes whenever the hikes must be drawn anew, even if ``index`` is equal: when ``StoreView`` has
    /// read them again since they changed, and when a toast's action has undone a change, which ``App`` adds. It is the
    /// same in content that repeats the last reading, and while the store is damaged.
    var hikeReadings = 0
    /// The places with their visits, private ones too.
    var places: [PlaceEntry] = []
    /// The newest photo of the profile's season; `nil` if there is none.
    var photo: Numbered<Photo>?
}

extension Content {
    /// The number of newest hikes to read at first. The older ones follow.
    private static let firstHikes = 1000

    init(of store: ProfileStore) throws {
        let newest = try store.readableNewestHikes(limit: Self.firstHikes + 1)
        try self.init(
            try store.readableSummary, newest, isPartial: newest.value.count > Self.firstHikes, of: store)
    }

    /// - Parameter store: the store from which the places and the photo are read.
    init(
        _ summary: Salvaged<SummaryParts>, _ hikes: Salvaged<[HikeHeader]>, isPartial: Bool = false,
        of store: ProfileStore
    ) throws {
        let places = try store.readablePlaces(exact: true)
        self.init(
            summary: summary.value, index: HikeIndex(hikes.value, isPartial: isPartial), today: store.today,
            damaged: (hikes.damaged + places.damaged).reduce(into: summary.damaged) { all, part in
                if !all.contains(part) { all.append(part) }
            }, places: places.value, photo: try Self.photo(for: summary.value, in: store))
    }

    /// The content with another summary, while hikes and places are the same.
    func showing(_ summary: SummaryParts, of store: ProfileStore) throws -> Content {
        Content(
            summary: summary, index: index, today: store.today, places: places,
            photo: try Self.photo(for: summary, in: store))
    }

    /// The featured photo of the profile's season; `nil` if it doesn't open, since the home is worth showing without it.
    private static func photo(for summary: SummaryParts, in store: ProfileStore) throws -> Numbered<Photo>? {
        guard let season = summary.committed?.profile.seasonalPhoto else { return nil }
        do {
            return try store.featuredPhoto(of: season, exact: true)
        } catch let error as StoreError where error.code == .damaged {
            return nil
        }
    }
}
