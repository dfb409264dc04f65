import FoundationEssentials
import Testing

@Suite("Dependencies between folders") struct FolderOrderTests {
    /// The folders of each library, from the bottom up: the order of the tables in the page on its architecture.
    private static let order = [
        "SealedStore": [
            "Values", "Errors", "Engine", "Records", "Documents", "Account", "Store", "Gate", "Copies",
        ],
        "ProfileKit": ["Profile", "Hikes", "Store"],
    ]

    @Test("a folder uses types of the folders below it alone", arguments: order.keys.sorted())
    func pointDown(library: String) throws {
        let folders = try #require(Self.order[library])
        let files = try SourceFile.all(in: library)
        #expect(Set(files.map(\.folder)).subtracting([""]) == Set(folders))
        // A name that is declared in several places, as nested types may be, doesn't say which is meant.
        var declaring: [String: Set<String>] = [:]
        for file in files { for name in file.declaredTypes { declaring[name, default: []].insert(file.folder) } }
        for file in files {
            guard let level = folders.firstIndex(of: file.folder) else { continue }
            for name in file.namedTypes {
                guard let found = declaring[name], found.count == 1, let folder = found.first else { continue }
                let isBelow = folders.firstIndex(of: folder).map { $0 <= level } ?? false
                #expect(isBelow, "\(file.path) uses \(name) of \(folder)")
            }
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

    static func all(in library: String) throws -> [SourceFile] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/\(library)").path
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.map { path in
            SourceFile(path, try String(contentsOf: URL(filePath: "\(root)/\(path)"), encoding: .utf8))
        }
    }

    private init(_ path: String, _ text: String) {
        let code = text.replacing(#///.*|"(\\.|[^"\\])*"/#, with: "")
        let declaration = #/^(?!.*\bprivate\b).*\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w+)/#
            .anchorsMatchLineEndings()
        self.path = path
        declaredTypes = Set(code.matches(of: declaration).map { String($0.1) })
        namedTypes = Set(code.matches(of: #/\b[A-Z]\w+/#).map { String($0.0) }).subtracting(declaredTypes)
    }
}
