internal import ProfileModel
internal import SQLiteKit
public import SealedStore
internal import Sealing
internal import SystemKit

/// What a repair of a damaged store did, or would do.
public struct StoreRepair: Hashable, Sendable {
    /// What didn't open and was dropped, or had to go with it.
    public let lost: [DamagedPart]
    /// What opens, but isn't what was written last: someone put it back.
    public let stale: [DamagedPart]
    /// What was damaged of the lists that tell what was written last. All that opens of what they list was kept.
    public let uncompared: [DamagedPart]
    /// The revision of the profile that stands now; 0 when there was nothing to repair.
    public let revision: Int
    /// The file with the store as it was before; `nil` when nothing was changed.
    public let copy: String?

    /// Whether there was anything to repair.
    public let isNeeded: Bool
}

extension ProfileStore {
    /// What ``repair(keepingStale:)`` would do. Changes nothing.
    public func repairPreview() throws -> StoreRepair {
        try repair(keepingStale: true, isPreview: true)
    }

    /// Makes the account's damaged records whole, in one transaction, after the store's file was copied beside it.
    ///
    /// What doesn't open is dropped. A lost profile comes back from the newest commit or from what the draft began with, or
    /// else is a new one. Derived data, lists and manifest are made anew, so that `check()` finds the account whole. The
    /// gate and other accounts are left alone. Nothing is written where nothing is damaged.
    ///
    /// - Parameter keepingStale: whether what isn't what was written last stays; it is dropped otherwise.
    /// - Throws: ``ProfileError`` with `damaged` when the file itself is damaged, so that SQLite can't read all of it.
    public func repair(keepingStale: Bool = false) throws -> StoreRepair {
        try repair(keepingStale: keepingStale, isPreview: false)
    }

    private func repair(keepingStale: Bool, isPreview: Bool) throws -> StoreRepair {
        let (card, now) = (try cardAuthentication, now)
        // What is remembered may be unreadable, which is no reason to leave the store damaged.
        let seen = (try? memory.lastSeen) ?? nil
        let repair = Repair(
            kinds: ProfileSchema.kinds, collections: ProfileSchema.collections,
            reconstructed: [Profile.kinds.document, HikeLedger.summaryKind])
        let username = SystemUser.loginName
        let outcome = try withFile { file, sealer -> RepairOutcome in
            guard try file.connection.structuralFaults().isEmpty else {
                throw ProfileError.damaged(file.path, "its structure fails SQLite's own check")
            }
            var outcome = RepairOutcome()
            do {
                _ = try file.connection.transaction(.writing) { _ -> RecordTransaction.Mark in
                    try file.requireCurrent()
                    try StoreFormat.current.refuseNewer(file.connection, at: file.path)
                    outcome.isNeeded = try RecordCheck.all(in: file, sealer: sealer)
                        .contains { !$0.isOK || $0.note != nil }
                    guard outcome.isNeeded else { throw NothingToCommit() }
                    let (mark, findings) = try repair.run(
                        on: try file.records(sealer, .salvaging), instance: file.instance.bytes, lastSeen: seen ?? 0,
                        keepsUnproven: keepingStale
                    ) { records, findings in
                        try DocumentRecords<Profile>().mend(
                            fallback: Profile(username: username, goalDate: Day(localTo: now)), at: now, in: &records
                        ) { findings.lose($0) }
                        outcome.revision = try DocumentRecords<Profile>().committed(in: &records)?.revision ?? 0
                        try HikeLedger().refresh(in: &records)
                        try records.renew(card)
                    }
                    (outcome.mark, outcome.findings) = (mark, findings)
                    guard !isPreview else { throw NothingToCommit() }
                    outcome.copy = try DamagedCopy.make(of: file.path)
                    return mark
                } settling: { error, mark in
                    try mark.settle(error, at: file.path, account: gate.account)
                }
            } catch is NothingToCommit {
                return outcome
            }
            FileWatch.announceWrite(to: file.path)
            return outcome
        }
        if outcome.copy != nil, let mark = outcome.mark {
            memory.note(mark.generation)
            commits.wake()
        }
        return outcome.result
    }
}

/// Ends a transaction whose changes are not to stand.
private struct NothingToCommit: Error {}

private struct RepairOutcome {
    var isNeeded = false
    var findings = Repair.Findings()
    var mark: RecordTransaction.Mark?
    var copy: String?
    var revision = 0

    var result: StoreRepair {
        // The summary is worked out anew, so it is never lost.
        StoreRepair(
            lost: findings.lost.filter { $0 != DamagedPart.summary }, stale: findings.unproven,
            uncompared: findings.uncompared, revision: revision, copy: copy, isNeeded: isNeeded)
    }
}

/// The copy of a store that is set aside before its damage is repaired: `STORE.damaged`.
private enum DamagedCopy {
    private static let mostCopies = 100

    /// Makes the copy, under the next name that is free.
    ///
    /// - Returns: its path.
    /// - Throws: ``ProfileError`` with `exists`, `io`. Nothing is left then.
    static func make(of path: String) throws -> String {
        // Not the connection that is about to change the store: SQLite copies outside of transactions only.
        let source = try Connection(opening: path, mode: .existing, busyTimeout: StoreFile.patience)
        try source.harden()
        for number in 1...mostCopies {
            let name = "\(path).damaged\(number == 1 ? "" : ".\(number)")"
            guard PrivateFile.identity(of: name) == nil else { continue }
            let copy = try StoreCopy(of: path, for: name)
            try copy.fill(from: source)
            try copy.verify()
            try copy.publish()
            return name
        }
        throw ProfileError.fileExists("\(path).damaged.\(mostCopies)")
    }
}
