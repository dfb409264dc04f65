internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// The options that select hikes, and the ids beside them: the same for every command that takes hikes.
enum HikeFilterOptions {
    /// An option for each key of the filter.
    static let all = HikeFilter.Key.allCases.map(option)

    /// All except those that a command has under the same name for something else.
    static func all(except keys: HikeFilter.Key...) -> [Option] {
        HikeFilter.Key.allCases.filter { !keys.contains($0) }.map(option)
    }

    /// The filter's conditions for a command whose own options bear the same names.
    static let conditions = Option(
        "where", value: "KEY=VALUE",
        help: "Only hikes of this, such as activity=hiking, tag=wet, favourite or year=2019; may be repeated with "
            + "another key. The keys are the options of hike list.", isRepeatable: true,
        completion: .values(HikeFilter.Key.allCases.map { $0.isFlag ? $0.rawValue : "\($0.rawValue)=" }))

    /// The ids, and ranges of them.
    static func ids(_ what: String = "Which hikes, by ids and ranges such as 9-12 (default: all).") -> Positional {
        Positional("ID", help: what, arity: .any, completion: .program(CompletionKind.hikes))
    }

    private static func option(_ key: HikeFilter.Key) -> Option {
        let (placeholder, help) = texts(key)
        guard let placeholder else { return Option(flag: key.rawValue, help: help) }
        let values: Completion =
            switch key {
            case .activity: .values(Activity.allCases.map(\.rawValue))
            case .imported: .values(["last"])
            case .tag: .program(CompletionKind.tags)
            default: .none
            }
        return Option(key.rawValue, value: placeholder, help: help, completion: values)
    }

    private static func texts(_ key: HikeFilter.Key) -> (placeholder: String?, help: String) {
        switch key {
        case .year: ("YEAR", "Only hikes of this year.")
        case .since: ("DAY", "Only hikes on this day or later; a month or a year will do.")
        case .until: ("DAY", "Only hikes on this day or earlier; a month or a year will do.")
        case .activity: ("ACTIVITY", "Only of this activity: \(Activity.words).")
        case .tag: ("TAG", "Only with this tag, in any case.")
        case .favourite: (nil, "Only favourites.")
        case .search:
            (
                "WORDS",
                "Only with all of these words in name, notes or tags, in any case, with or without accents."
            )
        case .near:
            (
                "PLACE|LAT,LON[,KM]",
                "Only with a track that comes to this place, or as near to this position (default: 1 km)."
            )
        case .longer: ("KM", "Only longer than this.")
        case .higher: ("M", "Only with a point higher above the sea than this, in metres.")
        case .imported: ("last", "Only those of the last import.")
        }
    }

    /// The rule for a condition's value as an option or a key names it.
    fileprivate static func set(
        _ key: HikeFilter.Key, to text: String, of name: String, in filter: inout HikeFilter
    ) throws {
        do throws(FieldRule) { try filter.set(key, to: text) } catch { throw InvalidValue(name, error.requirement) }
    }
}

extension CommandCall {
    /// The filter that the command line gives.
    ///
    /// - Parameter takesIDs: whether the positionals are ids and ranges of them.
    /// - Throws: ``InvalidValue``; ``UsageError`` if a condition is given twice.
    func hikeFilter(takesIDs: Bool = true) throws -> HikeFilter {
        var filter = HikeFilter()
        let options = invocation.command.options
        for (key, option) in zip(HikeFilter.Key.allCases, HikeFilterOptions.all) where options.contains(option) {
            if key.isFlag, isSet(option) { try filter.set(key, to: "") }
            guard let text = value(of: option) else { continue }
            try HikeFilterOptions.set(key, to: text, of: "--\(option.name)", in: &filter)
        }
        var given: Set<HikeFilter.Key> = []
        for condition in invocation.values(of: HikeFilterOptions.conditions) {
            let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = HikeFilter.Key(rawValue: String(parts[0])), key.isFlag || parts.count == 2 else {
                let names = HikeFilter.Key.allCases.map { $0.isFlag ? $0.rawValue : "\($0.rawValue)=VALUE" }
                throw InvalidValue("--where", "must be one of \(names.joined(separator: ", "))")
            }
            let value = parts.count == 2 ? String(parts[1]) : "on"
            guard !key.isFlag || value == "on" else {
                throw InvalidValue("--where \(key.rawValue)", "has no value")
            }
            guard given.insert(key).inserted else {
                throw UsageError(
                    message: "'--where \(key.rawValue)' is given more than once", hint: "Give it once.")
            }
            try HikeFilterOptions.set(key, to: value, of: "--where \(key.rawValue)", in: &filter)
        }
        guard takesIDs else { return filter }
        for word in invocation.positionals {
            do throws(FieldRule) { try filter.add(ids: word) } catch { throw InvalidValue("ID", error.requirement) }
        }
        return filter
    }

    /// The ids of the hikes to change: those that the command line names, or selects with a filter. Several are changed
    /// only if their number is confirmed.
    ///
    /// - Parameter verb: what is done to them, such as "remove".
    /// - Returns: `nil` if the user doesn't want it, or nothing is selected, which is said.
    /// - Throws: ``UsageError`` without ids and filter, and where nobody can confirm.
    func hikesToChange(_ filter: HikeFilter, of store: ProfileStore, to verb: String) throws -> [Int]? {
        let named = filter.namedIDs
        let selected = named == nil ? try store.readableHikes(matching: filter) : nil
        if let selected { try requireWhole(selected, hint: "Nothing was changed.") }
        let ids = named ?? selected?.value.map(\.id) ?? []
        guard !ids.isEmpty else {
            reporter.notice("No hikes match.")
            return nil
        }
        guard ids.count > 1, !isSet(HikeChangeOptions.yes) else { return ids }
        guard let person else {
            throw UsageError(
                message: "to \(verb) \(ids.count.counted("hike")) needs confirmation",
                hint: "Confirm with --yes.")
        }
        guard try person.agrees(to: "\(verb.capitalizedFirst) \(ids.count.counted("hike"))? (yes/no) ") else {
            reporter.notice("Nothing was changed.")
            return nil
        }
        return ids
    }
}

/// Options of the commands that change several hikes.
enum HikeChangeOptions {
    static let yes = Option(flag: "yes", help: "Don't ask, even for several hikes.")
}
