import FoundationEssentials
import ProfileKit
import Testing

@testable import ProfileCommands

/// A file is read before the store is locked for writing, but only as much of it as may be kept in memory.
@Suite struct `A long file of hikes` {
    /// Landmarks JSON of hikes with so many observations each.
    private func file(hikes: Int, observations: Int) throws -> String {
        let track = [String](repeating: #"{"distanceFromStart":1}"#, count: observations).joined(separator: ",")
        let list = (1...hikes).map { id in
            #"{"id":\#(id),"name":"Ridge","distance":2,"difficulty":1,"observations":[\#(track)]}"#
        }
        let path = FileManager.default.temporaryDirectory.path + "/hikes-\(UUID().uuidString)"
        try Data("[\(list.joined(separator: ","))]".utf8).write(to: URL(filePath: path))
        return path
    }

    /// The hikes that are read at first, and then at each further call.
    private func pieces(of path: String) throws -> [[Int]] {
        guard case .hikes(let first) = try HikeFile(path: path).content(as: nil) else { return [] }
        var pieces = [first.hikes.map(\.hike.id)]
        while let next = try first.more?(), !next.isEmpty { pieces.append(next.map(\.hike.id)) }
        return pieces
    }

    @Test(arguments: [(hikes: 60, observations: 2_000, held: 35), (12_000, 1, 9_000)])
    func `is kept only in part, however long its hikes are`(hikes: Int, observations: Int, held: Int) throws {
        let path = try file(hikes: hikes, observations: observations)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pieces = try pieces(of: path)
        #expect(pieces.count > 1 && pieces.first.map { $0.count <= held } == true, "\(pieces.map(\.count))")
        #expect(pieces.flatMap(\.self) == Array(1...hikes))
    }

    @Test func `is read at once if it is short`() throws {
        let path = try file(hikes: 20, observations: 100)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try pieces(of: path) == [Array(1...20)])
    }
}
