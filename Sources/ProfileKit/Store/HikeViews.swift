public import ProfileModel
public import SealedStore

// Views of many hikes at once. They read one part of each, on two threads, or the directory alone.

extension ProfileStore {
    /// The hikes by id, and the elevations of their highest points in metres, as far as they open.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var readableHighestPoints: Salvaged<(hikes: [HikeHeader], highestPoints: [Int: Double])> {
        get throws { try opened.salvage { try Self.highestPoints(in: &$0) { _ in true } } }
    }

    private static func highestPoints(
        in transaction: inout RecordTransaction, of isWanted: @escaping @Sendable (HikeHeader) -> Bool
    ) throws -> (hikes: [HikeHeader], highestPoints: [Int: Double]) {
        var hikes: [HikeHeader] = []
        var points: [Int: Double] = [:]
        try SealedCollection<StoredHike>().forEachPart(StoredHike.Part.observations.rawValue, in: &transaction) {
            isWanted($0.hike)
        } decoding: { bytes in
            try TrackRecord(decoding: bytes).observations.lazy.compactMap { $0.elevation?.upperBound }.max()
        } _: { id, header, highest in
            hikes.append(header.hike)
            points[id] = highest ?? nil
        }
        return (hikes, points)
    }

    /// The hikes of a year by day, week and month. They are computed from the directory alone: no hike is read.
    ///
    /// - Parameter year: from 1 to 9999.
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func hikeCalendar(of year: Int) throws -> HikeCalendar {
        try opened.read { try Self.calendar(of: year, in: &$0) }
    }

    private static func calendar(of year: Int, in transaction: inout RecordTransaction) throws -> HikeCalendar {
        try HikeCalendar(year: year) { try groups(by: $0, within: HikeCalendar.days(of: year), in: &transaction) }
    }

    /// A year in review, as far as the hikes open.
    ///
    /// - Parameter year: from 1 to 9999.
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func readableReview(of year: Int) throws -> Salvaged<YearReview> {
        try opened.salvage { transaction in
            let days = HikeCalendar.days(of: year)
            let before =
                year > 1
                ? try Self.groups(by: nil, within: HikeCalendar.days(of: year - 1), in: &transaction).first?.totals
                : nil
            let (hikes, points) = try Self.highestPoints(in: &transaction) { $0.date.map(days.contains) ?? false }
            return YearReview(
                try Self.calendar(of: year, in: &transaction), before: before ?? HikeTotals(),
                seasons: try Self.groups(by: .season, within: days, in: &transaction), hikes: hikes,
                highestPoints: points, badges: try HikeLedger().summary(in: &transaction)?.badges)
        }
    }

    /// The hikes with recorded ways by id, as far as they open.
    ///
    /// - Parameter isWanted: whether a hike is wanted; called on two threads.
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func readableTracks(
        where isWanted: @escaping @Sendable (HikeHeader) -> Bool
    ) throws -> Salvaged<[HikeTrack]> {
        try opened.salvage { transaction in
            var tracks: [HikeTrack] = []
            try SealedCollection<StoredHike>().forEachPart(StoredHike.Part.recording.rawValue, in: &transaction) {
                isWanted($0.hike)
            } decoding: {
                try PackedRecording(bytes: $0).simplified
            } _: { _, header, track in
                if let track, !track.isEmpty { tracks.append(HikeTrack(hike: header.hike, track: track)) }
            }
            return tracks
        }
    }
}
