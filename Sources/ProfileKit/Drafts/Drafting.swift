internal import SQLiteKit

extension ProfileStore {
    /// The saved draft; `nil` when there is none.
    public var savedDraft: Draft? {
        get throws { try read { try DraftTable.load(from: $0, sealer: $1) } }
    }

    /// The saved draft, or a fresh one of the committed profile. Writes nothing.
    public func draft() throws -> Draft {
        try read { try Self.draft(in: $0, sealer: $1) }
    }

    /// Keeps the draft, sealed on the disk and unseen by readers, through lock, crash and reboot.
    ///
    /// Values are not checked against their rules yet, so that a half-typed edit is kept too; ``commit(_:)`` does that.
    ///
    /// - Throws: ``ProfileError`` with `conflict` when the account's draft was saved, committed or discarded by someone
    ///   else since this one was read, `misuse` when it belongs to another store or account.
    public func save(_ draft: inout Draft) throws {
        try draft.ticket.check()
        draft = try write { connection, sealer in
            try Self.requireCurrent(draft, in: connection, sealer: sealer)
            return try store(draft, in: connection, sealer: sealer)
        }
    }

    /// Changes the saved draft, or begins one, in one step that can't miss another's save.
    ///
    /// Nothing is saved when there was no draft and the body changes nothing.
    ///
    /// - Parameter body: is given the draft; what it throws is passed on, and nothing is saved then.
    /// - Throws: ``ProfileError`` with `invalidValue` for values that could not be committed; nothing is saved then.
    @discardableResult
    public func updateDraft(_ body: (inout Draft) throws -> Void) throws -> Draft {
        try write { connection, sealer in
            var draft = try Self.draft(in: connection, sealer: sealer)
            let before = draft
            try body(&draft)
            guard draft != before else { return draft }
            let committed = try ProfileTable.load(from: connection, sealer: sealer).profile
            let problems = draft.profile.problems(goalDates: goalDates(committed: committed))
            guard problems.isEmpty else { throw ProfileError(invalid: problems) }
            return try store(draft, in: connection, sealer: sealer)
        }
    }

    /// Publishes a draft, merged with what was committed since it began: readers see all of it or nothing.
    ///
    /// The saved draft is gone afterwards.
    ///
    /// - Throws: ``DraftConflict`` when both changed the same field; ``ProfileError`` with `invalidValue` for values out
    ///   of their rules, `conflict` when the draft was saved, committed or discarded by someone else since it was read,
    ///   or this very one was committed before, `misuse` when it belongs to another store or account. Nothing is
    ///   written then, and the saved draft stays.
    @discardableResult
    public func commit(_ draft: Draft) throws -> Commit {
        try commit(draft) { _ in nil }
    }

    /// Publishes a draft, with each conflict decided for one side.
    @discardableResult
    public func commit(_ draft: Draft, taking side: ConflictSide) throws -> Commit {
        try commit(draft) { _ in side }
    }

    /// Publishes a draft, with conflicts decided field by field.
    ///
    /// - Throws: as ``commit(_:)`` does, ``DraftConflict`` too when a field is not decided, or has other values by now
    ///   than those that were decided about.
    @discardableResult
    public func commit(_ draft: Draft, by decision: ConflictDecision) throws -> Commit {
        try commit(draft) { decision.side(for: $0) }
    }

    /// Drops the saved draft.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none.
    public func discard() throws {
        try write { connection, sealer in
            guard try DraftTable.exists(for: gate.account, in: connection) else { throw Self.noDraft }
            try DraftTable.delete(from: connection, sealer: sealer)
        }
    }

    /// There is no draft where one is asked for.
    public static var noDraft: ProfileError {
        ProfileError(.notFound, "there is no draft", hint: "Begin one with: profile edit --no-commit")
    }

    private func commit(_ draft: Draft, deciding: (FieldConflict) -> ConflictSide?) throws -> Commit {
        try draft.ticket.spend {
            try write { connection, sealer in
                try Self.requireCurrent(draft, in: connection, sealer: sealer)
                let committed = try ProfileTable.load(from: connection, sealer: sealer)
                let merge = draft.merged(onto: committed.profile)
                var profile = merge.profile
                for conflict in merge.conflicts {
                    guard let side = deciding(conflict) else {
                        throw DraftConflict(fields: merge.conflicts, revision: committed.revision)
                    }
                    profile.set(side == .mine ? conflict.mine : conflict.theirs)
                }
                let commit = try publish(profile, after: committed, in: connection, sealer: sealer)
                try DraftTable.delete(from: connection, sealer: sealer)
                return commit
            }
        }
    }

    private func store(
        _ draft: Draft, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Draft {
        var next = draft
        // Never the number of an earlier draft, so that none of those can be put in its place.
        next.save = try Manifest.openGeneration(of: sealer.accountID, in: connection) + 1
        next.savedAt = gate.configuration.clock.secondsSince1970
        try DraftTable.save(next, in: connection, sealer: sealer)
        return next
    }

    private static func draft(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Draft {
        if let saved = try DraftTable.load(from: connection, sealer: sealer) { return saved }
        let committed = try ProfileTable.load(from: connection, sealer: sealer)
        var draft = Draft(base: committed.profile, baseRevision: committed.revision, profile: committed.profile)
        draft.origin = sealer.origin
        return draft
    }

    /// Refuses a draft of another account, and one that isn't the newest save of the one there is.
    private static func requireCurrent(
        _ draft: Draft, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        guard draft.origin == sealer.origin else {
            throw ProfileError(
                .misuse, "the draft belongs to another store or account",
                hint: "Save and commit it where it was read, or read the draft of this one.")
        }
        let saved = try DraftTable.load(from: connection, sealer: sealer)
        guard saved?.save ?? 0 == draft.save else {
            throw ProfileError(
                .conflict, "the draft was saved, committed or discarded elsewhere since it was read",
                hint: "Read it again and repeat the change.")
        }
    }
}
