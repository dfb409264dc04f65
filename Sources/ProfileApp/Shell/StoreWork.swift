internal import ProfileKit

/// The worker's requests on the open store.
extension Worker.State {
    func hike(_ id: Int) throws -> Reply {
        do {
            return .hike(try opened.hike(id))
        } catch let error as ProfileError where error.code != .locked {
            return .noHike(id, error)
        }
    }

    mutating func edit(_ request: Request) throws -> Reply {
        do {
            return try carryOutEdit(request)
        } catch let conflict as DraftConflict {
            return .conflict(conflict)
        } catch let error as ProfileError where error.code == .conflict {
            return .savedElsewhere
        } catch let error as ProfileError where error.code == .locked {
            throw error
        } catch {
            switch request {
            // The editor that would show it isn't open yet.
            case .readDraft: throw error
            case .save, .overwrite: return .saveRefused(ProfileError(error))
            default: return .editRefused(ProfileError(error))
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
            guard let open else { throw ProfileStore.locked }
            return open.store
        }
    }
}
