internal import ProfileKit

/// Everything that the home and the profile show; of a damaged store, the parts that open.
struct Content: Hashable, Sendable {
    let summary: SummaryParts
    let index: HikeIndex
    var today: Day
    /// The parts that don't open.
    var damaged: [DamagedPart] = []
}

extension Content {
    /// The number of newest hikes to read at first. The older ones follow.
    private static let firstHikes = 1000

    init(of store: ProfileStore) throws {
        let newest = try store.readableNewestHikes(limit: Self.firstHikes + 1)
        self.init(
            try store.readableSummary, newest, isPartial: newest.value.count > Self.firstHikes, today: store.today)
    }

    init(
        _ summary: Readable<SummaryParts>, _ hikes: Readable<[HikeHeader]>, isPartial: Bool = false, today: Day
    ) {
        self.init(
            summary: summary.value, index: HikeIndex(hikes.value, isPartial: isPartial), today: today,
            damaged: summary.damaged + hikes.damaged.filter { !summary.damaged.contains($0) })
    }
}
