internal import ProfileRendering

/// A mark on the right edge that shows where the seen lines lie among all; nothing where all are seen.
struct ScrollMark {
    let top: Int
    let height: Int
    let total: Int

    func draw(on canvas: inout Canvas, row: Int, column: Int? = nil) {
        guard total > height, height > 0 else { return }
        let length = max(1, height * height / total)
        let first = top * (height - length) / (total - height)
        for line in first..<first + length {
            canvas.write("▐", column: column ?? canvas.size.columns - 1, row: row + line, style: .faint)
        }
    }
}
