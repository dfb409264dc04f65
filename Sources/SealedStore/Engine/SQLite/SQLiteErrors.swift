package import SQLiteKit

// What SQLite reports, as the engine's errors.
extension EngineError {
    /// Whether writing a file failed.
    var isWriteFailure: Bool { code == .full || (cause as? SQLiteError)?.isWriteFailure == true }

    package init(_ error: SQLiteError, isCommitFailure: Bool = false) {
        let code: Code =
            if error.outcomeIsUnknown {
                .outcomeUnknown
            } else if error.isBusy {
                .busy
            } else if error.isFull {
                .full
            } else if error.isReadOnly {
                .readOnly
            } else if error.cannotOpen {
                .cannotOpen
            } else if error.isDamage {
                .damaged
            } else if error.isOutOfMemory {
                .outOfMemory
            } else if error.isIO {
                .io
            } else {
                .misuse
            }
        self.init(code, error.message, isCommitFailure: isCommitFailure, cause: error)
    }

    /// Runs a body and translates SQLite's errors into ``EngineError``.
    static func translating<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw EngineError(error)
        } catch is NestedWriting {
            throw EngineError.nested
        }
    }
}
