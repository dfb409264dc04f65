internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike trim`: shows a part of a hike's recording.
enum HikeTrimCommand: ProfileCommand {
    private static let from = Option("from", value: "KM|TIME", help: "Where it begins (default: at the start).")
    private static let to = Option("to", value: "KM|TIME", help: "Where it ends (default: at the end).")

    static let declaration = Command(
        "trim", abstract: "Show a part of a hike's recording.",
        discussion: [
            "Figures, graphs, maps and exported tracks then cover only that part. The recording is kept: the next "
                + "trim begins from all of it, --from 0 shows it whole, and hike undo takes a trim back. Either end is given in "
                + "kilometres from the start of the recording, or as a time of day on the hiker's clock. Figures that the "
                + "device declared for the whole, or that were entered by hand, give way to computed ones. The day and "
                + "the start stay, and so do laps and waypoints."
        ],
        options: [from, to],
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike trim 7 --from 0.4 --to 25.1", "Without the way to the start, and the drive home."),
            Example("profile hike trim 7 --to 16:30", "Until half past four."),
        ])

    static func run(_ call: CommandCall) throws {
        let id = try call.hikeIDs()[0]
        let rule = "must be a number of kilometres, or a time of day such as 16:30"
        let (start, end) = (
            try call.value(of: from, rule, TrimEnd.init(parsing:)), try call.value(of: to, rule, TrimEnd.init(parsing:))
        )
        guard start != nil || end != nil else {
            throw UsageError(message: "nothing says what to show", hint: "Name --from, --to or both.")
        }
        let store = try call.access.store()
        let change = try store.trimHike(id, from: start, to: end)
        let header = call.readingBack { try store.hike(id).header }
        let text = header.map { header in
            let length = call.settings.units.distance(kilometres: header.distance)
            return "Hike \(id) shows \(header.trim == nil ? "all" : length) of its recording."
        }
        try call.reporter.answer(HikeIDsAnswer(hikes: change.ids), text: text.map { [$0] } ?? [])
        call.reporter.notice(badgesOf: change)
    }
}

extension TrimEnd {
    /// Reads kilometres, such as "0.4", or a time of day, such as "16:30" or "16:30:15".
    fileprivate init?(parsing text: String) {
        guard text.contains(":") else {
            guard let kilometres = Double(text), kilometres.isFinite, kilometres >= 0 else { return nil }
            self = .kilometres(kilometres)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count <= 2 && part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        self = .timeOfDay(numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
    }
}
