internal import ProfileRendering

/// The frame of a screen: a title with a note on the right, and the key line.
struct ScreenFrame {
    let title: String
    var note = ""
    let keys: KeyLine

    func draw(on canvas: inout Canvas) {
        var style = CellStyle.sheet
        style.isBold = true
        let width = canvas.size.columns
        canvas.fill(CellRectangle(column: 0, row: 0, columns: width, rows: 1), style: style)
        canvas.write(title.terminalSafe.fitted(to: width - 3 - note.cells), column: 1, row: 0, style: style)
        canvas.write(note, column: width - 1 - note.cells, row: 0, style: style)
        let keyRow = CellRectangle(column: 0, row: canvas.size.rows - 1, columns: width, rows: 1)
        canvas.fill(keyRow, style: .plain)
        keys.draw(on: &canvas)
    }
}
