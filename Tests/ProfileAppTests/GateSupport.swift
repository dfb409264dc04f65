import GoldenFiles
import ProfileKit
import ProfileRendering
import Sealing
import SeededRandom
import Synchronization

@testable import ProfileApp

/// Sizes, keys and drawings that the tests of the gate's screens share.
enum GateTest {
    static let terminal = CellSize(columns: 80, rows: 24)
    static let smallest = CellSize(columns: 40, rows: 16)
    static let sizes = [terminal, smallest]

    /// A key order that a seed repeats.
    static func shuffled(_ seed: UInt64) -> RandomWords {
        let source = Mutex(SeededSource(seed: seed))
        return RandomWords { source.withLock { $0.next() } }
    }

    static func shared(_ text: String) -> SharedSecret {
        // A test machine has the memory.
        SharedSecret(try! Secret(text))
    }

    static func isTyped(_ text: String, in typed: TypedSecret) -> Bool {
        (try? typed.secret().equals(Secret(text))) ?? false
    }
}

extension Screen {
    /// Types a text key by key, a tenth of a second each.
    mutating func enter(_ text: String, from start: Moment = .zero) -> [Effect] {
        text.enumerated().flatMap { index, character in
            update(.key(.character(character)), at: start + .milliseconds(100 * index))
        }
    }

    /// Sends keys one after the other at one moment.
    @discardableResult
    mutating func send(_ keys: Key..., at now: Moment = .zero) -> [Effect] {
        keys.flatMap { update(.key($0), at: now) }
    }

    func picture(_ size: CellSize = GateTest.terminal, at now: Moment = .zero) -> Canvas {
        var canvas = Canvas(size: size)
        draw(on: &canvas, at: now)
        return canvas
    }

    /// What is seen, without colours.
    func text(_ size: CellSize = GateTest.terminal, at now: Moment = .zero) -> String {
        picture(size, at: now).text
    }

    /// Where a text is seen.
    func place(of text: String, _ size: CellSize = GateTest.terminal, at now: Moment = .zero) -> CellPoint? {
        picture(size, at: now).place(of: text)
    }

    /// Compares the screen with its golden files: plain at both sizes, and as a picture at the larger one.
    func differenceFromGolden(_ name: String, at now: Moment = .zero, test: String = #filePath) throws -> String? {
        for size in GateTest.sizes {
            let drawn = text(size, at: now) + "\n"
            let file = GoldenFile("\(name)-\(size.columns)x\(size.rows).txt", test: test)
            if let difference = try file.difference(from: drawn) { return difference }
        }
        return try GoldenFile("\(name).svg", test: test).difference(from: picture(at: now).svg(title: "profile"))
    }
}

extension Canvas {
    var text: String { lines(depth: .none).joined(separator: "\n") }

    func place(of text: String) -> CellPoint? {
        for (row, line) in lines(depth: .none).enumerated() {
            if let range = line.range(of: text) {
                return CellPoint(column: String(line[..<range.lowerBound]).cells, row: row)
            }
        }
        return nil
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<Index>? {
        indices.lazy.compactMap { start in
            self[start...].hasPrefix(part) ? start..<index(start, offsetBy: part.count) : nil
        }.first
    }
}
