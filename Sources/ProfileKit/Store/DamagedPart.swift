internal import SQLiteKit
internal import Sealing

/// A part of an account's data that doesn't open, or isn't what was written last.
public enum DamagedPart: Hashable, Sendable, CustomStringConvertible {
    /// The list of what there must be. Without it nobody can tell whether the rest is all there, and the newest.
    case manifest
    case profile
    case draft
    /// The totals, recent hikes and badges.
    case summary
    case emergencyCard
    /// A commit that is in the history, by its revision.
    case revision(Int)
    /// A hike by its id.
    case hike(Int)
    /// The observations of a hike by its id, whose figures open.
    case observations(Int)
    /// All hikes, or all but those that were found.
    case hikes

    /// What it is called in a sentence, without any value of it.
    public var description: String {
        switch self {
        case .manifest: "the list of records"
        case .profile: "the profile"
        case .draft: "the draft"
        case .summary: "the summary of hikes"
        case .emergencyCard: "the emergency card"
        case .revision(let revision): "revision \(revision)"
        case .hike(let id): "hike \(id)"
        case .observations(let id): "the observations of hike \(id)"
        case .hikes: "the hikes"
        }
    }
}

/// Parts that are damaged, where all must be whole.
struct DamagedParts: Error {
    let parts: [DamagedPart]
}

/// What opens of a store that may be damaged, and the parts of it that don't.
public struct Readable<Value: Sendable>: Sendable {
    public let value: Value
    /// Empty when all that was looked at is whole.
    public let damaged: [DamagedPart]
}

extension Readable: Equatable where Value: Equatable {}

extension Readable {
    /// Something of the value, with the same parts damaged.
    package func map<Other>(_ body: (Value) -> Other) -> Readable<Other> {
        Readable<Other>(value: body(value), damaged: damaged)
    }

    /// All that opens of several readings.
    package init<Element>(each readings: [Readable<Element?>]) where Value == [Element] {
        value = readings.compactMap(\.value)
        damaged = readings.flatMap(\.damaged).reduce(into: []) { parts, part in
            if !parts.contains(part) { parts.append(part) }
        }
    }
}

/// What a body reads; `nil` when it comes upon something damaged. Other errors, such as the disk's, are passed on.
func whatOpens<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch let error as SQLiteError where error.isDamage {
        return nil
    } catch SealingError.authenticationFailed, SealingError.malformed {
        return nil
    } catch is MalformedRecord {
        return nil
    }
}
