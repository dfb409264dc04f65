internal import SQLiteKit
internal import SealedStore
internal import Sealing
internal import SystemKit

/// Runs a body and turns the errors of the layers below into ``ProfileError``.
func translatingErrors<Result: ~Copyable>(at path: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw ProfileError.translated(error, at: path)
    }
}

extension ProfileError {
    static func translated(_ error: any Error, at path: String) -> any Error {
        switch error {
        case let error as SQLiteError: translated(error, at: path)
        case let error as SystemError where error.alreadyExists: fileExists(error.path)
        case let error as SystemError:
            ProfileError(.io, "\(error)", hint: "Check the permissions and the space on the disk.", cause: error)
        case let error as UnsafeFile:
            ProfileError(
                .io, "\(error)", hint: "Only plain files and folders of your own are used. Move it away.", cause: error)
        case let error as MovedStore: moved(error)
        case is NestedWriting:
            ProfileError(
                .misuse, "\(path) was asked for a change from within the body of another change of it",
                hint: "Use what the body is given, and begin the next change after it.")
        case let error as InvalidValue: ProfileError(invalid: [error])
        case let error as EngineError:
            if let cause = error.cause as? SQLiteError {
                translated(cause, at: path)
            } else {
                ProfileError(.failure, "\(path): \(error.detail)", hint: "Try again.", cause: error)
            }
        case let error as StoreError: translated(error, at: path)
        case let error as FieldProblem: ProfileError([error])
        case SealingError.outOfMemory: outOfMemory
        case is SealingError, is MalformedRecord: ProfileError.damaged(path, "a record does not open", cause: error)
        default: error
        }
    }

    static func translated(_ error: StoreError, at path: String) -> ProfileError {
        switch error.reason {
        case .damagedParts(let parts):
            damaged(
                path, "what is stored of \(parts.map(\.description).joined(separator: ", ")) does not open",
                hint: "Nothing was changed. Restore a backup of it, or make it whole with: profile repair",
                cause: error)
        case .engine(_, let detail):
            ProfileError(.failure, "\(path): \(detail)", hint: "Nothing was changed.", cause: error)
        case .invalid(let problems): ProfileError(problems)
        case .noRecord(let kind, let number):
            ProfileError(.notFound, "there is no \(kind) \(number)", hint: "See them with: profile \(kind) list")
        case .noRevision(let revision, let oldest):
            ProfileError(
                .notFound,
                revision >= 1 && revision < oldest
                    ? "revision \(revision) is not kept any more: the history begins with revision \(oldest)"
                    : "there is no revision \(revision)",
                hint: "See them with: profile history")
        case .nothingToUndo:
            ProfileError(.notFound, "there is nothing to undo", hint: "The profile is as it was when it was made.")
        case .noDraft: ProfileStore.noDraft
        case .conflict(let fields, let revision):
            ProfileError(
                .conflict, "the draft and revision \(revision) both changed: \(fields.joined(separator: ", "))",
                hint: "Decide for one side: profile commit --take mine, or --take theirs")
        case .draftMovedOn:
            ProfileError(
                .conflict, "the draft was saved, committed or discarded elsewhere since it was read",
                hint: "Read it again and repeat the change.")
        case .foreignDraft:
            ProfileError(
                .misuse, "the draft belongs to another store or account",
                hint: "Save and commit it where it was read, or read the draft of this one.")
        case .recordExists(let kind, let number):
            ProfileError(
                .invalidValue, "\(kind) \(number) is there already, with other content",
                hint: "Nothing of the file was stored. Replace such hikes with --replace.")
        case .noNumberLeft(let kind):
            ProfileError(.invalidValue, "there is no number left for a \(kind)", hint: "Nothing was stored.")
        case .noStore: ProfileError(.noStore, "there is no store at \(path)", hint: "Make one with: profile init")
        case .noAccount(let account): Gate.noAccount(account)
        case .locked: ProfileStore.locked
        case .usedFromWithin:
            ProfileError(
                .misuse, "the store was asked for something from within one of its own bodies",
                hint: "Use what the body is given, and call the store before or after it.")
        }
    }

    private static func translated(_ error: SQLiteError, at path: String) -> ProfileError {
        if error.outcomeIsUnknown {
            return ProfileError(
                .failure, "\(path): the commit failed, and whether it counts is not known: \(error.message)",
                hint: "Look with: profile history", cause: error)
        }
        if error.isBusy {
            return ProfileError(
                .busy, "\(path) was held by another process for too long", hint: "Try again.", cause: error)
        }
        if error.isFull {
            return ProfileError(
                .io, "\(path): the disk is full", hint: "Nothing was changed. Make room and try again.", cause: error)
        }
        if error.isReadOnly || error.cannotOpen {
            return ProfileError(
                .io, "\(path) cannot be written: \(error.message)",
                hint: "The store and its folder must be writable, even for reading.", cause: error)
        }
        if error.isDamage { return damaged(path, error.message, cause: error) }
        if error.isOutOfMemory {
            return ProfileError(
                .failure, "there is not enough memory for \(path)",
                hint: "Nothing was changed. Close other programs and try again.", cause: error)
        }
        if error.isIO { return ProfileError(.io, "\(path): \(error.message)", hint: "Check the disk.", cause: error) }
        return ProfileError(
            .failure, "\(path): a statement of this program's was refused: \(error.message)",
            hint: "Nothing was changed. This is a mistake in the program: please report it.", cause: error)
    }

    /// The system refused the memory that a key needs, which says nothing of the store or of a secret.
    public static var outOfMemory: ProfileError {
        ProfileError(
            .failure, "there is not enough memory", hint: "Nothing was changed. Close other programs and try again.",
            cause: SealingError.outOfMemory)
    }

    /// Something stands where a new file is to be made.
    public static func fileExists(_ path: String) -> ProfileError {
        ProfileError(
            .exists, "\(path) is there already", hint: "It was left as it is. Name another file, or move it away.")
    }

    /// A store that lags behind what was seen of it here.
    static func older(_ path: String, hint: String) -> ProfileError {
        ProfileError(
            .damaged, "\(path) is older than the last one seen here: an older file was put back", hint: hint)
    }

    static func notAStore(_ path: String) -> ProfileError {
        ProfileError(
            .damaged, "\(path) is not a profile store",
            hint: "It was left as it is. Name the store's file, or restore a backup of it.")
    }

    static func foreignTables(_ path: String) -> ProfileError {
        damaged(path, "its tables are not those of a profile store")
    }

    static func damaged(
        _ path: String, _ what: String, hint: String = "Nothing was changed. Restore a backup of it.",
        cause: (any Error)? = nil
    ) -> ProfileError {
        ProfileError(.damaged, "\(path) is damaged: \(what)", hint: hint, cause: cause)
    }
}
