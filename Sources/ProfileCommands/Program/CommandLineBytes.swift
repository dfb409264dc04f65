internal import CommandParsing
internal import ProfileRendering
internal import SystemKit

/// The parts of the process's command line and environment that aren't UTF-8. Swift's strings would repair them, and a
/// file of another name would be written or read.
struct CommandLineBytes {
    /// The words after the program's name, repaired.
    let words: [String]
    /// The original bytes of the repaired words, by their positions in ``words``.
    private let repaired: [Int: [UInt8]]

    init(_ arguments: [[UInt8]]) {
        words = arguments.map { String(decoding: $0, as: UTF8.self) }
        var repaired: [Int: [UInt8]] = [:]
        for (position, bytes) in arguments.enumerated() where !words[position].utf8.elementsEqual(bytes) {
            repaired[position] = bytes
        }
        self.repaired = repaired
    }

    static func process() -> CommandLineBytes {
        CommandLineBytes(Array(ProcessArguments.all.dropFirst()))
    }

    /// The original names of files to import, by the repaired words.
    ///
    /// - Throws: ``UserError`` with `invalidValue` for a word that isn't UTF-8 anywhere else, or that is the same as
    ///   another one once repaired.
    func importedFiles() throws -> [String: [UInt8]] {
        guard !repaired.isEmpty, words.first != CompletionScript.request else { return [:] }
        let invocation = try? CommandTable.parse(words)
        let files = invocation?.path == ["hike", "import"] ? invocation?.positionals ?? [] : []
        var found: [String: [UInt8]] = [:]
        for (position, bytes) in repaired.sorted(by: { $0.key < $1.key }) {
            let word = words[position]
            guard files.contains(word), words.count(where: { $0 == word }) == 1 else {
                let hint: CommandText =
                    files.isEmpty
                    ? "Nothing was done. Give it in UTF-8; a file of such a name has to be renamed first."
                    : "Nothing was done. Import the folder that the file is in."
                throw UserError(.invalidValue, "argument \(position + 1) is not valid UTF-8", hint: hint)
            }
            found[word] = bytes
        }
        return found
    }

    /// Rejects variables that the program reads and that aren't UTF-8.
    ///
    /// - Throws: ``UserError`` with `invalidValue`.
    static func check(undecodableVariables names: Set<String>) throws {
        let read = names.filter { $0.hasPrefix("PROFILE_") || paths.contains($0) }
        guard let name = read.min() else { return }
        throw UserError(
            .invalidValue, "the environment variable \(name) is not valid UTF-8",
            hint: "Nothing was done. Unset it, or give it in UTF-8.")
    }

    /// The other variables that name files and programs.
    private static let paths: Set = [
        "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR", "PAGER", "EDITOR",
        "VISUAL",
    ]
}
