internal import Dispatch
internal import ProfileKit
internal import ProfileRendering

/// The requests on the open store.
extension Worker.State {
    func hike(_ id: Int) throws -> Reply {
        do {
            let store = try opened
            let (found, recorded) = (try store.readableHike(id), try store.readableRecording(ofHike: id))
            let damaged = found.damaged + recorded.damaged.filter { !found.damaged.contains($0) }
            guard let header = found.value.header else {
                return .noHike(id, WordedError(StoreError(.damagedParts(damaged), at: store.gate.path)))
            }
            let hike = Hike(header: header, observations: found.value.observations ?? [])
            return .hike(hike, recording: recorded.value.recording, damaged: damaged)
        } catch let error as StoreError where error.code != .locked {
            return .noHike(id, WordedError(error))
        }
    }

    mutating func edit(_ request: Request) throws -> Reply {
        do {
            return try carryOutEdit(request)
        } catch let conflict as DraftConflict {
            return .conflict(conflict)
        } catch let error as StoreError where error.code == .conflict {
            return .savedElsewhere(try opened.savedDraft)
        } catch let error as StoreError where error.code == .locked {
            throw error
        } catch {
            switch request {
            // The editor that would show it isn't open yet.
            case .readDraft: throw error
            case .save, .overwrite: return .saveRefused(WordedError(error))
            default: return .editRefused(WordedError(error))
            }
        }
    }

    private mutating func carryOutEdit(_ request: Request) throws -> Reply {
        let store = try opened
        switch request {
        case .save(let edited):
            var draft = try draft ?? store.draft()
            draft.adopt(edited)
            try store.save(&draft)
            self.draft = draft
            return .saved(draft)
        case .overwrite(let edited):
            var draft = try store.draft()
            draft.adopt(edited)
            try store.save(&draft)
            self.draft = draft
            return .saved(draft)
        case .commit(let edited, let decisions):
            var draft = try draft ?? store.draft()
            draft.adopt(edited)
            let commit = try store.commit(draft, deciding: decisions)
            self.draft = nil
            recordPublished(commit)
            return .committed(commit.revision)
        case .discard:
            draft = nil
            // There is no saved draft if nothing was changed.
            if try store.savedDraft != nil { try store.discard() }
            return .discarded
        default:
            let read = try store.draft()
            draft = read
            return .draft(read, committed: try store.committed)
        }
    }

    private mutating func recordPublished(_ commit: ProfileCommit) {
        if !commit.changes.isEmpty { published.append(commit.revision) }
    }

    /// Requests that change hikes, and that read groups of hikes, removed hikes and the history.
    mutating func change(_ request: Request) throws -> Reply {
        let store = try opened
        switch request {
        case .groupHikes(let grouping): return .groups(try store.hikeGroups(by: grouping), grouping)
        case .readHistory(let limit): return .history(try store.readableHistory(limit: limit))
        case .goBack(let revision):
            let commit = try store.undo(to: revision)
            recordPublished(commit)
            return .undone(commit.revision)
        case .undo(let revision):
            let commit = try undo(revision, in: store)
            recordPublished(commit)
            return .undone(commit.revision)
        case .addHike(let hike): return .hikesChanged(try store.addHike(hike))
        case .editHike(let edit): return .hikesChanged(try store.editHike(edit.to.id) { try edit.apply(to: &$0) })
        case .removeHike(let id): return .hikesChanged(try store.removeHike(id))
        case .restoreHike(let id): return .hikesChanged(try store.restoreHikes([id]))
        case .purgeHike(let id): return .purged(try store.purgeHikes([id]))
        default: return .removedHikes(try store.readableRemovedHikes)
        }
    }

    /// Takes back what a revision changed, field by field: later changes of other fields stay.
    private func undo(_ revision: Int, in store: ProfileStore) throws -> ProfileCommit {
        guard let entry = try store.readableHistory(limit: 50).value.first(where: { $0.revision == revision }) else {
            throw StoreError(.noRevision(revision, oldest: revision + 1), at: place.path)
        }
        return try store.edit { profile in
            for change in entry.changes {
                guard let field = Profile.fields.first(where: { $0.name == change.field }) else { continue }
                guard field.value(of: profile) == change.to else { throw HikeEdit.changedSince }
                field.set(change.from, in: &profile)
            }
        }
    }

    /// Imports files on a thread of its own, so that other requests don't wait.
    func importHikes(_ paths: [String], _ stop: StopFlag, replying reply: @escaping @Sendable (Reply) -> Void) throws {
        let store = try opened
        guard let importer = place.importer else { return reply(.imported(ImportReport())) }
        DispatchQueue.global(qos: .userInitiated).async {
            do {
                let report = try importer.read(store, paths) { progress in
                    reply(.importing(progress))
                    return !stop.isSet
                }
                reply(.imported(report))
            } catch let error as StoreError where error.code == .locked {
                reply(.imported(ImportReport(isCutOffByLock: true)))
            } catch {
                reply(.failed(WordedError(error)))
            }
        }
    }

    func importSamples() throws -> ImportReport {
        try place.importer?.samples(try opened) ?? ImportReport()
    }

    /// Requests about the session and the emergency card.
    func tend(_ request: Request) throws -> Reply {
        let store = try opened
        switch request {
        case .setCard(let text, let read):
            let card = try store.gate.emergencyCard
            guard card?.description == read else { return .cardChanged(card?.description) }
            if let text {
                try store.setEmergencyCard(try EmergencyCard(text))
            } else if card != nil {
                try store.clearEmergencyCard()
            }
            return .cardSet
        case .readCard: return .emergency(try store.gate.emergencyCard?.description)
        default: return .session(try session(of: store))
        }
    }

    private func session(of store: ProfileStore) throws -> SessionFacts? {
        try store.gate.status.session.map {
            let left = place.configuration.clock.bootInstant.duration(to: $0.deadline) ?? .zero
            return SessionFacts(left: max(left, .zero), idleLimit: $0.idleLimit)
        }
    }

    /// The session that would continue if the app ended now; `nil` without one.
    var remaining: RemainingSession? {
        guard let open, let facts = try? session(of: open.store) else { return nil }
        return RemainingSession(
            left: facts.left, idleLimit: facts.idleLimit, isOlder: open.hasJoined, path: place.path,
            account: open.store.gate.account)
    }

    func day() -> Reply {
        let now = place.configuration.clock.wallTime
        return .day(Day(localTo: now), left: Day.left(at: now))
    }

    var opened: ProfileStore {
        get throws {
            guard let open else { throw StoreError(.locked) }
            return open.store
        }
    }
}

extension Day {
    /// The time from a moment until its day ends.
    static func left(at time: WallTime) -> Duration {
        let (now, today) = (time.secondsSince1970, Day(localTo: time))
        // No day is longer: a change of the time zone moves midnight by a few hours at most.
        var (before, after) = (now, now + 30 * 3600)
        while after - before > 1 {
            let middle = (before + after) / 2
            if Day(localTo: middle) == today { before = middle } else { after = middle }
        }
        return .seconds(after - now)
    }
}
