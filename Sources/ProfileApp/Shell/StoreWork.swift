internal import ProfileKit
internal import ProfileRendering

/// The worker's tasks on the open store.
extension Worker.State {
    /// What is stored now; `nil` when it is what was read last.
    mutating func look() throws -> Content? {
        guard let store else { return nil }
        let summary = try store.summary
        // The hikes are many: they are read again only when their digest says so.
        if let seen, seen.summary == summary, seen.today == store.today { return nil }
        let content =
            if let seen, seen.summary.hikes == summary.hikes {
                Content(summary: summary, hikes: seen.hikes, today: store.today)
            } else {
                try Content(of: store)
            }
        seen = content
        return content
    }

    func hike(_ id: Int) throws -> Outcome {
        do {
            return .hike(try opened.hike(id))
        } catch let error as StoreError where error.code != .locked {
            return .noHike(id, WordedError(error))
        }
    }

    mutating func edit(_ task: WorkTask) throws -> Outcome {
        do {
            return try carryOutEdit(task)
        } catch let conflict as DraftConflict {
            return .conflict(conflict)
        } catch let error as StoreError where error.code == .conflict {
            return .savedElsewhere
        } catch let error as StoreError where error.code == .locked {
            throw error
        } catch {
            switch task {
            // The editor that would show it isn't open yet.
            case .readDraft: throw error
            case .save, .overwrite: return .saveRefused(WordedError(error))
            default: return .editRefused(WordedError(error))
            }
        }
    }

    private mutating func carryOutEdit(_ task: WorkTask) throws -> Outcome {
        let store = try opened
        switch task {
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
            try store.commit(draft, deciding: decisions)
            self.draft = nil
            return .committed
        case .discard:
            draft = nil
            // There is none when nothing was changed yet.
            if try store.savedDraft != nil { try store.discard() }
            return .discarded
        default:
            let read = try store.draft()
            draft = read
            return .draft(read, committed: try store.committed)
        }
    }

    private var opened: ProfileStore {
        get throws {
            guard let store else { throw StoreError(.locked) }
            return store
        }
    }
}

extension Content {
    init(of store: ProfileStore) throws {
        self.init(summary: try store.summary, hikes: try store.hikes, today: store.today)
    }
}
