import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import Testing

@testable import ProfileApp
@testable import ProfileCommands

@Suite(.temporaryStore) struct `An import in the app` {
    private func file(_ id: Int, in folder: String) throws -> String {
        let hike = #"{"id":\#(id),"name":"Ridge \#(id)","distance":2,"difficulty":1,"observations":[]}"#
        try Data("[\(hike)]".utf8).write(to: URL(filePath: "\(folder)/\(id).json"))
        return "\(folder)/\(id).json"
    }

    @Test func `completes paths to folders and to files that can be imported`() throws {
        let folder = try #require(TemporaryStore.current).folder + "/paths"
        for name in ["walks", "walk.gpx", "walk.FIT", "walk.tcx.gz", "wall.zip", "wallpaper.png", "walk.md"] {
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: name == "walks" ? path : folder, withIntermediateDirectories: true)
            if name != "walks" { try Data().write(to: URL(filePath: path)) }
        }
        let found = HikeImporter.ofFiles(home: nil).complete("\(folder)/wal")
        #expect(
            found.map { $0.dropFirst(folder.count + 1) } == [
                "walk.FIT", "walk.gpx", "walk.tcx.gz", "walks/", "wall.zip",
            ])
    }

    @Test func `that an error of the store stops reports every file`() throws {
        let temporary = try #require(TemporaryStore.current)
        let store = try temporary.unlock()
        let paths = try ["\(temporary.folder)/none.gpx"] + (1...3).map { try file($0, in: temporary.folder) }
        let report = try HikeImporter.ofFiles(home: nil).read(store, paths) { progress in
            // The store's file is gone when the second file is imported.
            if progress.done == 2 { try? FileManager.default.removeItem(atPath: temporary.gate.path) }
            return true
        }
        #expect(report.imported.count == 1)
        #expect(report.refused.count == 2, "one can't be read, and the store refuses one")
        #expect(report.refused.contains { $0.hasPrefix("\(paths[0]): ") })
        #expect(report.unread == 1)
    }
}
