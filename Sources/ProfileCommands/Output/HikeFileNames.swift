internal import ProfileKit

/// Names for files of hikes: the day and the name, as "2026-10-11 Ridge", safe on any system and none twice.
struct HikeFileNames {
    /// The names in lower case, since some systems don't tell the cases apart.
    private var taken: Set<String> = []

    private static let longest = 200

    mutating func name(of hike: HikeHeader) -> String {
        name([hike.date?.description, hike.name].compactMap(\.self).joined(separator: " "))
    }

    /// The name of a file that is kept, with its ending.
    mutating func name(of file: OriginalFile) -> String {
        let safe = file.name.drop { $0 == "." }
        // That of a packed file has two parts.
        let isPacked = safe.lowercased().hasSuffix(".gz")
        let start = safe.dropLast(isPacked ? 3 : 0).lastIndex(of: ".") ?? safe.endIndex
        let ending = safe[start...].filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
        return name(String(safe[..<start]), ending: String(ending.prefix(20)))
    }

    /// - Parameter ending: with its point.
    private mutating func name(_ text: String, ending: String = "") -> String {
        let safe = text.replacingInvisibleControls { _ in " " }.map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
        var name = ""
        for character in safe.drop(while: { ".-".contains($0) || $0.isWhitespace }) {
            guard name.utf8.count + character.utf8.count <= Self.longest else { break }
            name.append(character)
        }
        while name.last == "." || name.last?.isWhitespace == true { name.removeLast() }
        if name.isEmpty { name = "Hike" }
        var (unique, number) = (name + ending, 2)
        while !taken.insert(unique.lowercased()).inserted {
            unique = "\(name) \(number)\(ending)"
            number += 1
        }
        return unique
    }
}

/// The JSON answer of a command that wrote files into a folder.
struct FolderAnswer: Encodable {
    var schema = JSONAnswer.schema
    let folder: String
    /// The files that were written.
    let files: [String]
}
