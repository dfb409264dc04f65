import FoundationEssentials
import Testing

@Suite struct `The files of Sources` {
    @Test func `have names that no two share`() throws {
        let names = try SourceFile.all.map(\.name)
        #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
    }

    /// A file may be named after what it does. If its name is a type's, a reader looks for that type in it.
    @Test func `aren't named after a type that only another file declares`() throws {
        let files = try SourceFile.all
        for file in files where !file.declared.contains(file.name) && !file.extended.contains(file.name) {
            let others = files.filter { $0.declared.contains(file.name) }.map(\.name)
            #expect(others == [], "\(file.name).swift has no such type")
        }
    }
}

/// A source file with the types that it declares, nested ones included, and those that it extends.
private struct SourceFile {
    let name: String
    let declared: Set<String>
    let extended: Set<String>

    static var all: [SourceFile] {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Sources").path
            return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.map {
                SourceFile(
                    name: String($0.dropLast(6).split(separator: "/").last ?? ""),
                    try String(contentsOf: URL(filePath: "\(root)/\($0)"), encoding: .utf8))
            }
        }
    }

    private init(name: String, _ text: String) {
        let code = text.replacing(#///.*|"(\\.|[^"\\])*"/#, with: "")
        let declaration =
            #/^(?!.*(?:import|private) ).*?\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w+)/#
            .anchorsMatchLineEndings()
        let extensions = #/^[a-z ]*extension (?:\w+\.)*([A-Z]\w+)/#.anchorsMatchLineEndings()
        self.name = name
        declared = Set(code.matches(of: declaration).map { String($0.1) })
        extended = Set(code.matches(of: extensions).map { String($0.1) })
    }
}
