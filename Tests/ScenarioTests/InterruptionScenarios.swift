import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite(.aboutFiles) struct `Ctrl-C in an export` {
    @Test(arguments: [["export", "exports/all.json"], ["hike", "export", "--format", "landmarks"]])
    func `closes the store first, so that its file is whole`(arguments: [String]) throws {
        let home = try Home.withStore(unlocked: true)
        let list = (1...4_000).map { #"{"id":\#($0),"name":"Ridge","distance":4,"difficulty":3,"observations":[]}"# }
        let hikes = try home.write("[\(list.joined(separator: ","))]", to: "hikes.json")
        #expect(try home.program.run("hike", "import", hikes).exitCode == 0)
        let (files, folder) = (FileManager.default, home.path(of: "exports"))
        func written() -> [String] {
            let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { (try? files.attributesOfItem(atPath: "\(folder)/\($0)"))?[.size] as? Int != 0 }
        }
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        // An export that ended before it was interrupted is tried again.
        for _ in 1...20 {
            try? files.removeItem(atPath: folder)
            try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let export = try shell.start(
                arguments: ["-c", "exec \"$0\" \"$@\" > exports/shown.json", home.program.path] + arguments)
            try waitUntil { !written().isEmpty }
            export.signal(SIGINT)
            let ended = try export.wait()
            #expect(!files.fileExists(atPath: home.storeName + "-wal"), "\(ended)")
            guard ended.exitCode == 130 else { continue }
            return #expect(!files.fileExists(atPath: "\(folder)/all.json"))
        }
        Issue.record("each of 20 exports had ended before it was interrupted")
    }
}
