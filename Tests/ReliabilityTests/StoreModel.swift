import ProfileKit

/// A model of a store in plain values: no keys, no files, no transactions.
struct StoreModel {
    /// A deliberate flaw of the model, which a comparison has to detect.
    enum Flaw: CaseIterable {
        case discardKeepsDraft, undoGoesBackTwice, conflictTakesMine, draftIsSeenByReaders, lockLosesDraft
        case importForgetsRemoved, restoreLosesName
    }

    struct SavedDraft: Equatable {
        var base: Profile
        var profile: Profile
    }

    struct PlainHike: Equatable {
        var name: String
        var distance: Double
    }

    var flaw: Flaw?
    private(set) var history: [Profile]
    private(set) var draft: SavedDraft?
    private(set) var hikes: [Int: PlainHike] = [:]
    private(set) var removed: [Int: PlainHike] = [:]

    init(_ profile: Profile, flaw: Flaw? = nil) {
        history = [profile]
        self.flaw = flaw
    }

    var profile: Profile {
        if flaw == .draftIsSeenByReaders, let draft { return draft.profile }
        return history[history.count - 1]
    }

    var revision: Int { history.count }

    enum Outcome: Equatable {
        case done, conflict, refused
    }

    mutating func apply(_ command: StoreCommand) -> Outcome {
        switch command {
        case .edit(let change): publish(change.applied(to: history[history.count - 1]))
        case .draft(let change): changeDraft(change)
        case .commit(let side): return commit(taking: side)
        case .discard:
            guard draft != nil else { return .refused }
            if flaw != .discardKeepsDraft { draft = nil }
        case .undo(let back):
            let back = flaw == .undoGoesBackTwice ? back + 1 : back
            guard back < history.count else { return .refused }
            publish(history[history.count - 1 - back])
        case .add(let id, let hike):
            if let known = hikes[id] ?? (flaw == .importForgetsRemoved ? nil : removed[id]) {
                return known == hike ? .done : .refused
            }
            hikes[id] = hike
        case .remove(let id):
            guard let hike = hikes.removeValue(forKey: id) else { return .refused }
            removed[id] = hike
        case .restore(let id):
            guard var hike = removed.removeValue(forKey: id) else { return .refused }
            if flaw == .restoreLosesName { hike.name = "" }
            hikes[id] = hike
        case .purge: removed = [:]
        case .reopen, .lock:
            if flaw == .lockLosesDraft { draft = nil }
        }
        return .done
    }

    private mutating func publish(_ profile: Profile) {
        if profile != history[history.count - 1] { history.append(profile) }
    }

    private mutating func changeDraft(_ change: ProfileChange) {
        let committed = history[history.count - 1]
        var next = draft ?? SavedDraft(base: committed, profile: committed)
        next.profile = change.applied(to: next.profile)
        // A draft without changes is not kept.
        if next.profile != draft?.profile { draft = next.profile == next.base ? nil : next }
    }

    private mutating func commit(taking side: ConflictSide?) -> Outcome {
        guard let draft else { return .refused }
        let theirs = history[history.count - 1]
        var merged = theirs
        var isUndecided = false
        func merge<Value: Equatable>(_ path: WritableKeyPath<Profile, Value>) {
            let (from, mine, committed) = (
                draft.base[keyPath: path], draft.profile[keyPath: path], theirs[keyPath: path]
            )
            if mine == from || mine == committed { return }
            if committed == from || side == .mine || (side == nil && flaw == .conflictTakesMine) {
                merged[keyPath: path] = mine
            } else if side == nil {
                isUndecided = true
            }
        }
        merge(\.username)
        merge(\.prefersNotifications)
        merge(\.seasonalPhoto)
        merge(\.goalDate)
        if isUndecided { return .conflict }
        publish(merged)
        self.draft = nil
        return .done
    }
}

/// A change of one field.
enum ProfileChange {
    case name(String)
    case notifications(Bool)
    case season(SeasonalPhoto)
    case goal(Day)

    func applied(to profile: Profile) -> Profile {
        var profile = profile
        switch self {
        case .name(let name): profile.username = name
        case .notifications(let flag): profile.prefersNotifications = flag
        case .season(let season): profile.seasonalPhoto = season
        case .goal(let day): profile.goalDate = day
        }
        return profile
    }
}

/// A command that a person or a program gives a store.
enum StoreCommand {
    case edit(ProfileChange)
    case draft(ProfileChange)
    case commit(taking: ConflictSide?)
    case discard
    /// By a number of revisions before the last.
    case undo(Int)
    case add(Int, StoreModel.PlainHike)
    case remove(Int)
    case restore(Int)
    case purge
    case reopen
    case lock

    /// A random command. The values are few, so that changes often conflict.
    static func random(using source: inout some RandomNumberGenerator) -> StoreCommand {
        func change() -> ProfileChange {
            switch Int.random(in: 0..<4, using: &source) {
            case 0: .name(["g_kumar", "hiker", "Ada", "é"].randomElement(using: &source) ?? "Ada")
            case 1: .notifications(.random(using: &source))
            case 2: .season(SeasonalPhoto.allCases.randomElement(using: &source) ?? .spring)
            default: .goal(Day(year: 2026, month: Int.random(in: 6...9, using: &source), day: 1))
            }
        }
        let id = Int.random(in: 1...2, using: &source)
        switch Int.random(in: 0..<20, using: &source) {
        case 0...4: return .edit(change())
        case 5...8: return .draft(change())
        case 9: return .commit(taking: nil)
        case 10: return .commit(taking: Bool.random(using: &source) ? .mine : .theirs)
        case 11: return .discard
        case 12: return .undo(Int.random(in: 1...3, using: &source))
        case 13, 14:
            let name = Bool.random(using: &source) ? "Elk Ridge" : "Fern Hollow"
            return .add(id, StoreModel.PlainHike(name: name, distance: 4.5))
        case 15: return .remove(id)
        case 16: return .restore(id)
        case 17: return .purge
        case 18: return .reopen
        default: return .lock
        }
    }
}
