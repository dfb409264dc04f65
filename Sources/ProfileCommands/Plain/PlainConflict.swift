internal import ProfileKit
internal import ProfileRendering

/// A conflict on a terminal without screens: each field that both sides changed is decided by a line.
struct PlainConflict {
    let person: any SecretPrompt

    /// Asks for each field, mine or theirs.
    ///
    /// - Returns: decisions about what was seen.
    func decide(_ conflict: DraftConflict) throws -> ConflictDecisions {
        var decisions: [String: ConflictSide] = [:]
        person.tell("Others changed the same fields. Ctrl-C leaves the draft as it is.")
        for field in conflict.fields {
            person.tell(field.text.terminalSafe)
            var side: ConflictSide?
            while side == nil {
                side = ConflictSide(rawValue: try person.askOpenly("Take mine or theirs? ").lowercased())
            }
            decisions[field.field] = side
        }
        return ConflictDecisions(decisions, seen: conflict)
    }

    /// Commits a draft, and asks about conflicts until there is none.
    func commit(_ draft: ProfileDraft, to store: ProfileStore) throws -> ProfileCommit {
        var decisions = ConflictDecisions.none
        while true {
            do {
                return try store.commit(draft, deciding: decisions)
            } catch let conflict as DraftConflict {
                decisions = try decide(conflict)
            }
        }
    }
}
