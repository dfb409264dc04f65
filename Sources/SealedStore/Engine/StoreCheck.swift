internal import Sealing
public import SystemKit

/// One check of a store, with its result.
public struct StoreCheck: Hashable, Sendable {
    /// Identifies the check; the same in every version.
    public let name: String
    /// The other account whose rows were checked, by the id that they have, which need not be a valid one; `nil` for
    /// the checks of the store and of the open account.
    public let otherAccount: String?
    /// What is wrong; `nil` if the check passed. It contains no values of the data.
    public let problem: CheckFinding?
    /// What the check couldn't cover, or found and accepts; `nil` if there is nothing to note.
    public let note: Note?

    /// Whether the check passed.
    public var isOK: Bool { problem == nil }

    /// Whether records that didn't open were set aside, so that they may be lost. A repair lists them, and brings back
    /// the parts that open by then.
    public var notesLoss: Bool { if case .recordsAside = note { true } else { false } }

    /// The limits of a check, and findings that aren't problems.
    public enum Note: Hashable, Sendable {
        /// Only the form of the account's rows was checked; opening its records requires its own secrets.
        case byFormAlone
        /// Records that don't open have been set aside.
        case recordsAside(Int)
        /// There are records of these kinds, which the schema lacks: a later version of the program wrote them, or the
        /// schema no longer lists them. They were only counted.
        case recordsOfOtherKinds([String])
        /// So many records decrypt and are current, but this version can't decode them. A later version of it may have
        /// written them, or a field of its model has another type than they have.
        case unreadableRecords(Int)
        /// So many elements lack their place in the collection's order, their figures, or what recognizes their
        /// content: a version of the program that couldn't read them kept them, or the rules changed, but not their
        /// version. A repair adds what is missing, and loses nothing.
        case incompleteRecords(Int)
        /// Other users may remove or replace what is in these folders, of the store's file and of the device secrets.
        case exposedFolders([UnsafeFile])
        /// So many rows claim to be live sessions, but no key that this process can read opens them. Other programs may
        /// have the keys; a row that someone added has none, and opens nothing.
        case foreignSessions(Int)
        /// The files of these copies of the store aren't where they were last used.
        case missingCopies([MissingCopy])
    }

    /// The name of the check that is the only one to fail for an intact store that is older than the last one seen, or
    /// another copy than the one last used at its path. Such a store can be accepted.
    public static let generation = "generation"
    /// The name of the check of the gate and of the files that count its attempts.
    public static let gate = "gate"

    /// Makes a check: an error that the body throws is the problem.
    ///
    /// - Parameter note: evaluated after the body.
    /// - Throws: errors that prevent the check, such as a disk that can't be read, which say nothing about the store.
    package init(
        _ name: String, note: @autoclosure () -> Note? = nil, otherAccount: String? = nil,
        finding body: () throws -> Void
    ) throws {
        (self.name, self.otherAccount) = (name, otherAccount)
        do {
            try body()
            problem = nil
        } catch SealingError.outOfMemory {
            problem = .outOfMemory
        } catch is SealingError {
            problem = .recordDoesNotOpen
        } catch is MalformedRecord {
            problem = .recordMalformed
        } catch let finding as CheckFinding {
            problem = finding
        } catch let error as EngineError where error.code == .damaged {
            problem = .engine(error.detail)
        } catch let error as StoreError where error.concernsStore {
            problem = .refused(error.reason)
        } catch let error as UnsafeFile {
            problem = .refused(.unsafeFile(error))
        } catch let error as SystemError where error.isMissing {
            problem = .refused(.system(error))
        }
        self.note = note()
    }
}

/// A copy of a store on this machine whose file isn't where it was last used. It may be gone, or on a disk that isn't
/// connected.
public struct MissingCopy: Hashable, Sendable {
    /// Where its file was last used.
    public let path: String
    /// The folder of the account's device secret and count of attempts for this copy.
    public let folder: String
}
