internal import Sealing

/// A record whose bytes are malformed.
public struct MalformedRecord: Error, Hashable {
    public init() {}
}

extension Error {
    /// Whether this error says that what was read isn't what was written, rather than that it couldn't be read.
    package var indicatesDamage: Bool {
        switch self as any Error {
        case SealingError.authenticationFailed, SealingError.malformed, is MalformedRecord: true
        case let error as StoreError: error.code == .damaged
        case let error as EngineError: error.code == .damaged
        default: false
        }
    }
}

/// Runs a body that reads; returns `nil` if there is nothing or if it finds damage. Other errors, such as disk errors,
/// are rethrown.
package func whatOpens<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
        return try body()
    } catch  where error.indicatesDamage {
        return nil
    }
}
