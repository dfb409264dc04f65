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
            switch decisions.side(for: conflict.field) {
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

    public init(_ fields: [String: ConflictSide] = [:], others: ConflictSide? = nil) {
        (self.fields, self.others) = (fields, others)
    }

    public static let none = ConflictDecisions()
    /// One side for all fields.
    public static func all(_ side: ConflictSide) -> Self { Self(others: side) }

    func side(for field: String) -> ConflictSide? { fields[field] ?? others }
}
