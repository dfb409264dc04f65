import Glibc
import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `Motion on the lock screen` {
    private let circles = "○  ○  ○  ○  ○  ○"

    private func refused(_ motion: Motion) -> PasscodeScreen {
        var screen = PasscodeScreen(format: .sixDigits, motion: motion, size: GateTest.terminal)
        _ = screen.enter("739158")
        _ = screen.refused("The code does not match.", attemptsLeft: 3, at: .seconds(1))
        return screen
    }

    @Test func `shakes the circles three times in half a second, by 5 sin 2πn`() {
        let shake = Shake(at: .zero)
        for step in 0...100 {
            let now = Moment.zero + Shake.length * step / 100
            let n = 3 * Double(step) / 100
            #expect(shake.offset(at: now) == Int((5 * sin(2 * .pi * n) * 0.4).rounded()))
        }
        let signs = (0...100).map { shake.offset(at: .zero + Shake.length * $0 / 100).signum() }.filter { $0 != 0 }
        let turns = zip(signs, signs.dropFirst()).filter { $0 != $1 }.count
        #expect(turns == 5)
        #expect((0...100).map { shake.offset(at: .zero + Shake.length * $0 / 100) }.max() == 2)
    }

    @Test func `moves the circles by whole cells, and back to where they were`() throws {
        let screen = refused(.full)
        let rest = try #require(screen.place(of: circles, at: .milliseconds(1500)))
        #expect(rest == screen.place(of: circles, at: .seconds(1)))
        let swung = try #require(screen.place(of: circles, at: .seconds(1) + Shake.length / 12))
        #expect((swung.column, swung.row) == (rest.column + 2, rest.row))
        #expect(screen.nextTick(after: .seconds(1)) == Moment.seconds(1) + Motion.frame)
        #expect(screen.nextTick(after: .milliseconds(1499)) == .milliseconds(1500))
        #expect(screen.nextTick(after: .milliseconds(1500)) == nil)
    }

    @Test func `turns a pressed key white for a moment`() throws {
        var screen = PasscodeScreen(format: .sixDigits, size: GateTest.terminal)
        let seven = try #require(screen.place(of: "7   "))
        let before = screen.picture()[seven].style
        _ = screen.update(.click(seven), at: .seconds(1))
        let flash = screen.picture(at: .seconds(1))[seven].style
        #expect(flash.isReversed && flash.foreground == Palette.white)
        #expect(screen.nextTick(after: .seconds(1)) == Moment.seconds(1) + Keypad.flashLength)
        #expect(screen.picture(at: .seconds(1) + Keypad.flashLength)[seven].style == before)
    }

    @Test func `flashes a typed key as well`() throws {
        var screen = PasscodeScreen(format: .sixDigits, size: GateTest.terminal)
        let seven = try #require(screen.place(of: "7   "))
        _ = screen.enter("7", from: .seconds(1))
        #expect(screen.picture(at: .seconds(1))[seven].style.foreground == Palette.white)
    }

    /// The highest row in which a part of the padlock is drawn.
    private func top(of picture: Canvas) -> Int? {
        (0..<picture.size.rows).first { row in picture.row(row).contains { "▄▀█".contains($0.character ?? " ") } }
    }

    @Test(arguments: Picture.sizes)
    func `turns the circles green in a wave, lifts the shackle, and then opens, once`(size: CellSize) throws {
        var screen = PasscodeScreen(format: .sixDigits, size: size)
        _ = screen.enter("739158")
        #expect(try screen.accepted(at: .seconds(1)).isEmpty)
        #expect(screen.field.typedCount == 0)
        let closed = top(of: screen.picture(size, at: .seconds(1)))
        var now = Moment.seconds(1)
        var (greens, tops): ([Int], [Int]) = ([], [])
        while let next = screen.nextTick(after: now), next > now {
            now = next
            let picture = screen.picture(size, at: now)
            greens.append(picture.cells.count { $0.character == "●" && $0.style == .good })
            tops.append(try #require(top(of: picture)))
            guard screen.update(.tick, at: now).isEmpty else { break }
        }
        #expect(now == Moment.seconds(1) + Padlock.length)
        #expect(greens == greens.sorted() && Set(greens) == Set(1...6))
        #expect(tops.first == closed && tops == tops.sorted(by: >))
        #expect(tops.last == closed.map { $0 - (size.rows < 60 ? 1 : 2) })
        #expect(screen.update(.tick, at: now + .seconds(1)).isEmpty)
        #expect(screen.nextTick(after: now) == nil)
        #expect(screen.text(size, at: now).contains("Unlocked"))
    }

    @Test func `scales padlock and keys with the window, and keys can be clicked at every size`() throws {
        var heights: [Int] = []
        for size in Picture.sizes {
            var screen = PasscodeScreen(format: .sixDigits, motion: .reduced, size: size)
            let seven = try #require(screen.place(of: "7", size))
            let picture = screen.picture(size)
            heights.append((0..<size.rows).count { picture[CellPoint(column: seven.column, row: $0)].style == .button })
            _ = screen.update(.click(seven), at: .zero)
            #expect(screen.field.typedCount == 1)
        }
        #expect(heights == [3, 6, 12, 18])
    }

    @Test func `does not delay keys until the padlock has moved`() throws {
        for event in [Event.key(.escape), .key(.character("p")), .click(CellPoint(column: 1, row: 1)), .paste("x")] {
            var screen = PasscodeScreen(format: .sixDigits, size: GateTest.terminal)
            _ = try screen.accepted(at: .zero)
            #expect(screen.update(.resized(GateTest.smallest), at: .zero).isEmpty)
            #expect(screen.update(event, at: .milliseconds(10)).names == ["enter"])
            #expect(screen.update(event, at: .milliseconds(20)).isEmpty)
        }
    }

    @Test func `ends with the opening also on a late tick`() throws {
        var screen = PasscodeScreen(format: .sixDigits, size: GateTest.terminal)
        _ = try screen.accepted(at: .zero)
        #expect(screen.nextTick(after: .seconds(9)) == .seconds(9))
        #expect(screen.update(.tick, at: .seconds(9)).names == ["enter"])
    }

    @Test func `is absent with reduced motion, and so are ticks`() throws {
        let screen = refused(.reduced)
        #expect(screen.nextTick(after: .seconds(1)) == nil)
        let rest = try #require(screen.place(of: circles, at: .seconds(1)))
        for step in 0...20 {
            #expect(screen.place(of: circles, at: .seconds(1) + Shake.length * step / 20) == rest)
        }
        var typing = PasscodeScreen(format: .sixDigits, motion: .reduced, size: GateTest.terminal)
        let before = typing.picture()
        let seven = try #require(typing.place(of: "7   "))
        _ = typing.enter("7")
        #expect(typing.picture()[seven] == before[seven])
        #expect(try typing.accepted(at: .zero).names == ["enter"])
        #expect(typing.nextTick(after: .zero) == nil)
    }
}
