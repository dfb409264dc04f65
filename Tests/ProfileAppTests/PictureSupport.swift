import FoundationEssentials
import ProfileRendering
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileApp

/// Compares screens with their golden files.
enum Picture {
    /// The window sizes in which every screen is checked.
    static let sizes = [
        CellSize(columns: 40, rows: 16), CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 40),
        CellSize(columns: 200, rows: 60),
    ]

    /// Compares the characters of a screen with a text file.
    static func check(_ screen: some Screen, _ name: String, _ size: CellSize, at now: Moment = .seconds(1)) throws {
        #expect(try difference(of: screen.picture(size, at: now), from: name) == nil)
    }

    /// The difference between a canvas's text and its golden file; `nil` if there is none.
    static func difference(of canvas: Canvas, from name: String, test: String = #filePath) throws -> String? {
        let file = "\(name)-\(canvas.size.columns)x\(canvas.size.rows)"
        #expect(canvas.hasCursorAboveKeys, "\(file)")
        try lookAt(canvas, file)
        return try GoldenFile("\(file).txt", test: test).difference(from: canvas.text + "\n")
    }

    /// With `PROFILE_PICTURES=FOLDER`, writes what each kind of terminal shows as SVG files into a folder, for review.
    private static func lookAt(_ canvas: Canvas, _ file: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["PROFILE_PICTURES"] else { return }
        let looks: [(name: String, canvas: Canvas, isLight: Bool)] = [
            ("dark", canvas.shown(by: .dark), false), ("light", canvas.shown(by: .light), true),
            ("16", canvas.inSixteenColors(of: .dark), false), ("16-light", canvas.inSixteenColors(of: .light), true),
            ("mono", canvas.mapped { _ in (nil, nil) }, false),
        ]
        for look in looks {
            let picture = look.canvas.svg(title: "\(file) \(look.name)", isLight: look.isLight)
            try Data(picture.utf8).write(to: URL(filePath: "\(folder)/\(file)-\(look.name).svg"))
        }
    }
}

extension Canvas {
    /// The canvas in a theme's colours, as a terminal with true colour shows it.
    func shown(by theme: Theme) -> Canvas {
        mapped { style in
            (style.foreground.map { theme[$0]?.color ?? $0 }, style.background.map { theme[$0]?.color ?? $0 })
        }
    }

    /// The canvas as xterm shows it with sixteen colours.
    fileprivate func inSixteenColors(of theme: Theme) -> Canvas {
        mapped { style in
            let look = PaletteLook(style, theme: theme, depth: .eight, hasBright: true)
            func color(_ index: Int32) -> Color? { index < 0 ? nil : Color(Themes.sixteens[0][Int(index)]) }
            return (color(look.foreground), color(look.background))
        }
    }

    fileprivate func mapped(_ colors: (CellStyle) -> (foreground: Color?, background: Color?)) -> Canvas {
        var shown = self
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let point = CellPoint(column: column, row: row)
                (shown[point].style.foreground, shown[point].style.background) = colors(self[point].style)
            }
        }
        return shown
    }
}
