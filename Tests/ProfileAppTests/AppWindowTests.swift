import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

// The app in windows of all sizes.

extension `The app as a value` {
    @Test func `takes no keys except Ctrl-C in a window that is too small`() {
        var app = locked()
        _ = app.update(.input(.resized(CellSize(columns: 39, rows: 16))), at: .zero)
        #expect(app.text().contains("Enlarge the window to at least 40 × 16."))
        #expect(app.type("739158").isEmpty)
        #expect(app.press(.control("c")).ending == .cancelled)
        _ = app.update(.input(.resized(CellSize(columns: 40, rows: 16))), at: .zero)
        #expect(app.text().contains("○"))
    }

    @Test func `wipes typed secrets after ten seconds in a window that is too small, too`() throws {
        var app = locked()
        _ = app.type("739")
        _ = app.update(.input(.resized(CellSize(columns: 39, rows: 16))), at: .seconds(1))
        #expect(app.nextTick(after: .seconds(1)) == .seconds(10))
        _ = app.update(.input(.tick), at: .seconds(10))
        #expect(app.shown(PasscodeScreen.self)?.field.typedCount == 0)
        _ = app.update(.input(.resized(CellSize(columns: 80, rows: 24))), at: .seconds(11))
        #expect(app.text(at: .seconds(11)).contains("What you typed was cleared after 10 s."))
    }

    @Test(arguments: [nil, 0, 1, 2, 3]) func `survives any window size on every screen`(place: Int?) throws {
        var apps: [App] = [
            opened(), editing(), locked(), locked([.password, .fourDigitsAndLetter]), locked([.passphrase]),
        ]
        var sheet = opened()
        _ = sheet.press(.character("p"))
        apps.append(sheet)
        var conflict = editing()
        _ = conflict.press(.control("s"))
        _ = conflict.handle(.conflict(sample.conflict))
        apps.append(conflict)
        var asking = editing()
        _ = asking.press(.control("x"))
        apps.append(asking)
        // In five parts, so that they can run in parallel.
        let widths = [1, 2, 7, 39, 40, 41, 79, 400]
        for (index, app) in apps.enumerated() where index % 5 == place ?? 4 {
            for columns in widths {
                for rows in [1, 2, 3, 15, 16, 17, 24, 150] {
                    var app = app
                    let size = CellSize(columns: columns, rows: rows)
                    _ = app.update(.input(.resized(size)), at: .seconds(1))
                    var canvas = Canvas(size: size)
                    app.draw(on: &canvas, at: .seconds(1))
                    _ = app.update(.input(.click(CellPoint(column: columns - 1, row: rows - 1))), at: .seconds(2))
                    _ = app.press(.tab, .down, at: .seconds(2))
                    let isDrawn = columns >= 40 && rows >= 16
                    #expect(
                        isDrawn ? canvas.hasCursorAboveKeys : canvas.cursor == CellPoint(column: 0, row: 0),
                        "\(size): \(canvas.text)")
                }
            }
        }
    }
}
