import FoundationEssentials
import TestSupport
import Testing

/// Exports and imports are streamed: they need less memory than the file alone would take that they write or read.
@Suite(.aboutFiles, .aboutLimits)
struct `The memory that a command needs` {
    /// In kilobytes; what the program needs for itself is about half of it.
    private static let limit = 60_000

    /// Landmarks JSON with 40 hikes of some 0.4 MB each.
    private static func landmarks() -> String {
        let observations = (0..<4_000).map { step in
            let low = 100 + step % 900
            return """
                {"distanceFromStart":\(Double(step) / 100),"elevation":[\(low).25,\(low + 12).75],\
                "pace":[600.5,\(640 + step % 90).5],"heartRate":[\(100 + step % 50),\(150 + step % 30)]}
                """
        }.joined(separator: ",")
        let list = (1...40).map { id in
            #"{"id":\#(id),"name":"Ridge","distance":40,"difficulty":3,"observations":[\#(observations)]}"#
        }
        return "[\(list.joined(separator: ","))]"
    }

    /// The peak of a command's memory, in kilobytes.
    private func peak(_ home: Home, _ arguments: String...) throws -> Int {
        let figures = home.path(of: "memory")
        let run = try home.program.run(
            arguments: arguments,
            environment: ["LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_MEMORY": figures],
            timeout: .seconds(120))
        try #require(run.exitCode == 0, "\(run.errors)")
        let text = String(decoding: try Data(contentsOf: URL(filePath: figures)), as: UTF8.self)
        return try #require(text.split(separator: " ").first.flatMap { Int($0) })
    }

    @Test func `stays within 60 MB for an import or an export of as much`() throws {
        let (home, other) = (try Home.withStore(unlocked: true), try Home.withOtherStore())
        let landmarks = try home.write(Self.landmarks(), to: "hikes.json")
        #expect(try peak(home, "hike", "import", landmarks) < Self.limit)
        let export = home.path(of: "all.json")
        #expect(try peak(home, "export", export) < Self.limit)
        #expect(try peak(other, "import", export) < Self.limit)
        let size = try FileManager.default.attributesOfItem(atPath: export)[.size] as? Int ?? 0
        #expect(size > 44_000_000, "more than what is left for it beside the program itself")
    }
}
