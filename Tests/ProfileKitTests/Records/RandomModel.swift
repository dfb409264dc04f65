import ProfileModel
import TestSupport

@testable import ProfileKit
@testable import SealedStore

/// Random values of the model and of its records, including extremes.
extension SeededSource {
    mutating func day() -> Day {
        let year = Int.random(in: 1...9999, using: &self)
        return Day(year: year, month: Int.random(in: 1...12, using: &self), day: Int.random(in: 1...28, using: &self))
    }

    mutating func profile() -> Profile {
        Profile(
            username: text(), prefersNotifications: flag(),
            seasonalPhoto: SeasonalPhoto.allCases.randomElement(using: &self) ?? .winter, goalDate: day())
    }

    mutating func timestamp() -> Timestamp? {
        Timestamp(
            secondsSince1970: Double.random(in: -62_135_500_000...253_402_200_000, using: &self),
            utcOffset: maybe { Int.random(in: -1439...1439, using: &$0) * 60 })
    }

    mutating func header() -> HikeHeader {
        HikeHeader(
            id: integer(), name: text(), distance: double(), difficulty: integer(), date: maybe { $0.day() },
            startTime: timestamp(), duration: maybe { $0.double() }, movingTime: maybe { $0.double() },
            ascent: maybe { $0.double() }, descent: maybe { $0.double() },
            heartRate: maybe { HeartRate(min: $0.double(), average: $0.double(), max: $0.double()) },
            source: maybe { $0.text() })
    }

    mutating func digestBytes() -> [UInt8] { bytes(upTo: 40) }

    mutating func range() -> ClosedRange<Double> {
        let (one, other) = (double(), double())
        return min(one, other)...max(one, other)
    }

    mutating func observation() -> HikeObservation {
        HikeObservation(
            distanceFromStart: double(), elevation: maybe { $0.range() }, pace: maybe { $0.range() },
            heartRate: maybe { $0.range() })
    }

    mutating func digest() -> HikeSummary {
        let totals = HikeTotals(
            hikes: integer(), distance: double(), ascent: maybe { $0.double() }, movingTime: maybe { $0.double() })
        let badges = Badge.all.map { badge in
            BadgeStatus(badge: badge, isEarned: flag(), earnedOn: maybe { $0.day() }, progress: double())
        }
        return HikeSummary(totals: totals, recent: list(upTo: 5) { $0.header() }, badges: badges)
    }

    mutating func tagged() -> Tagged<Profile> {
        var value = Tagged(profile())
        // Values of fields that a later program may have.
        for tag in list(upTo: 2, { 100 + Int.random(in: 0...9, using: &$0) }) { value.unknown[tag] = digestBytes() }
        return value
    }

    mutating func draft() -> DraftRecord<Profile> {
        DraftRecord(
            baseRevision: integer(), savedAt: WallTime(secondsSince1970: integer()), base: tagged(), edited: tagged())
    }

    mutating func commit() -> CommitRecord<Profile> {
        CommitRecord(at: WallTime(secondsSince1970: integer()), before: maybe { $0.tagged() }, after: tagged())
    }
}
