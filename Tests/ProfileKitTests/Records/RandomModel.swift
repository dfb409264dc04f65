import ProfileModel
import SeededRandom

@testable import ProfileKit

/// Random values of the model, extremes among them.
extension SeededSource {
    mutating func flag() -> Bool { Bool.random(using: &self) }

    mutating func maybe<Value>(_ value: (inout SeededSource) -> Value) -> Value? { flag() ? value(&self) : nil }

    mutating func list<Value>(upTo limit: Int, _ value: (inout SeededSource) -> Value) -> [Value] {
        (0..<Int.random(in: 0...limit, using: &self)).map { _ in value(&self) }
    }

    mutating func integer() -> Int {
        let magnitude = Int(bitPattern: UInt(next())) >> Int.random(in: 0..<64, using: &self)
        return [magnitude, .min, .max, 0, -1].randomElement(using: &self) ?? magnitude
    }

    mutating func double() -> Double {
        let any = Double(bitPattern: next())
        let common = Double.random(in: -1e6...1e6, using: &self)
        let choices = [
            any.isFinite ? any : 0, common, -0.0, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, .ulpOfOne,
        ]
        return choices.randomElement(using: &self) ?? common
    }

    mutating func text() -> String {
        let pieces = ["a", "Z", "é", "e\u{301}", "🥾", "👩‍👩‍👧‍👦", "\0", "\n", "漢", "\u{202E}", " ", "\u{10FFFF}"]
        return list(upTo: 20) { pieces.randomElement(using: &$0) ?? "" }.joined()
    }

    mutating func day() -> Day {
        let year = Int.random(in: 1...9999, using: &self)
        return Day(year: year, month: Int.random(in: 1...12, using: &self), day: Int.random(in: 1...28, using: &self))
    }

    mutating func profile() -> Profile {
        Profile(
            username: text(), prefersNotifications: flag(),
            seasonalPhoto: Season.allCases.randomElement(using: &self) ?? .winter, goalDate: day())
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

    mutating func digestBytes() -> [UInt8] { list(upTo: 40) { UInt8.random(in: .min ... .max, using: &$0) } }

    mutating func range() -> ClosedRange<Double> {
        let (one, other) = (double(), double())
        return min(one, other)...max(one, other)
    }

    mutating func observation() -> HikeObservation {
        HikeObservation(
            distanceFromStart: double(), elevation: maybe { $0.range() }, pace: maybe { $0.range() },
            heartRate: maybe { $0.range() })
    }

    mutating func digest() -> HikeDigest {
        let totals = HikeTotals(
            hikes: integer(), distance: double(), ascent: maybe { $0.double() }, movingTime: maybe { $0.double() })
        let badges = Badge.all.map { badge in
            BadgeStatus(badge: badge, isEarned: flag(), earnedOn: maybe { $0.day() }, progress: double())
        }
        return HikeDigest(totals: totals, recent: list(upTo: 5) { $0.header() }, badges: badges)
    }

    mutating func draft() -> ProfileDraft {
        Draft(base: profile(), baseRevision: integer(), profile: profile(), save: integer(), savedAt: integer())
    }

    mutating func history() -> HistoryRecord {
        HistoryRecord(at: integer(), before: maybe { $0.profile() }, after: profile())
    }
}
