public import ProfileKit

/// What is said of a saved draft that waits: "A draft from Tuesday is waiting: season winter → spring".
public struct DraftText: Hashable, Sendable {
    public let text: String

    /// - Parameters:
    ///   - savedAt: when it was saved last, in seconds since 1970; `nil` when that is not known.
    ///   - changes: what it changes of the profile that it began from.
    public init(savedAt: Int?, changes: [FieldChange], today: Day) {
        let day = savedAt.map { Day(localTo: $0).spelled(from: today) } ?? "an unknown day"
        let spelled = changes.isEmpty ? "no changes" : changes.map(\.text).joined(separator: ", ")
        text = "A draft from \(day) is waiting: \(spelled)"
    }
}
