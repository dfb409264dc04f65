import ProfileModel
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileRendering

@Suite struct `A badge's picture` {
    private static let depths: [ColorDepth] = [.none, .eight, .palette256, .trueColor]

    @Test(arguments: Badge.all) func `is labelled by the badge's name`(badge: Badge) throws {
        let picture = BadgePicture(badge, isEarned: true)
        #expect(picture.label == "Badge for \(badge.name).")
        #expect(picture.svg.contains("<title>Badge for \(badge.name).</title>"))
        #expect(picture.svg.contains("role=\"img\""))
        #expect(XMLCheck.problem(in: picture.svg) == nil)
    }

    @Test(arguments: [("First Hike", "first-hike"), ("Earth Day", "earth-day"), ("Tenth Hike", "tenth-hike")])
    func `matches its golden file`(name: String, file: String) throws {
        let badge = try #require(Badge.named(name))
        #expect(
            try GoldenFile("badge-\(file).svg").difference(from: BadgePicture(badge, isEarned: true).svg) == nil)
    }

    @Test func `is an outline before it is earned, the same for all`() throws {
        let outlines = Set(Badge.all.map { BadgePicture($0, isEarned: false).canvas(size: BadgePicture.size(rows: 9)) })
        #expect(outlines.count == 1)
        #expect(
            try GoldenFile("badge-outline.svg").difference(from: BadgePicture(Badge.all[0], isEarned: false).svg) == nil
        )
    }

    @Test func `differs for each earned badge`() {
        let pictures = Set(Badge.all.map { BadgePicture($0, isEarned: true).canvas(size: BadgePicture.size(rows: 9)) })
        #expect(pictures.count == Badge.all.count)
    }

    @Test func `is drawn in cells at every colour depth`() throws {
        var canvas = Canvas(size: CellSize(columns: 116, rows: 50))
        for (index, badge) in Badge.all.enumerated() {
            let picture = BadgePicture(badge, isEarned: index != 7)
            canvas.draw(picture.canvas(size: BadgePicture.size(rows: 8)), column: index * 14, row: 0)
        }
        for (index, depth) in Self.depths.enumerated() {
            let size = BadgePicture.size(rows: 16)
            canvas.draw(
                BadgePicture(Badge.all[0], isEarned: true).canvas(size: size, depth: depth), column: index * 29, row: 10
            )
            canvas.draw(
                BadgePicture(Badge.all[0], isEarned: false).canvas(size: size, depth: depth), column: index * 29,
                row: 28)
        }
        #expect(try GoldenFile("badges.svg").difference(from: canvas.svg(title: "Badges")) == nil)
    }

    @Test func `consists of plain characters without colours`() throws {
        let size = BadgePicture.size(rows: 16)
        let text = [true, false].map { isEarned in
            BadgePicture(Badge.all[0], isEarned: isEarned).canvas(size: size, depth: .none).lines(depth: .none)
                .joined(separator: "\n")
        }.joined(separator: "\n\n")
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(try GoldenFile("badge.txt").difference(from: text + "\n") == nil)
    }

    @Test func `has the same colours in cells as in the file`() throws {
        for badge in Badge.all.prefix(3) {
            let picture = BadgePicture(badge, isEarned: true)
            let colors = Set(
                picture.canvas(size: BadgePicture.size(rows: 30)).cells
                    .flatMap { [$0.style.foreground, $0.style.background] }.compactMap { $0?.hexadecimal })
            // The flat parts: snow, its shadow, both sides of the mountain, hill, sun, rim.
            let filled = Set(picture.svg.matches(of: /"(#[0-9a-f]{6})"/).map { String($0.1) })
            #expect(colors.intersection(filled).count >= 7, "\(badge.name)")
        }
    }

    @Test(arguments: [
        CellSize(columns: 0, rows: 0), CellSize(columns: 1, rows: 1), CellSize(columns: 1, rows: 40),
        CellSize(columns: 90, rows: 2), CellSize(columns: 3, rows: 2), CellSize(columns: 31, rows: 16),
    ])
    func `can have any size, and stays within it`(size: CellSize) {
        for depth in Self.depths {
            for isEarned in [true, false] {
                let canvas = BadgePicture(Badge.all[3], isEarned: isEarned).canvas(size: size, depth: depth)
                #expect(canvas.size == size)
                // An outline in one cell is less than half of it.
                #expect(size.columns < 3 || canvas.lines(depth: depth).contains { !$0.isEmpty })
            }
        }
    }

    @Test(arguments: [3, 5, 8, 16, 24]) func `touches all edges of its cells`(rows: Int) {
        let size = BadgePicture.size(rows: rows)
        let canvas = BadgePicture(Badge.all[0], isEarned: false).canvas(size: size)
        let filled = (0..<rows).map { row in canvas.row(row).map { $0.character != " " } }
        #expect(filled[0].contains(true) && filled[rows - 1].contains(true))
        // At most one column is left free on each side.
        #expect(filled.contains { $0[0] || $0[1] } && filled.contains { $0[size.columns - 1] || $0[size.columns - 2] })
    }
}

@Suite struct `A badge's tint` {
    private static let red = Color(0xFF0000)

    /// Computed by hand from the matrices of the Filter Effects Module.
    @Test(
        arguments: [
            (Badge.Tint(), 0xFF0000), (Badge.Tint(hue: 90), 0x005B00), (Badge.Tint(hue: 180), 0x006D6D),
            (Badge.Tint(hue: 360), 0xFF0000), (Badge.Tint(grey: 1), 0x363636), (Badge.Tint(grey: 0.5), 0x9B1B1B),
        ] as [(Badge.Tint, UInt32)])
    func `rotates hues and desaturates as CSS does`(tint: Badge.Tint, expected: UInt32) {
        #expect(ColorTransform(tint)(Self.red).hexadecimal == Color(expected).hexadecimal)
    }

    @Test(arguments: Badge.all) func `leaves greys unchanged`(badge: Badge) {
        for level in stride(from: 0, through: 255, by: 15) {
            let grey = Color(red: UInt8(level), green: UInt8(level), blue: UInt8(level))
            #expect(ColorTransform(badge.tint)(grey) == grey)
        }
    }
}

@Suite struct BadgeListTextTests {
    private func line(_ name: String, _ isEarned: Bool, _ day: Day?, _ progress: Double) throws -> [String] {
        let badge = try #require(Badge.named(name))
        return BadgeListText(
            badges: [BadgeStatus(badge: badge, isEarned: isEarned, earnedOn: day, progress: progress)]
        ).lines
    }

    @Test func `an earned badge shows its day, or that the day is unknown`() throws {
        let day = Day(year: 2026, month: 4, day: 22)
        #expect(try line("Earth Day", true, day, 1) == ["⬢ Earth Day          22 April 2026"])
        #expect(try line("First Hike", true, nil, 1) == ["⬢ First Hike         day unknown"])
    }

    @Test(arguments: [
        (0.0, "0"), (0.005, "0"), (0.1, "10"), (0.25, "25"), (0.305, "30"), (0.99, "99"), (0.999_999, "99"),
    ])
    func `an unearned badge shows its progress, never 100 %`(progress: Double, percent: String) throws {
        #expect(try line("100 Kilometres", false, nil, progress) == ["⬡ 100 Kilometres     \(percent) %"])
    }

    @Test func `every badge has a separate line, with aligned columns`() {
        let digest = HikeSummary(over: [], goalDate: Day(year: 2027, month: 5, day: 1))
        let lines = BadgeListText(badges: digest.badges).lines
        #expect(lines.count == Badge.all.count)
        #expect(lines.allSatisfy { $0.hasSuffix(" 0 %") && $0.cells == 24 })
    }
}
