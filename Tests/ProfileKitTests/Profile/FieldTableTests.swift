import FoundationEssentials
import ProfileKit
import Testing

@Suite struct `The table of what each field changes` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func rows() throws -> [[String]] {
        let page = try String(
            contentsOf: Self.root.appending(path: "Sources/ProfileKit/ProfileKit.docc/ProfileKit.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|").map(String.init)
        }
    }

    @Test func `has a row for each field`() throws {
        let named = try rows().compactMap { $0[0].firstMatch(of: /`(\w+)`/).map { String($0.1) } }
        #expect(Set(named) == Set(Profile.fields.map(\.name)) && named.count == Profile.fields.count)
    }

    @Test func `names tests that exist`() throws {
        let folder = Self.root.appending(path: "Tests")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        for row in try rows() {
            let files = try #require(row.last).split(separator: "; `").map { "`" + $0 }
            #expect(files.count >= 2, "\(row[0])")
            for named in files {
                let file = try #require(named.firstMatch(of: /`(\w+)`: “/)).1
                let path = try #require(paths.first { $0.hasSuffix("/\(file).swift") }, "\(file)")
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                for test in named.matches(of: /“([^”]+)”/) {
                    #expect(text.contains("func `\(test.1)`("), "\(file): \(test.1)")
                }
            }
        }
    }
}
