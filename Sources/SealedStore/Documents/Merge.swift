/// A three-way merge, field by field: what a draft changed is laid over what was committed meanwhile.
public struct Merge<Model: DocumentModel>: Hashable, Sendable {
    /// The merged value. Fields in conflict hold the committed value until they are decided.
    public private(set) var model: Model
    /// The fields changed on both sides to different values; a change to the same value is no conflict.
    public private(set) var conflicts: [FieldConflict] = []

    /// - Parameters:
    ///   - base: the value that the draft began from.
    ///   - mine: the draft.
    ///   - theirs: the committed value.
    public init(base: Model, mine: Model, theirs: Model) {
        model = theirs
        for field in Model.fields {
            let (from, to, committed) = (field.value(of: base), field.value(of: mine), field.value(of: theirs))
            if from == to || to == committed { continue }
            if committed == from {
                field.set(to, in: &model)
            } else {
                conflicts.append(FieldConflict(field: field.name, base: from, mine: to, theirs: committed))
            }
        }
    }

    /// Decides conflicts; those without a decision stay.
    public func deciding(_ decisions: ConflictDecisions) -> Merge {
        var merge = self
        merge.conflicts = []
        for conflict in conflicts {
            switch decisions.side(for: conflict) {
            case .mine: Model.field(named: conflict.field)?.set(conflict.mine, in: &merge.model)
            case .theirs: break
            case nil: merge.conflicts.append(conflict)
            }
        }
        return merge
    }
}

/// One field that was changed on both sides, to different values.
public struct FieldConflict: Hashable, Sendable {
    public let field: String
    /// The value that both sides began from.
    public let base: AnyFieldValue
    /// The value in the draft.
    public let mine: AnyFieldValue
    /// The value that was committed meanwhile.
    public let theirs: AnyFieldValue
}

/// The side whose value stands where both sides changed a field.
public enum ConflictSide: String, CaseIterable, Sendable {
    case mine, theirs
}

/// Which side stands for which field.
public struct ConflictDecisions: Hashable, Sendable {
    /// By the names of the fields.
    public var fields: [String: ConflictSide]
    /// For every field that isn't named.
    public var others: ConflictSide?
    /// The conflicts that a person saw who decided; what has other values by now isn't decided. `nil` for decisions that
    /// hold whatever the values are.
    public let seen: DraftConflict?

    public init(_ fields: [String: ConflictSide] = [:], others: ConflictSide? = nil, seen: DraftConflict? = nil) {
        (self.fields, self.others, self.seen) = (fields, others, seen)
    }

    /// Whether every conflict that was seen is decided.
    public var isComplete: Bool { seen?.fields.allSatisfy { side(for: $0) != nil } ?? true }

    public static let none = ConflictDecisions()
    /// One side for all fields.
    public static func all(_ side: ConflictSide) -> Self { Self(others: side) }

    public func side(for conflict: FieldConflict) -> ConflictSide? {
        if let seen, !seen.fields.contains(conflict) { return nil }
        return fields[conflict.field] ?? others
    }
}
