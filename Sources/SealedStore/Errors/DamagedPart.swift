internal import Sealing

/// A part of an account's data that doesn't open, or isn't what was written last.
public enum DamagedPart: Hashable, Sendable {
    /// The list of all records. Without it nobody can tell whether the rest is complete and up to date.
    case manifest
    /// A record: of a singleton its kind alone, of a log or a collection with its number.
    case record(kind: String, number: Int?)
    /// One box of a record whose first box opens, by the name of the part.
    case part(String, number: Int)
    /// The directory of a collection, or all of its records.
    case collection(String)
}

extension Error {
    /// Whether it says that what was read isn't what was written, rather than that it could not be looked at.
    package var isOfDamage: Bool {
        switch self as any Error {
        case SealingError.authenticationFailed, SealingError.malformed, is MalformedRecord: true
        case let error as StoreError: error.code == .damaged
        case let error as EngineError: error.code == .damaged
        default: false
        }
    }
}
