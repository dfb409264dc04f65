import FoundationEssentials
import ProfileKit
import ProfileSupport
import Testing

/// What the independent reader prints of a store.
struct StoreAsRead: Decodable {
    let format: Int
    let generation: Int
    let schemaVersion: Int
    let failures: Int?
    let seen: Int?
    let revision: Int
    let profile: Fields
    let draft: SavedDraft?
    let card: String?
    /// `nil` for one that a reader ignores.
    let summary: Summary?
    let history: [Commit]
    let changes: [Change]
    /// In Base64, by the hikes' ids and their names.
    let attachments: [String: [String: String]]
    let hikes: [ReadHike]
    let removed: [ReadHike]
    let photos: [ReadPhoto]
    let places: [ReadPlace]
    let removedPlaces: [ReadPlace]
    let ways: [ReadWay]
    let visits: [ReadVisits]

    struct ReadPlace: Decodable {
        let id: Int
        let name: String
        let position: [Double]
        let radius: Double
        let category: String
        let notes: String
        let favourite: Bool
        let featured: Bool
        let `private`: Double?
        let shift: [Double]?
    }

    struct ReadWay: Decodable {
        let hike: Int
        let segments: [Int]
        let latitude: [Double]
        let longitude: [Double]
        let deviation: Double
    }

    struct ReadVisits: Decodable {
        let place: Int
        let hikes: [Visit]

        struct Visit: Decodable, Hashable {
            let hike: Int
            let day: String?
            let counts: Bool
        }
    }

    struct Fields: Decodable, Equatable {
        let username: String
        let prefersNotifications: Bool
        let seasonalPhoto: String
        let goalDate: String
        let goal: String?

        init(_ profile: Profile) {
            (username, prefersNotifications) = (profile.username, profile.prefersNotifications)
            (seasonalPhoto, goalDate) = (profile.seasonalPhoto.rawValue, profile.goalDate.description)
            goal = profile.goal?.description
        }
    }

    struct SavedDraft: Decodable {
        let baseRevision: Int
        let base: Fields
        let profile: Fields
    }

    struct Commit: Decodable {
        let revision: Int
        let before: Fields?
        let after: Fields
    }

    /// A record of the history of hikes.
    struct Change: Decodable {
        let number: Int
        let label: String?
        let undoes: Int?
        let operation: Int?
        let items: [Item]

        struct Item: Decodable, Equatable {
            let kind: String
            let number: Int
            let change: String
            let tags: [Int]?
        }
    }

    struct Summary: Decodable {
        let rules: Int
        let hikes: Int
        let distance: Double
        let ascent: Double?
        let movingTime: Double?
        let recent: [Int]
        let badges: [Badge]

        struct Badge: Decodable {
            let name: String
            let earned: Bool
            let earnedOn: String?
        }
    }
}

/// A photo as the independent reader prints it.
struct ReadPhoto: Decodable {
    let number: Int
    let removed: Bool
    let hike: Int
    let name: String
    let size: Int
    let width: Int
    let height: Int
    /// Seconds since 1970, and seconds east of Greenwich.
    let time: [Double?]?
    let position: [Double]?
    let day: String?
    /// The SHA-256 of each attachment.
    let attachments: [String: String]
}

/// A hike as the independent reader prints it.
struct ReadHike: Decodable {
    let id: Int
    let name: String
    let distance: Double
    let date: String?
    /// Seconds since 1970, and seconds east of Greenwich.
    let startTime: [Double?]?
    let duration: Double?
    let movingTime: Double?
    let movingDistance: Double?
    let ascent: Double?
    let descent: Double?
    let heartRate: [Double]?
    let source: String?
    let activity: String
    let planned: Bool
    let declared: [String]
    let tags: [String]
    let favourite: Bool
    let trim: [Double]?
    /// Seconds east of Greenwich, and 1 for the zone of the longitude.
    let zone: [Int]?
    let notes: String
    let waypoints: [ReadWaypoint]
    let laps: [ReadLap]
    let observations: [Observation]
    let recording: Recording?

    struct ReadWaypoint: Decodable, Equatable {
        let name: String
        let latitude: Double
        let longitude: Double
        let elevation: Double?
        let time: [Double?]?
        let description: String
        let symbol: String

        init(_ waypoint: Waypoint) {
            (name, description, symbol) = (waypoint.name, waypoint.description, waypoint.symbol)
            (latitude, longitude) = (waypoint.position.latitude, waypoint.position.longitude)
            (elevation, time) = (waypoint.position.elevation, waypoint.position.time.map(ReadHike.numbers))
        }
    }

    struct ReadLap: Decodable, Equatable {
        let startTime: [Double?]?
        let distance: Double?
        let duration: Double?
        let ascent: Double?
        let heartRate: Double?
        let name: String

        init(_ lap: Lap) {
            (startTime, name) = (lap.startTime.map(ReadHike.numbers), lap.name)
            (distance, duration, ascent, heartRate) = (lap.distance, lap.duration, lap.ascent, lap.heartRate)
        }
    }

    static func numbers(_ time: Timestamp) -> [Double?] { [time.secondsSince1970, time.utcOffset.map(Double.init)] }

    struct Observation: Decodable, Equatable {
        let distanceFromStart: Double
        let elevation: [Double]?
        let pace: [Double]?
        let heartRate: [Double]?
        let cadence: [Double]?
        let temperature: [Double]?

        init(_ observation: HikeObservation) {
            func pair(_ range: ClosedRange<Double>?) -> [Double]? { range.map { [$0.lowerBound, $0.upperBound] } }
            distanceFromStart = observation.distanceFromStart
            (elevation, pace) = (pair(observation.elevation), pair(observation.pace))
            heartRate = pair(observation.heartRate)
            (cadence, temperature) = (pair(observation.cadence), pair(observation.temperature))
        }
    }

    struct Recording: Decodable, Equatable {
        let declared: [String: Double]
        /// The number of points in each segment.
        let segments: [Int]
        let points: Columns

        struct Columns: Decodable, Equatable {
            let latitude: [Double]
            let longitude: [Double]
            let time: [Double?]
            /// Minutes.
            let offset: [Double?]
            let elevation: [Double?]
            let heartRate: [Double?]
            var cadence: [Double?]?
            var temperature: [Double?]?
            var power: [Double?]?
        }

        init(_ recording: ProfileKit.Recording) {
            let figures = recording.declared
            let named = [
                ("distance", figures.distance), ("ascent", figures.ascent), ("descent", figures.descent),
                ("duration", figures.duration), ("movingTime", figures.movingTime), ("timer", figures.timer),
                ("lowest", figures.heartRate?.min), ("average", figures.heartRate?.average),
                ("highest", figures.heartRate?.max),
            ]
            declared = Dictionary(uniqueKeysWithValues: named.compactMap { name, value in value.map { (name, $0) } })
            segments = recording.segments.map(\.count)
            let points = recording.segments.flatMap(\.self)
            func column(_ channel: Channel) -> [Double?]? {
                recording.channels.contains(channel) ? points.map { $0.channels[channel] } : nil
            }
            self.points = Columns(
                latitude: points.map(\.latitude), longitude: points.map(\.longitude),
                time: points.map { $0.time?.secondsSince1970 },
                offset: points.map { $0.time?.utcOffset.map { Double($0) / 60 } },
                elevation: points.map(\.elevation), heartRate: points.map(\.heartRate),
                cadence: column(.cadence), temperature: column(.temperature), power: column(.power))
        }
    }
}

extension StoreAsRead {
    /// Expects that the library reads the same.
    func expectEqual(to store: ProfileStore) throws {
        let committed = try store.committed
        #expect(revision == committed.revision)
        #expect(profile == Fields(committed.profile))
        let draft = try store.savedDraft
        #expect(self.draft?.profile == draft.map { Fields($0.model) })
        #expect(self.draft?.base == draft.map { Fields($0.base) })
        #expect(self.draft?.baseRevision == draft?.baseRevision)
        #expect(card == (try store.gate.emergencyCard)?.description)
        let history = try store.history()
        #expect(self.history.map(\.revision) == history.map(\.revision))
        #expect(self.history.map(\.after) == history.map { Fields($0.profile) })

        let changes = try store.hikeHistory()
        #expect(self.changes.map { $0.operation ?? $0.number } == changes.map(\.number))
        #expect(self.changes.map(\.label) == changes.map(\.label))
        #expect(self.changes.map(\.undoes) == changes.map(\.undoes))
        for (read, change) in zip(self.changes, changes) {
            #expect(read.items.map(\.kind) == change.items.map(\.kind))
            #expect(read.items.map(\.number) == change.items.map(\.number))
            #expect(read.items.map(\.change) == change.items.map { "\($0.change)" })
            #expect(read.items.map { $0.tags?.count ?? 0 } == change.items.map(\.fields.count))
        }
        for (hike, found) in self.attachments {
            for (name, text) in found {
                let bytes = try store.opened.read {
                    try $0.attachment(name, of: StoredHike.self, Int(hike) ?? 0)
                }
                #expect(text == bytes.map { Data($0).base64EncodedString() })
            }
        }
        // One that was computed by other rules is ignored.
        if let summary, summary.rules == HikeSummary.rulesVersion { try summary.expectEqual(to: store.summary.hikes) }
        let hikes = try store.content.hikes
        #expect(self.hikes.map(\.id) == hikes.map(\.id))
        for (read, hike) in zip(self.hikes, hikes) {
            read.expectEqual(to: hike.header)
            #expect(read.observations == hike.observations.map { ReadHike.Observation($0) })
            #expect(read.notes == hike.notes)
            #expect(read.waypoints == hike.waypoints.map { ReadHike.ReadWaypoint($0) })
            #expect(read.laps == hike.laps.map { ReadHike.ReadLap($0) })
            #expect(
                read.recording == (try store.recording(ofHike: hike.id, exact: true)).map { ReadHike.Recording($0) })
        }
        let removed = try store.removedHikes.sorted { $0.id < $1.id }
        #expect(self.removed.map(\.id) == removed.map(\.id))
        for (read, header) in zip(self.removed, removed) { read.expectEqual(to: header) }
        try expectEqualPlaces(to: store)
    }

    private func expectEqualPlaces(to store: ProfileStore) throws {
        let entries = try store.readablePlaces(exact: true).value
        #expect(places.map(\.id) == entries.map(\.id))
        for (read, entry) in zip(places, entries) {
            let place = try store.place(entry.id)
            #expect(read.name == place.name && read.radius == place.radius && read.category == place.category)
            #expect(read.position == [place.position.latitude, place.position.longitude])
            #expect(read.notes == place.notes && read.favourite == place.isFavourite)
            #expect(read.featured == place.isFeatured && read.private == place.privateRadius)
            #expect(read.shift == place.privateShift.map { [$0.east, $0.north] })
            let visits = self.visits.first { $0.place == entry.id }?.hikes ?? []
            let expected = try store.visits(ofPlace: entry.id).map { visit in
                let isCounted = try store.hike(visit.hike).header.isCounted
                return ReadVisits.Visit(hike: visit.hike, day: visit.day?.description, counts: isCounted)
            }
            #expect(Set(visits) == Set(expected) && visits.count == expected.count)
        }
        // Others are computed when the store is opened.
        guard schemaVersion > 0 else { return }
        let tracks = try store.readableTracks(exact: true) { _ in true }.value
        #expect(ways.map(\.hike) == tracks.map(\.hike.id))
        for (read, track) in zip(ways, tracks) {
            #expect(read.segments == track.track.segments.map(\.count))
            #expect(read.latitude == track.track.segments.joined().map(\.latitude))
            #expect(read.longitude == track.track.segments.joined().map(\.longitude))
        }
    }
}

extension StoreAsRead.Summary {
    /// Expects that the library reads the same.
    func expectEqual(to summary: HikeSummary) {
        #expect(hikes == summary.totals.hikes)
        #expect(distance == summary.totals.distance)
        #expect(ascent == summary.totals.ascent)
        #expect(movingTime == summary.totals.movingTime)
        #expect(recent == summary.recent.map(\.id))
        #expect(badges.map(\.name) == summary.badges.map(\.badge.name))
        #expect(badges.map(\.earnedOn) == summary.badges.map { $0.earnedOn?.description })
    }
}

extension ReadHike {
    /// Expects that the library reads the same.
    func expectEqual(to header: HikeHeader) {
        #expect(name == header.name)
        #expect(distance == header.distance)
        #expect(date == header.date?.description)
        #expect(startTime?[0] == header.startTime?.secondsSince1970)
        #expect(startTime?[1] == header.startTime?.utcOffset.map(Double.init))
        #expect([duration, movingTime] == [header.duration, header.movingTime])
        #expect(movingDistance == header.movingDistance)
        #expect([ascent, descent] == [header.ascent, header.descent])
        #expect(heartRate == header.heartRate.map { [$0.min, $0.average, $0.max] })
        #expect(source == header.source)
        #expect(activity == header.activity.rawValue)
        #expect(planned == header.isPlanned)
        #expect(Set(declared) == Set(header.declared.map(\.rawValue)))
        #expect(Set(tags) == header.tags && favourite == header.isFavourite)
        #expect(trim == header.trim.map { [$0.lowerBound, $0.upperBound] })
        #expect(zone == header.zone.map { [$0.utcOffset, $0.isOfLongitude ? 1 : 0] })
    }
}
