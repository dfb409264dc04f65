import ProfileKit
import ProfileRendering
import TestSupport
import Testing

@testable import ProfileApp

@Suite struct `Themes` {
    /// The first sixteen colours of xterm, the Linux console and Windows Terminal.
    static let sixteens: [[UInt32]] = [
        [
            0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000,
            0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ],
        [
            0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555,
            0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
        ],
    ]

    private func ground(of theme: Theme) -> Color { Color(theme.isLight ? 0xFFFFFF : 0x000000) }

    @Test(arguments: [Theme.dark, .light])
    func `have a contrast of at least 4.5 for all text in true colour`(theme: Theme) {
        for role in Theme.onBackground {
            #expect((theme[role]?.color.contrast(on: ground(of: theme)) ?? 0) >= 4.5, "\(role.hexadecimal)")
        }
        for (text, ground) in Theme.pairs {
            let contrast = theme[text].flatMap { text in theme[ground].map { text.color.contrast(on: $0.color) } }
            #expect((contrast ?? 0) >= 4.5, "\(text.hexadecimal) on \(ground.hexadecimal)")
        }
    }

    @Test(arguments: [Theme.dark, .light])
    func `have a contrast of at least 4.5 for all text in 256 colours`(theme: Theme) {
        func color(_ role: Color) -> Color? { theme[role].map { Color(palette256: $0.index256) } }
        for role in Theme.onBackground {
            #expect((color(role)?.contrast(on: ground(of: theme)) ?? 0) >= 4.5, "\(role.hexadecimal)")
        }
        for (text, ground) in Theme.pairs {
            let contrast = color(text).flatMap { text in color(ground).map { text.contrast(on: $0) } }
            #expect((contrast ?? 0) >= 4.5, "\(text.hexadecimal) on \(ground.hexadecimal)")
        }
    }

    @Test(arguments: [Theme.dark, .light])
    func `have a contrast of at least 4.5 for all text in 16 colours`(theme: Theme) {
        for palette in Self.sixteens {
            func color(_ role: Color) -> Color? { theme[role].map { Color(palette[Int($0.index16)]) } }
            for role in Theme.onBackground {
                #expect((color(role)?.contrast(on: ground(of: theme)) ?? 0) >= 4.5, "\(role.hexadecimal)")
            }
            for (text, ground) in Theme.pairs {
                let contrast = color(text).flatMap { text in color(ground).map { text.contrast(on: $0) } }
                #expect((contrast ?? 0) >= 4.5, "\(text.hexadecimal) on \(ground.hexadecimal)")
            }
        }
    }

    @Test func `have a contrast of at least 4.5 for all text on any reported background`() {
        var source = SeededSource(seed: 7)
        for _ in 0..<500 {
            let ground = Color(UInt32.random(in: 0...0xFFFFFF, using: &source))
            let theme = Theme(on: ground)
            for role in Theme.onBackground {
                #expect(
                    (theme[role]?.color.contrast(on: ground) ?? 0) >= 4.5,
                    "\(role.hexadecimal) on \(ground.hexadecimal)")
            }
        }
        #expect(Theme(on: Color(0x1E1E1E)).isLight == false)
        #expect(Theme(on: Color(0xFDF6E3)).isLight)
    }

    @Test func `both define every colour, with a separate role for each`() {
        let roles = Theme.onBackground + Theme.pairs.flatMap { [$0.text, $0.background] }
        #expect(Set(roles).allSatisfy { Theme.dark[$0] != nil && Theme.light[$0] != nil })
        #expect(roles.allSatisfy { Theme.dark[$0]?.color == $0 })
        // A badge's colours are not roles.
        #expect(Theme.light[Color(0xF58F6C)] == nil)
    }

    @Test(
        arguments: [
            ("11;rgb:1e1e/1e1e/1e1e", 0x1E1E1E), ("11;rgb:f/f/f", 0xFFFFFF), ("11;rgba:ff/80/00/ff", 0xFF8000),
            ("11;#fdf6e3", 0xFDF6E3), ("10;rgb:00/00/00", nil), ("11;rgb:00/00", nil), ("11;red", nil), ("", nil),
            ("11;rgb:12345/0/0", nil), ("11;rgb:-1/0/0", nil),
        ] as [(String, UInt32?)])
    func `follow the background that the terminal reports`(answer: String, color: UInt32?) {
        #expect(TerminalBackground.color(inAnswer: answer) == color.map { Color($0) })
        var decoder = KeyDecoder()
        // However it ends or is split, no part of it is a key.
        for end in ["\u{1B}\\", "\u{7}"] {
            let keys = "\u{1B}]\(answer)\(end)x".utf8.flatMap { decoder.decode([$0], at: .zero) }
            #expect(keys == [.key(.character("x"))])
            #expect(decoder.background == (color.map { Color($0) }))
        }
    }

    @Test func `follow COLORFGBG without a report, and a person's choice before both`() {
        func isLight(_ setting: ThemeSetting, _ value: String?) -> Bool {
            var environment = ["TERM": "xterm"]
            environment["COLORFGBG"] = value
            return TerminalBackground.theme(setting, environment: environment).isLight
        }
        #expect(isLight(.auto, "0;15") && isLight(.auto, "0;default;15") && isLight(.auto, "0;7"))
        #expect(!isLight(.auto, "15;0") && !isLight(.auto, nil) && !isLight(.auto, "x") && !isLight(.auto, "7;8"))
        #expect(isLight(.light, "15;0") && !isLight(.dark, "0;15"))
        #expect(
            !TerminalBackground.canBeQueried(["TERM": "linux"])
                && TerminalBackground.canBeQueried(["TERM": "xterm-256color"]))
    }

    @Test func `use bold for bright colours when there are eight, and keep reversed text as it is`() {
        func look(_ style: CellStyle, hasBright: Bool = false) -> PaletteLook {
            PaletteLook(style, theme: .dark, depth: .eight, hasBright: hasBright)
        }
        #expect(look(.warning).foreground == 3 && look(.warning).isBold)
        #expect(look(.warning, hasBright: true).foreground == 11 && !look(.warning, hasBright: true).isBold)
        #expect(look(.focused).foreground == 6 && look(.focused).background == 0 && !look(.focused).isBold)
        // Dim text has a readable colour, and isn't left to the terminal's dim attribute.
        #expect(look(.dim).foreground == 7)
        #expect(PaletteLook(.dim, theme: .light, depth: .palette256, hasBright: true).foreground == 240)
        #expect(PaletteLook(.dim, theme: .dark, depth: .none, hasBright: false).foreground == -1)
    }

    @Test func `use the nearest character that the console's font has`() {
        let font = ConsoleFont(["TERM": "linux"])
        #expect(ConsoleFont(["TERM": "xterm"]) == nil)
        let shown = "╭─╮…⣿⠉⣀🥾a✓".map { font?.shown($0) }
        #expect(shown == ["┌", "─", "┐", "~", "█", "▀", "▄", "*", "a", "√"])
        // Where the font lacks a season's picture, no hole is left before its name.
        #expect("🌷🌞🍂☃️".map { font?.shown($0) } == ["*", "*", "*", "*"])
        // A progress bar ends in eighths of a cell, but the font has only halves.
        #expect("▏▎▍▋▊▉✗“×”".map { font?.shown($0) } == ["·", "▌", "▌", "▌", "█", "█", "x", "\"", "x", "\""])
    }
}

/// Every screen as drawn, checked cell by cell.
@Suite struct `The screens' colours` {
    private static let size = CellSize(columns: 120, rows: 40)

    private static func screens() -> [any Screen] {
        var home = Sample.home(draft: Sample.draft { $0.seasonalPhoto = .spring }, size: size)
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        _ = home.press(.right, .right)
        var search = home
        _ = search.press(.character("/"))
        var editor = Sample.editor(size: size)
        editor.refused("the disk is full")
        var asking = home
        _ = asking.press(.character("x"))
        var help = home
        _ = help.press(.character("?"))
        return [
            home, search, asking, help, editor, Sample.sheet(size: size),
            `The screens opened from the home`.statistics(size), `The screens opened from the home`.badges(size),
            `The screens opened from the home`.removed(size), `The screens opened from the home`.importing(size),
            `The screens opened from the home`.report(size),
            HikeForm(nil, units: .metric, today: Sample.today).sized(size),
            lock(), lock(isTyped: true), lock(isTyped: true, isOpening: true),
        ]
    }

    private static func lock(isTyped: Bool = false, isOpening: Bool = false) -> PasscodeScreen {
        var screen = PasscodeScreen(format: .sixDigits, size: size)
        if isTyped { _ = screen.enter(isOpening ? "739158" : "739") + screen.press(.down) }
        if isOpening { _ = try? screen.accepted(at: .seconds(9) - Padlock.length) }
        return screen
    }

    /// Letters and digits; drawings of lines, blocks and dots aren't text.
    private func isText(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    @Test(arguments: [Theme.dark, .light]) func `give every letter a contrast of at least 4.5`(theme: Theme) {
        let ground = Color(theme.isLight ? 0xFFFFFF : 0x000000)
        let ink = Color(theme.isLight ? 0x000000 : 0xFFFFFF)
        for screen in Self.screens() {
            var canvas = Canvas(size: Self.size)
            screen.draw(on: &canvas, at: .seconds(9))
            for cell in canvas.cells {
                guard let character = cell.character, isText(character) else { continue }
                let style = cell.style
                let front = style.foreground ?? (style.isDim ? Palette.faint : nil)
                var colors = (
                    front.map { theme[$0]?.color ?? $0 } ?? ink,
                    style.background.map { theme[$0]?.color ?? $0 } ?? ground
                )
                if style.isReversed { colors = (colors.1, colors.0) }
                guard colors.0.contrast(on: colors.1) < 4.5 else { continue }
                Issue.record("\(type(of: screen)): \(character) is \(colors.0.hexadecimal) on \(colors.1.hexadecimal)")
                return
            }
        }
    }
}
