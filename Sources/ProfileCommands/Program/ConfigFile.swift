internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// A setting in the config file.
enum ConfigKey: String, CaseIterable {
    case inbox
    case units
    case theme
    case lasting = "for"
    case idle
    case reduceMotion = "reduce-motion"

    /// The rule for its values, worded to follow the key's name.
    var rule: String {
        switch self {
        case .inbox: "must be the name of a folder that begins with / or ~/"
        case .units: "must be metric or imperial"
        case .theme: "must be auto, dark or light"
        case .lasting: "must be a duration of at most 24h, such as 90s, 15m, 2h or 1d"
        case .idle: DurationOption.rule
        case .reduceMotion: "must be on or off"
        }
    }

    /// The default.
    var standard: String {
        switch self {
        case .inbox: "none"
        case .units: "the locale's"
        case .theme: "auto"
        case .lasting: "2h"
        case .idle: "15m"
        case .reduceMotion: "off"
        }
    }

    /// The possible values, if they can be listed.
    var values: [String]? {
        switch self {
        case .units: ["metric", "imperial"]
        case .theme: ["auto", "dark", "light"]
        case .inbox, .lasting, .idle: nil
        case .reduceMotion: ["on", "off"]
        }
    }

    func accepts(_ value: String) -> Bool {
        if let values { return values.contains(value) }
        if self == .inbox {
            let isPath = value.hasPrefix("/") || value.hasPrefix("~/")
            return isPath && value.trimmed == value && !value.contains(where: \.isNewline)
        }
        guard let duration = DurationOption.parse(value) else { return false }
        return self != .lasting || duration <= SessionLimits.maximumDuration
    }
}

/// `$XDG_CONFIG_HOME/profile/config`: one line `key = value` per setting. Empty lines and lines that begin with `#` are
/// ignored.
struct ConfigFile {
    let path: String
    private var lines: [String] = []
    private(set) var values: [ConfigKey: String] = [:]
    /// The lines that were ignored, and why: one sentence per line.
    private(set) var problems: [String] = []
    /// Why the file's lines aren't known, so that it can't be rewritten; `nil` if they are.
    private var unreadable: String?

    /// Maximum size of the file, in bytes.
    private static let longest = 64 << 10

    /// Sets the limits of new sessions. A limit that the file doesn't set has its default.
    func setSessionLimits(in configuration: inout Gate.Configuration) {
        func duration(_ key: ConfigKey) -> Duration? { values[key].flatMap(DurationOption.parse) }
        configuration.sessionDuration = duration(.lasting) ?? SessionLimits.defaultDuration
        configuration.sessionIdleLimit = duration(.idle) ?? SessionLimits.defaultIdleLimit
    }

    /// Reads the file; if there is none, nothing is set.
    static func read(environment: [String: String]) -> ConfigFile {
        let path = path(environment)
        do throws(Unreadable) {
            return ConfigFile(path: path, text: try text(of: path))
        } catch {
            var file = ConfigFile(path: path, text: "")
            file.problems.append("\(path) was ignored: \(error.reason)")
            file.unreadable = error.reason
            return file
        }
    }

    private struct Unreadable: Error {
        let reason: String
        /// The system's reason for the last call that failed.
        static var bySystem: Unreadable {
            Unreadable(reason: "it cannot be read: \(systemReason())")
        }
    }

    /// The content of the file; none if there is no file.
    private static func text(of path: String) throws(Unreadable) -> String {
        // It isn't opened as a private file: it may be a link into a collection of dotfiles, and contains no secret.
        // Without blocking, since the opening of a pipe that nobody writes to would never end.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .bySystem }
            return ""
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw .bySystem }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        // Whoever links it to /dev/null wants no settings.
        case S_IFCHR: return ""
        default: throw Unreadable(reason: "it is not a regular file")
        }
        guard let content = beginning(of: file) else { throw .bySystem }
        guard content.count <= longest else { throw Unreadable(reason: "it is longer than \(longest >> 10) KiB") }
        guard let text = String(validating: content, as: UTF8.self) else { throw Unreadable(reason: "it is not UTF-8") }
        return text
    }

    /// The first bytes of the file, up to one more than the maximum; `nil` when it can't be read.
    private static func beginning(of file: Int32) -> [UInt8]? {
        var content = [UInt8](repeating: 0, count: longest + 1)
        var filled = 0
        while filled < content.count {
            let count = unsafe content.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(file, bytes.baseAddress! + filled, bytes.count - filled)
            }
            guard count >= 0 || errno == EINTR else { return nil }
            if count == 0 { break }
            filled += max(count, 0)
        }
        return Array(content[..<filled])
    }

    init(path: String, text: String) {
        self.path = path
        // By bytes, since a CR and the line feed after it are one character.
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String($0) ?? "" }
        if lines.last == "" { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            guard let (name, value) = Self.setting(in: line) else { continue }
            if let key = ConfigKey(rawValue: name), key.accepts(value) {
                values[key] = value
            } else {
                let reason =
                    ConfigKey(rawValue: name).map { "\($0.rawValue) \($0.rule)" } ?? "there is no setting '\(name)'"
                problems.append("\(path):\(index + 1) was ignored: \(reason)")
            }
        }
    }

    /// The place for settings according to the XDG base directory specification; a relative path is ignored.
    static func path(_ environment: [String: String]) -> String {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/profile/config" }
        return "\(SystemUser.home(environment: environment))/.config/profile/config"
    }

    /// The two sides of a line; `nil` for a comment.
    private static func setting(in line: String) -> (name: String, value: String)? {
        let line = line.trimmed
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        guard let equals = line.firstIndex(of: "=") else { return (line, "") }
        return (String(line[..<equals]).trimmed, String(line[line.index(after: equals)...]).trimmed)
    }

    /// Changes or removes a setting, and leaves every other line as it is.
    ///
    /// - Parameter value: a value that the key accepts; `nil` removes the setting.
    mutating func set(_ key: ConfigKey, to value: String?) {
        values[key] = value
        let last = lines.lastIndex { Self.setting(in: $0)?.name == key.rawValue }
        lines = lines.enumerated().filter { index, line in
            index == last || Self.setting(in: line)?.name != key.rawValue
        }.map(\.element)
        let remaining = lines.lastIndex { Self.setting(in: $0)?.name == key.rawValue }
        switch (remaining, value.map { "\(key.rawValue) = \($0)" }) {
        case (let index?, let line?): lines[index] = lines[index].hasSuffix("\r") ? line + "\r" : line
        case (let index?, nil): lines.remove(at: index)
        case (nil, let line?): lines.append(line)
        case (nil, nil): break
        }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Writes the file, replacing any previous one.
    ///
    /// - Throws: ``UserError`` with `io` if the previous one couldn't be read, or is a device.
    func write() throws {
        if let unreadable {
            throw UserError(
                .io, "\(path) cannot be changed: \(unreadable)", hint: "Mend or remove that file first.")
        }
        try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
        // The file may be a link to settings kept elsewhere, which must not be replaced.
        let file = PrivateFile.followingLinks(path)
        var status = stat()
        // To root's programs a device, such as /dev/null, is a file that can be replaced like any other.
        guard unsafe lstat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw UserError(
                .io, "\(path) cannot be changed: it is not a regular file", hint: "Mend or remove that file first.")
        }
        try PrivateFile.replace(file, with: Array(text.utf8).span)
    }
}
