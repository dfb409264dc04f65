internal import SQLiteKit
internal import Sealing
internal import SystemKit

extension Gate {
    /// What a change of secrets came upon after it counted: the change stands, and the next command finishes the rest.
    public enum ChangeRemark: Sendable {
        /// The commit was said to have failed, and was found in the file.
        case commitReportedFailure(any Error)
        /// The files beside the store could not get their names yet.
        case stateFilesUnfinished(any Error)
        /// What was overwritten may still stand in the store's log.
        case logNotEmptied(any Error)
        /// The files of an account that was removed are still there, in whole or in part.
        case stateFilesNotRemoved(any Error)
    }

    /// A change of an account's gate over to another device secret.
    struct Renewal {
        /// The gate as it is.
        let previous: GateRecord
        /// The gate as it is to be, made from the new device secret.
        let next: GateRecord
        /// The recovery code that comes with it; `nil` when the old one stays.
        let newCode: RecoveryCode?
        let folder: StateFolder
    }

    /// Changes a gate, and this machine's device secret with it, so that rows of the old gate that are put back open
    /// nothing: they lack the secret that they were made from. Every session ends.
    ///
    /// The order makes a kill harmless: the device secret first, then the person has the new code, then the commit, then
    /// the files change their names, which the next opening finishes if it must. A code is shown when nothing but the
    /// commit can fail any more. Call it under the folder's lock.
    ///
    /// - Parameters:
    ///   - body: writes what goes with the gate, and returns the generation of the store from then on, if that is known.
    ///   - revealing: is given the new recovery code, if there is one. What it throws stops the change.
    ///   - remarking: is told of errors after the commit, which no longer undo it.
    /// - Throws: what is thrown before the commit, and nothing was changed then; ``ProfileError`` with `failure` when
    ///   whether the change counts is not known.
    func renew(
        _ renewal: Renewal, device: borrowing Secret, in file: borrowing StoreFile,
        revealing: (RecoveryCode) throws -> Void = { _ in }, remarking: (ChangeRemark) -> Void,
        alongside body: (borrowing Connection) throws -> Int?
    ) throws {
        let (next, folder) = (renewal.next, renewal.folder)
        try folder.prepareChangeover(to: device)
        let ended = try file.connection.transaction(.writing) { connection in
            try next.write(to: connection)
            let ended = try StoredSession.deleteAll(of: account, from: connection)
            if let generation = try body(connection) { try folder.noteIncoming(generation, key: device) }
            if let code = renewal.newCode { try revealing(code) }
            return ended
        } settling: { error, _ in
            try next.settle(error, replacing: renewal.previous, at: file.path, hasShownCode: renewal.newCode != nil)
            remarking(.commitReportedFailure(error))
        }
        for session in ended { SessionPlaces(configuration: configuration).remove(session.name) }
        FileWatch.announceWrite(to: file.path)
        do { try folder.finishChangeover() } catch { remarking(.stateFilesUnfinished(error)) }
        do { try file.connection.truncateLog() } catch { remarking(.logNotEmptied(error)) }
    }
}

extension GateRecord {
    /// Finds out what became of a transaction that wrote this gate, and whose commit was said to have failed. Returns
    /// when it counts.
    ///
    /// - Parameter previous: the gate that it replaces; `nil` for a new account's.
    /// - Throws: ``ProfileError`` with `io` when nothing was changed, and with `failure` when that is not known. It says
    ///   what holds of a recovery code that was shown.
    func settle(
        _ error: SQLiteError, replacing previous: GateRecord?, at path: String, hasShownCode: Bool
    ) throws {
        let found: [UInt8]?
        do {
            let file = try StoreFile(opening: path)
            found = try file.settled { try GateRecord.mac(of: account, in: $0) }
        } catch _ {
            throw ProfileError.changeUnknown(path, error, hasShownCode: hasShownCode)
        }
        guard found != mac else { return }
        // Nobody else changes a gate meanwhile: its lock is held.
        guard found == previous?.mac else {
            throw ProfileError.changeUnknown(path, error, hasShownCode: hasShownCode)
        }
        throw ProfileError.notChanged(path, error, hasShownCode: hasShownCode)
    }

    /// The same for a transaction that removed the account.
    func settleRemoval(_ error: SQLiteError, at path: String) throws {
        let isThere: Bool
        do {
            let file = try StoreFile(opening: path)
            isThere = try file.settled { try GateRecord.mac(of: account, in: $0) } != nil
        } catch _ {
            throw ProfileError.changeUnknown(path, error, hasShownCode: false)
        }
        if isThere { throw ProfileError.notChanged(path, error, hasShownCode: false) }
    }
}

extension ProfileError {
    fileprivate static func notChanged(_ path: String, _ error: SQLiteError, hasShownCode: Bool) -> ProfileError {
        let code = hasShownCode ? " The recovery code that was just shown is void: throw it away." : ""
        return ProfileError(
            .io, "\(path): the change was not written: \(error.message)",
            hint: "Nothing was changed.\(code) Check the disk and try again.", cause: error.withOutcome(unknown: false))
    }

    fileprivate static func changeUnknown(_ path: String, _ error: SQLiteError, hasShownCode: Bool) -> ProfileError {
        let code = hasShownCode ? " Keep both recovery codes until one of them has opened it." : ""
        return ProfileError(
            .failure, "\(path): the commit failed, and whether the change counts is not known: \(error.message)",
            hint: "Try the new secrets, then the old ones: profile unlock.\(code)",
            cause: error.withOutcome(unknown: true))
    }
}

extension StoreFile {
    /// Reads in a transaction of its own that writes, so that what is read stays so.
    ///
    /// A commit that failed, or a process that was killed while it committed, may leave a transaction in the log that
    /// counts now and would be lost with the power, or the other way round. A transaction behind it decides: what is
    /// read is on the disk when this returns, and what doesn't count is overwritten.
    func settled<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try connection.transaction(.writing) { connection in
            let result = try body(connection)
            // Writes the first page as it is: SQLite passes over an UPDATE that changes nothing.
            try connection.run("PRAGMA user_version = \(connection.pragma("user_version"))")
            return result
        }
    }
}
