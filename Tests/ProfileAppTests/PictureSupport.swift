import GoldenFiles
import ProfileRendering
import Testing

@testable import ProfileApp

/// Screens compared with the pictures that are kept of them.
enum Picture {
    /// The sizes of windows that every screen is looked at in.
    static let sizes = [
        CellSize(columns: 40, rows: 16), CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 40),
        CellSize(columns: 200, rows: 60),
    ]

    /// Compares the characters of a screen with a text file.
    static func check(_ screen: some Screen, _ name: String, _ size: CellSize, at now: Moment = .seconds(1)) throws {
        let text = screen.lines(size, at: now).joined(separator: "\n") + "\n"
        let file = "\(name)-\(size.columns)x\(size.rows)"
        #expect(try GoldenFile("\(file).txt").difference(from: text) == nil)
    }
}
