internal import ProfileKit
internal import ProfileRendering

/// Resolves conflicts on a terminal without screens: for each field that both sides changed, one line decides.
struct PlainConflict {
    let person: any SecretPrompt

    /// Asks for each field, mine or theirs.
    ///
    /// - Returns: decisions that are only valid for the conflict shown.
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

    /// Commits a draft, and asks about conflicts until none is left.
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
