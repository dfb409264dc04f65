internal import ProfileKit
internal import ProfileRendering

/// The requests on the profile's draft and its commits.
extension Worker.State {
    mutating func answer(to request: DraftRequest) throws -> Reply {
        do {
            return try carryOut(request)
        } catch let conflict as DraftConflict {
            return .conflict(conflict)
        } catch let error as StoreError where error.code == .conflict {
            return .savedElsewhere(try openStore.savedDraft)
        } catch let error as StoreError where error.code == .locked {
            throw error
        } catch {
            switch request {
            // The editor that would show it isn't open yet.
            case .read: throw error
            case .save, .overwrite: return .saveRefused(UserMessage(error))
            case .commit, .discard: return .editRefused(UserMessage(error))
            }
        }
    }

    private mutating func carryOut(_ request: DraftRequest) throws -> Reply {
        let store = try openStore
        switch request {
        case .read:
            let read = try store.draft()
            draft = read
            return .draft(read, committed: try store.committed)
        case .save(let edited): return try save(edited, over: draft ?? store.draft(), in: store)
        case .overwrite(let edited): return try save(edited, over: store.draft(), in: store)
        case .commit(let edited, let decisions):
            var draft = try draft ?? store.draft()
            draft.adopt(edited)
            let commit = try store.commit(draft, deciding: decisions)
            self.draft = nil
            return .committed(recordPublished(commit))
        case .discard:
            // There is no saved draft if nothing was changed.
            if let draft, try store.savedDraft != nil { try store.discard(draft) }
            draft = nil
            return .discarded
        }
    }

    private mutating func save(_ edited: ProfileDraft, over last: ProfileDraft, in store: ProfileStore) throws -> Reply
    {
        var draft = last
        draft.adopt(edited)
        try store.save(&draft)
        self.draft = draft
        return .saved(draft)
    }

    mutating func answer(to request: HistoryRequest) throws -> Reply {
        let store = try openStore
        switch request {
        case .read(let limit): return .history(try store.readableHistory(limit: limit))
        case .goBack(let revision, let newest):
            guard try store.committed.revision == newest else {
                throw UserMessage(
                    .conflict, "The profile was changed meanwhile.",
                    hint: "Nothing was restored: look at what would change now, and try again.")
            }
            return .undone(recordPublished(try store.undo(to: revision)))
        case .undo(let revision): return .undone(recordPublished(try undo(revision, in: store)))
        }
    }

    /// Takes back what a revision changed, field by field: later changes of other fields stay.
    private func undo(_ revision: Int, in store: ProfileStore) throws -> ProfileCommit {
        let entry = try entry(of: revision, in: store)
        return try store.edit { profile in
            for change in entry.changes {
                guard let field = Profile.fields.first(where: { $0.name == change.field }) else { continue }
                guard field.value(of: profile) == change.to else {
                    throw UserMessage(.conflict, "It was changed again since.", hint: "Nothing was undone.")
                }
                field.set(change.from, in: &profile)
            }
        }
    }

    /// The commit of a revision, however old.
    private func entry(of revision: Int, in store: ProfileStore) throws -> ProfileHistoryEntry {
        // Its distance from the newest is exact unless others commit meanwhile.
        let distance = try store.committed.revision - revision
        let near = try store.readableHistory(limit: max(distance, 0) + 1)
        let history = near.value.contains { $0.revision == revision } ? near : try store.readableHistory()
        guard let entry = history.value.first(where: { $0.revision == revision }) else {
            let damaged = history.damaged.filter { $0 == .revision(revision) }
            guard damaged.isEmpty else { throw StoreError(.damagedParts(damaged), at: source.path) }
            throw StoreError(.noRevision(revision, oldest: history.value.last?.revision ?? 1), at: source.path)
        }
        return entry
    }

    /// Notes a commit for the report when the app ends, and returns its revision.
    private mutating func recordPublished(_ commit: ProfileCommit) -> Int {
        if !commit.changes.isEmpty { published.append(commit.revision) }
        return commit.revision
    }
}
