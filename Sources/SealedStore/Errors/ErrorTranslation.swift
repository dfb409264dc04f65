internal import Sealing
internal import SystemKit

/// Runs a body and translates the errors of lower layers into ``StoreError``, with the store's name.
package func translatingErrors<Result: ~Copyable>(at store: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw StoreError.translated(error, at: store)
    }
}

extension StoreError {
    static func translated(_ error: any Error, at store: String) -> any Error {
        switch error {
        case var error as StoreError:
            error.store = error.store ?? store
            return error
        case let error as EngineError:
            return StoreError(error.reason, at: store, cause: error.cause ?? error)
        case let error as SystemError where error.alreadyExists:
            return StoreError(.fileExists(path: error.path), at: store)
        case let error as SystemError:
            return StoreError(.system(error), at: store, cause: error)
        case let error as UnsafeFile:
            return StoreError(.unsafeFile(error), at: store)
        case let error as FieldProblem: return StoreError(.invalid([error]), at: store)
        case SealingError.outOfMemory:
            return StoreError(.outOfMemory(checking: nil), at: store, cause: error)
        case is SealingError, is MalformedRecord: return StoreError(.damaged(.record), at: store, cause: error)
        default: return error
        }
    }

    /// Whether this error says something about the store or what belongs to it, rather than why it couldn't be
    /// examined.
    package var concernsStore: Bool { ![.io, .busy, .locked, .failure].contains(code) }
}

extension StoreError.Reason {
    /// Creates the reason for a refused operation.
    init(refusal error: any Error) {
        self = (StoreError.translated(error, at: "") as? StoreError)?.reason ?? .other(detail: "\(error)")
    }
}

extension EngineError {
    fileprivate var reason: StoreError.Reason {
        switch code {
        case .moved: .moved(followsCommit: isCommitFailure)
        case .damaged: .damaged(.engine(detail: detail))
        case .nested: .reentrantUse
        default: .engine(code, detail: detail, isCommitFailure: isCommitFailure)
        }
    }
}
