/// The committed profile moved on since the draft began, and both changed the same fields. Nothing was written.
public struct DraftConflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// Each field in conflict: the value both began from, the draft's, and the committed one.
    public let fields: [FieldConflict]
    /// The committed revision that the draft conflicts with.
    public let revision: Int

    public var description: String {
        let names = fields.map(\.field.option).joined(separator: ", ")
        return "the draft and revision \(revision) both changed: \(names)"
    }
}

/// Whose values are to stand in a conflict, field by field, as a person decided who saw it.
public struct ConflictDecision: Hashable, Sendable {
    /// The conflict that was seen.
    public let conflict: DraftConflict
    /// The side whose value stands; a field that isn't named is not decided.
    public var sides: [Profile.Field: ConflictSide]

    public init(_ conflict: DraftConflict, sides: [Profile.Field: ConflictSide] = [:]) {
        (self.conflict, self.sides) = (conflict, sides)
    }

    /// Whether every field is decided.
    public var isComplete: Bool { conflict.fields.allSatisfy { sides[$0.field] != nil } }

    /// The side that stands in a field; `nil` where that is not decided, or was for other values than these.
    func side(for field: FieldConflict) -> ConflictSide? {
        conflict.fields.contains(field) ? sides[field.field] : nil
    }
}
