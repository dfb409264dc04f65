/// The values that shells offer for an argument.
public enum Completion: Sendable, Hashable {
    /// Nothing: the value is free text.
    case none
    /// Names of files and folders.
    case file
    /// A closed list. The parser doesn't enforce it: validating the value is left to the command.
    case values([String])
    /// Values that only the program knows, such as its records, by the name of their kind.
    case program(String)
}

/// A word that a shell offers at the end of a command line.
public enum Candidate: Sendable, Hashable {
    /// A whole word, and one line that describes it.
    case word(String, note: String? = nil)
    /// Every name of a file or folder, after this part of the word: `--store=`, or nothing.
    case files(after: String)
}

extension ArgumentParser {
    /// Returns what the last word of an incomplete command line may become, in the order to show it in.
    ///
    /// The shell selects the candidates that continue the word. Options are offered after a dash, and where there is
    /// nothing else to offer.
    ///
    /// - Parameters:
    ///   - words: the command line without the program's name, up to the cursor; the last word may be empty.
    ///   - list: lists the program's values of a kind.
    public func candidates(
        for words: [String], listing list: (_ kind: String) -> [(value: String, note: String?)]
    ) -> [Candidate] {
        var reading = ArgumentReading(root: root)
        reading.read(Array(words.dropLast()))
        guard !reading.isLost else { return [] }
        let (scope, current) = (reading.scope, words.last ?? "")

        func values(_ completion: Completion, after lead: String = "") -> [Candidate] {
            switch completion {
            case .none: []
            case .file: [.files(after: lead)]
            case .values(let values): values.map { .word(lead + $0) }
            case .program(let kind): list(kind).map { .word(lead + $0.value, note: $0.note) }
            }
        }

        if let option = reading.awaited { return values(option.completion) }
        if !reading.isEnded, case .long(let name, _?) = Token(current) {
            return values(scope.option(long: name)?.completion ?? .none, after: "--\(name)=")
        }
        let options = reading.freeOptions.flatMap { option in
            option.spellings.map { Candidate.word($0, note: described(option.help)) }
        }
        if !reading.isEnded, current.unicodeScalars.first == "-" { return options }
        let found =
            if scope.command.isGroup {
                scope.command.subcommands.map { Candidate.word($0.name, note: described($0.abstract)) }
            } else {
                values(reading.nextPositional?.completion ?? .none)
            }
        return found.isEmpty && current.isEmpty && !reading.isEnded ? options : found
    }
}

/// A help text as one line.
private func described(_ help: String) -> String {
    help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// The text quoted as one literal word of bash or zsh.
public func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
