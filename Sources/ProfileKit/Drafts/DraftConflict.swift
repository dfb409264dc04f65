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
