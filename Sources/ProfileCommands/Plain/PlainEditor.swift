internal import ProfileKit
internal import ProfileRendering

/// The editor for terminals without screens: one question per field, each on one line.
struct PlainEditor {
    let person: any SecretPrompt

    /// Asks for each field. Enter keeps the value; an invalid one is reported, and asked for again.
    ///
    /// - Parameter rules: finds the problems that would prevent committing a profile.
    func edit(_ profile: inout Profile, rules: (Profile) throws -> [FieldProblem]) throws {
        person.tell("Enter keeps the value in brackets. Ctrl-C leaves everything as it is.")
        for field in Profile.fields {
            let forms =
                switch field.control {
                case .text: ""
                case .toggle: " (on, off)"
                case .choice(let choices): " (\(choices.joined(separator: ", ")))"
                case .day: " (YYYY-MM-DD)"
                }
            while true {
                let value = field.value(of: profile).description.terminalSafe
                let typed = try person.askOpenly("\(field.label)\(forms) [\(value)]: ")
                guard !typed.isEmpty else { break }
                do {
                    var changed = profile
                    field.set(try field.parse(typed), in: &changed)
                    if let problem = try rules(changed).first(where: { $0.field == field.name }) { throw problem }
                    profile = changed
                    break
                } catch let problem as FieldProblem {
                    person.tell("\(field.label) \(problem.rule.requirement). Try again.".terminalSafe)
                }
            }
        }
    }

    enum Decision {
        case publish, keep, nothing
    }

    /// Asks what to do with the changes.
    func decide() throws -> Decision {
        while true {
            switch try person.askOpenly("Publish it? (yes, no, or draft to keep it unseen) [yes] ").lowercased() {
            case "", "y", "yes": return .publish
            case "n", "no": return .nothing
            case "d", "draft": return .keep
            default: person.tell("Answer yes, no or draft.")
            }
        }
    }
}

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
