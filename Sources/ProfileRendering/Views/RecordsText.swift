public import ProfileModel

/// Personal records as aligned lines: what it is, its value, and the hike or days that hold it.
public struct RecordsText {
    public let records: PersonalRecords
    public let units: Units
    /// Maximum width of a line in cells; longer ones are wrapped.
    public let width: Int

    public init(records: PersonalRecords, units: Units, width: Int = 80) {
        (self.records, self.units, self.width) = (records, units, width)
    }

    public var lines: [String] {
        entries.flatMap { entry in
            "  \(entry.label.fitted(to: 16)) \(entry.value.fitted(to: 12)) \(entry.holder)"
                .wordWrapped(to: width, indent: 19)
        }
    }

    /// The records on foot and those of each activity, below their names. Of the only activity on foot, the records are
    /// those on foot.
    public static func sections(
        onFoot: PersonalRecords, _ activities: [(activity: Activity, records: PersonalRecords)], units: Units,
        width: Int
    ) -> [[StyledLine]] {
        let others = activities.filter { $0.records != onFoot }
        let all = [("On foot", onFoot)] + others.map { ($0.activity.rawValue.capitalizedFirst, $0.records) }
        return all.filter { !$1.records.isEmpty }.map { title, records in
            [StyledLine(title, .bold)]
                + RecordsText(records: records, units: units, width: width).lines.map { StyledLine($0) }
        }
    }

    /// The records that somebody holds, in the order of their kinds.
    var entries: [(label: String, value: String, holder: String, hike: HikeHeader?)] {
        PersonalRecords.Kind.allCases.compactMap { kind in
            records.records[kind].map { (label(of: kind), value($0, of: kind), holder(of: $0), $0.hike) }
        }
    }

    private func label(of kind: PersonalRecords.Kind) -> String {
        switch kind {
        case .longest: "Longest"
        case .highest: "Highest point"
        case .mostClimbed: "Most climbed"
        case .longestStreak: "Longest streak"
        case .mostInAWeek: "Most in a week"
        case .fastest1, .fastest5, .fastest10, .fastest20:
            "Fastest \(units.distance(kilometres: kind.leastDistance ?? 0))"
        }
    }

    private func value(_ record: PersonalRecord, of kind: PersonalRecords.Kind) -> String {
        switch kind {
        case .longest, .mostInAWeek: units.distance(kilometres: record.value)
        case .highest, .mostClimbed: units.height(metres: record.value)
        case .longestStreak: Int(record.value).counted("day")
        case .fastest1, .fastest5, .fastest10, .fastest20: units.pace(secondsPerKilometre: record.value)
        }
    }

    private func holder(of record: PersonalRecord) -> String {
        if let hike = record.hike {
            return "hike \(hike.id), \(hike.name.terminalSafe)" + (hike.date.map { ", \($0.spelled)" } ?? "")
        }
        guard let first = record.first, let last = record.last else { return "" }
        return first == last ? first.spelled : "\(first.spelled) to \(last.spelled)"
    }
}
