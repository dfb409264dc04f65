import ProfileKit

/// What the independent reader prints of a store.
struct StoreAsRead: Decodable {
    let format: Int
    let generation: Int
    let failures: Int?
    let seen: Int?
    let revision: Int
    let profile: Fields
    let draft: SavedDraft?
    let card: String?
    let summary: Summary
    let history: [Commit]
    let hikes: [ReadHike]
    let removed: [ReadHike]

    struct Fields: Decodable, Equatable {
        let username: String
        let prefersNotifications: Bool
        let seasonalPhoto: String
        let goalDate: String

        init(_ profile: Profile) {
            (username, prefersNotifications) = (profile.username, profile.prefersNotifications)
            (seasonalPhoto, goalDate) = (profile.seasonalPhoto.rawValue, profile.goalDate.description)
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

    struct Summary: Decodable {
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
    let observations: [Observation]
    let recording: Recording?

    struct Observation: Decodable, Equatable {
        let distanceFromStart: Double
        let elevation: [Double]?
        let pace: [Double]?
        let heartRate: [Double]?

        init(_ observation: HikeObservation) {
            func pair(_ range: ClosedRange<Double>?) -> [Double]? { range.map { [$0.lowerBound, $0.upperBound] } }
            distanceFromStart = observation.distanceFromStart
            (elevation, pace) = (pair(observation.elevation), pair(observation.pace))
            heartRate = pair(observation.heartRate)
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
            self.points = Columns(
                latitude: points.map(\.latitude), longitude: points.map(\.longitude),
                time: points.map { $0.time?.secondsSince1970 },
                offset: points.map { $0.time?.utcOffset.map { Double($0) / 60 } },
                elevation: points.map(\.elevation), heartRate: points.map(\.heartRate))
        }
    }
}
