import FoundationEssentials
import Testing

@Suite struct `The folders of a library` {
    @Test(arguments: ["SealedStore", "ProfileKit"])
    func `use only types of those above them in the page on architecture`(library: String) throws {
        let folders = try order(of: library)
        let files = try SourceFile.all(in: library)
        #expect(Set(files.map(\.folder)).subtracting([""]) == Set(folders), "a file outside of them exports the rest")
        // A name that is declared in several places doesn't say which is meant.
        var declaring: [String: Set<String>] = [:]
        for file in files { for name in file.declaredTypes { declaring[name, default: []].insert(file.folder) } }
        for file in files {
            guard let level = folders.firstIndex(of: file.folder) else { continue }
            for name in file.namedTypes {
                guard let found = declaring[name], found.count == 1, let folder = found.first else { continue }
                let isAbove = folders.firstIndex(of: folder).map { $0 <= level } ?? false
                #expect(isAbove, "\(file.path) uses \(name) of \(folder)")
            }
        }
    }

    /// The folders in the order of the page's table, whose upper ones are used by the lower ones.
    private func order(of library: String) throws -> [String] {
        let page = try String(
            contentsOf: SourceFile.sources.appending(path: "ProfileKit/ProfileKit.docc/Architecture.md"),
            encoding: .utf8)
        let table = try #require(page.split(separator: "| \(library) | holds |\n|---|---|\n").dropFirst().first)
        return table.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.compactMap { row in
            row.firstMatch(of: #/^\| `(\w+)/`/#).map { String($0.1) }
        }
    }
}

/// A source file, as far as its types tell what it depends on.
private struct SourceFile {
    /// Relative to the library's folder.
    let path: String
    let declaredTypes: Set<String>
    let namedTypes: Set<String>

    /// The uppermost folder; empty for a file outside of them.
    var folder: String { path.contains("/") ? String(path.prefix { $0 != "/" }) : "" }

    static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    static func all(in library: String) throws -> [SourceFile] {
        let root = sources.appending(path: library).path
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.map { path in
            SourceFile(path, try String(contentsOf: URL(filePath: "\(root)/\(path)"), encoding: .utf8))
        }
    }

    private init(_ path: String, _ text: String) {
        let code = text.replacing(#///.*|"(\\.|[^"\\])*"/#, with: "")
        // At the top level, so that nested types and generic parameters of one name aren't taken for each other.
        let declaration =
            #/^(?=[a-z@])(?!.*(?:import|private) ).*\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w+)/#
            .anchorsMatchLineEndings()
        self.path = path
        declaredTypes = Set(code.matches(of: declaration).map { String($0.1) })
        namedTypes = Set(code.matches(of: #/\b[A-Z]\w+/#).map { String($0.0) }).subtracting(declaredTypes)
    }
}
