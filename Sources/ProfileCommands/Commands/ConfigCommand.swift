internal import CommandParsing
internal import FoundationEssentials
internal import ProfileKit
internal import ProfileRendering

/// `profile config`: the settings in the config file.
enum ConfigCommand: ProfileCommand {
    static let declaration = Command(
        "config", abstract: "Show or change your settings.",
        discussion: [
            "inbox: the folder whose recordings profile hike import imports without a FILE, and the app while it is open "
                + "(default: none). units: metric or imperial (default: the locale's). theme: the app's, auto, dark or "
                + "light (default: auto). for, idle: as for profile unlock (default: 2h, 15m). reduce-motion: on or off (default: off).",
            "They are kept in $XDG_CONFIG_HOME/profile/config. An option beats the environment, which "
                + "beats the file. An empty VALUE removes a setting.",
        ],
        group: "Help",
        positionals: [
            Positional(
                "KEY", help: "The setting.", arity: .optional,
                completion: .values(ConfigKey.allCases.map(\.rawValue))),
            Positional(
                "VALUE", help: "Its new value.", arity: .optional, completion: .program(CompletionKind.settings)),
        ],
        examples: [
            Example("profile config", "Every setting, and where its value comes from."),
            Example("profile config units imperial", "Miles and feet, whatever the locale says."),
            Example("profile config inbox ~/Recordings", "Where a phone's recordings appear."),
        ])

    static func run(_ call: CommandCall) throws {
        let words = call.invocation.positionals
        let file = call.settings.config
        guard let name = words.first else {
            let settings = ConfigKey.allCases.map { ($0.rawValue, call.settings.value(of: $0)) }
            let answer = ConfigAnswer(
                config: Dictionary(uniqueKeysWithValues: settings.map { ($0, $1.text) }),
                origins: Dictionary(uniqueKeysWithValues: settings.map { ($0, $1.origin.rawValue) }))
            return try call.reporter.answer(answer, text: settings.map { "\($0) = \($1.text) (\($1.origin.rawValue))" })
        }
        guard let key = ConfigKey(rawValue: name) else {
            let names = ConfigKey.allCases.map(\.rawValue)
            let suggestion = nearest(to: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
            throw UserError(
                .invalidValue, "there is no setting '\(name)'",
                hint: "\(suggestion)There are: \(names.joined(separator: ", ")).")
        }
        guard words.count > 1 else {
            let (text, origin) = call.settings.value(of: key)
            if origin == .standard || origin == .locale {
                call.reporter.notice("\(name) is not set (default: \(key.standard)).")
            }
            return try call.reporter.answer(
                ConfigAnswer(config: [name: text], origins: [name: origin.rawValue]),
                text: origin == .standard && key == .inbox ? [] : [text])
        }
        let value = words[1].isEmpty ? nil : key == .inbox ? folder(words[1]) : words[1].lowercased()
        if let value, !key.accepts(value) { throw InvalidValue(name, key.rule) }
        if key == .inbox, let value, HikeFile.all(below: value) == nil {
            throw UserError(
                .io, about: value, "cannot be read: \(systemReason())", hint: "Name a folder that is there.")
        }
        // Read again, since another process may have changed other settings since the command was started.
        var changed = ConfigFile.read(environment: call.context.environment)
        changed.set(key, to: value)
        do {
            try changed.write()
        } catch let error as UserError {
            throw error
        } catch {
            throw UserError(
                .io, "\(file.path) cannot be written: \(UserMessage(error).message)",
                hint: "Nothing was changed. Check the permissions and the space on the disk.")
        }
        try answer(changed, text: [], call)
    }

    /// The whole name of a folder, without a slash at its end.
    private static func folder(_ name: String) -> String {
        var path = name.hasPrefix("/") ? name : "\(FileManager.default.currentDirectoryPath)/\(name)"
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func answer(_ file: ConfigFile, text: [String], _ call: CommandCall) throws {
        let values = Dictionary(uniqueKeysWithValues: file.values.map { ($0.key.rawValue, $0.value) })
        try call.reporter.answer(ConfigAnswer(config: values), text: text)
    }
}

private struct ConfigAnswer: Encodable {
    var schema = JSONAnswer.schema
    let config: [String: String]
    /// Where each value comes from; omitted after a change, which shows what is set in the file.
    var origins: [String: String]?
}
