/// A field-by-field three-way merge: a draft's changes are applied to what was committed since it began. Sets are
/// merged member by member.
public struct Merge<Model: FieldModel>: Hashable, Sendable {
    /// The merged value. Fields in conflict hold the committed value until they are decided.
    public private(set) var model: Model
    /// The fields that both sides changed to different values; the same change on both sides isn't a conflict.
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
            } else if let merged = field.merged(base: from, mine: to, theirs: committed) {
                field.set(merged, in: &model)
            } else {
                conflicts.append(FieldConflict(field: field.name, base: from, mine: to, theirs: committed))
            }
        }
    }

    /// Applies decisions; conflicts without a decision remain.
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

/// A field that both sides changed to different values.
public struct FieldConflict: Hashable, Sendable {
    /// The field's name.
    public let field: String
    /// The value from which both sides began.
    public let base: AnyFieldValue
    /// The value in the draft.
    public let mine: AnyFieldValue
    /// The value that was committed since the draft began.
    public let theirs: AnyFieldValue
}

// It is part of an error.
extension FieldConflict: CustomStringConvertible, CustomReflectable {
    /// The name of the field, without its values, for logs.
    public var description: String { field }
    public var customMirror: Mirror { Mirror(self, children: ["field": field]) }
}

/// The committed value has changed since the draft began, and both sides changed the same fields. Nothing was written.
public struct DraftConflict: Error, Hashable, Sendable {
    /// The fields in conflict.
    public let fields: [FieldConflict]
    /// The committed revision that the draft conflicts with.
    public let revision: Int

    public init(fields: [FieldConflict], revision: Int) {
        (self.fields, self.revision) = (fields, revision)
    }
}

extension DraftConflict: CodedError {
    var code: StoreError.Code { .conflict }
}

// Errors are logged, and the values of a document must not be.
extension DraftConflict: CustomStringConvertible, CustomReflectable {
    /// The names of the fields, without their values, for logs.
    public var description: String {
        "conflict with revision \(revision): \(fields.map(\.field).joined(separator: ", "))"
    }
    public var customMirror: Mirror { Mirror(self, children: ["fields": fields, "revision": revision]) }
}

/// One side of a conflict.
public enum ConflictSide: String, CaseIterable, Sendable {
    case mine, theirs
}

/// Decides which side's value to use for fields that both sides changed.
public struct ConflictDecisions: Hashable, Sendable {
    /// The decisions by field name.
    public var fields: [String: ConflictSide]
    /// The decision for every other field.
    public var others: ConflictSide?
    /// The conflicts on which the decisions were based: a field whose values have changed since then isn't decided.
    /// `nil` for decisions that apply to any values.
    public let seen: DraftConflict?

    public init(_ fields: [String: ConflictSide] = [:], others: ConflictSide? = nil, seen: DraftConflict? = nil) {
        (self.fields, self.others, self.seen) = (fields, others, seen)
    }

    /// Whether every conflict in ``seen`` is decided.
    public var isComplete: Bool { seen?.fields.allSatisfy { side(for: $0) != nil } ?? true }

    /// Decides nothing.
    public static let none = ConflictDecisions()
    /// Decides for the same side in all fields.
    public static func all(_ side: ConflictSide) -> Self { Self(others: side) }

    /// The side to use for a conflict; `nil` if it isn't decided.
    public func side(for conflict: FieldConflict) -> ConflictSide? {
        if let seen, !seen.fields.contains(conflict) { return nil }
        return fields[conflict.field] ?? others
    }
}
