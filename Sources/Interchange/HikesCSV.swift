public import ProfileModel

/// Hikes as comma-separated values for spreadsheets (RFC 4180): a header row, then one row per hike.
///
/// The columns are named as in `profile hike list --json`; unknown values are empty. A text that a spreadsheet would
/// interpret as a formula, since it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, gets a leading
/// apostrophe, which marks it as text.
public enum HikesCSV {
    private static let columns: [(name: String, value: @Sendable (HikeHeader) -> String)] = [
        ("id", { String($0.id) }), ("name", { text($0.name) }), ("date", { $0.date?.description ?? "" }),
        ("distance", { number($0.distance) }), ("difficulty", { $0.difficulty.map(String.init) ?? "" }),
        ("duration", { number($0.duration) }), ("movingTime", { number($0.movingTime) }),
        ("ascent", { number($0.ascent) }), ("descent", { number($0.descent) }),
        ("heartRate.min", { number($0.heartRate?.min) }), ("heartRate.average", { number($0.heartRate?.average) }),
        ("heartRate.max", { number($0.heartRate?.max) }), ("source", { text($0.source ?? "") }),
        ("startTime", { $0.startTime?.description ?? "" }), ("activity", { $0.activity.rawValue }),
        ("planned", { $0.isPlanned ? "true" : "false" }), ("tags", { text($0.tags.sorted().joined(separator: ", ")) }),
        ("favourite", { $0.isFavourite ? "true" : "false" }), ("notes", { text($0.notes) }),
    ]

    /// The headings and the rows, each without its terminating CRLF.
    public static func rows(of hikes: [HikeHeader]) -> [String] { [headings] + hikes.map(row) }

    /// The headings, without their terminating CRLF.
    public static var headings: String { columns.map(\.name).joined(separator: ",") }

    /// The row of a hike, without its terminating CRLF. Notes may have line feeds, which are quoted.
    public static func row(of hike: HikeHeader) -> String {
        columns.map { quoted($0.value(hike)) }.joined(separator: ",")
    }

    /// The columns' names.
    static let names = columns.map(\.name)

    private static func text(_ text: String) -> String { needsMark(text) ? "'" + text : text }

    /// Whether a text begins as a formula does, or as one that is marked as text.
    static func needsMark(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
    }

    private static func number(_ value: Double?) -> String {
        guard let value else { return "" }
        return Int(exactly: value).map(String.init) ?? String(value)
    }

    private static func quoted(_ field: String) -> String {
        let special = field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        let isPadded = field.first?.isWhitespace == true || field.last?.isWhitespace == true
        guard special || isPadded else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
