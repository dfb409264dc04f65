internal import ProfileKit

/// Names for files of hikes: the day and the name, as "2026-10-11 Ridge", safe on any system and none twice.
struct HikeFileNames {
    /// In lower case, since some systems don't tell the cases apart.
    private var taken: Set<String> = []

    private static let longest = 200

    mutating func name(of hike: HikeHeader) -> String {
        let words = [hike.date?.description, hike.name].compactMap(\.self).joined(separator: " ")
        let safe = words.replacingInvisibleControls { _ in " " }.map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
        var name = ""
        for character in safe.drop(while: { $0 == "." || $0.isWhitespace }) {
            guard name.utf8.count + character.utf8.count <= Self.longest else { break }
            name.append(character)
        }
        while name.last == "." || name.last?.isWhitespace == true { name.removeLast() }
        if name.isEmpty { name = "Hike" }
        var (unique, number) = (name, 2)
        while !taken.insert(unique.lowercased()).inserted {
            unique = "\(name) \(number)"
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
