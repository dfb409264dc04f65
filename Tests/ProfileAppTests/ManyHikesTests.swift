import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

/// The time that a key takes on the largest pictures.
@Suite(.serialized) struct `The badges in a large window` {
    @Test func `are drawn without delay on a key`() {
        #if DEBUG
            // Twenty times what it takes alone: how fast a debug build is depends on what else the machine does.
            let limit = Duration.seconds(1)
        #else
            let limit = Duration.milliseconds(10)
        #endif
        let clock = ContinuousClock()
        // The fastest of some keys, so that other load on the machine doesn't count. Each shows a badge for the first
        // time.
        var screen = `The screens opened from the home`.badges(
            CellSize(columns: 200, rows: 60), depth: .trueColor)
        let fastest = (0..<5).map { _ in
            var canvas = Canvas(size: screen.size)
            return clock.measure {
                _ = screen.update(.key(.down), at: .zero)
                screen.draw(on: &canvas, at: .zero)
            }
        }.min()
        print("fastest key with a large badge:", fastest.map { "\($0)" } ?? "")
        #expect(fastest ?? .zero < limit)
    }

    @Test func `are drawn once, and shown again without drawing`() {
        let size = CellSize(columns: 200, rows: 60)
        var screen = `The screens opened from the home`.badges(size, depth: .trueColor)
        let first = screen.lines(size)
        _ = screen.press(.down)
        #expect(screen.lines(size) != first)
        _ = screen.press(.up)
        #expect(screen.lines(size) == first)
        #expect(screen.drawnPictures == 2)
        _ = screen.update(.resized(Sample.terminal), at: .zero)
        #expect(screen.drawnPictures == 1)
    }
}

/// The time that a key takes with a long list.
@Suite(.serialized) struct `A home with 100,000 hikes` {
    private static let home: HomeScreen = {
        let names = ["Lonesome Ridge", "Elk Lake", "Cathedral Loop", "山道", "Old Mill"]
        let hikes = (1...100_000).map { number in
            HikeHeader(
                id: number, name: "\(names[number % names.count]) \(number)", distance: Double(number % 300) / 7,
                date: Day(year: 2000, month: 1, day: 1).adding(days: number % 9_000), ascent: Double(number % 1_900))
        }
        return Sample.home(hikes, size: CellSize(columns: 120, rows: 40))
    }()

    /// Whether the slowest of the keys, with its redraw, is quick; debug builds are some thirty times slower than the
    /// program.
    private func isQuick(_ keys: [Key], _ screen: inout HomeScreen) -> Bool {
        #if DEBUG
            let limit = Duration.milliseconds(400)
        #else
            let limit = Duration.milliseconds(10)
        #endif
        let clock = ContinuousClock()
        var fastest: [Key: Duration] = [:]
        // The fastest of three rounds, so that other load on the machine doesn't count.
        for _ in 0..<3 {
            for key in keys {
                var canvas = Canvas(size: screen.size)
                let time = clock.measure {
                    _ = screen.update(.key(key), at: .zero)
                    screen.draw(on: &canvas, at: .zero)
                }
                fastest[key] = min(fastest[key] ?? .seconds(9), time)
            }
        }
        print("slowest key with 100,000 hikes:", fastest.max { $0.value < $1.value }.map { "\($0)" } ?? "")
        return fastest.values.allSatisfy { $0 < limit }
    }

    @Test func `moves and draws without delay on a key`() {
        var home = Self.home
        #expect(isQuick([.down, .pageDown, .end, .up, .home], &home))
        #expect(home.list.rows.count == 100_000)
    }

    @Test func `searches, sorts, filters and draws without delay on a key`() {
        var home = Self.home
        #expect(isQuick([.character("s"), .character("y"), .character("f")], &home))
        _ = home.press(.escape, .character("/"))
        #expect(isQuick([.character("e"), .character("l"), .backspace, .backspace], &home))
        _ = home.type("elk 99999")
        #expect(home.list.rows.count <= 1)
    }
}
