extension BadgePicture {
    /// The picture in terminal cells, centred and as large as fits: two coloured dots per cell, one above the other, or
    /// one character per cell without colours.
    public func canvas(size: CellSize, depth: ColorDepth = .trueColor) -> Canvas {
        let colored = depth == .trueColor ? drawing : drawing.recoloured(ColorTransform.stronger.callAsFunction)
        let dots = DotGrid(drawing: colored, size: size, depth: depth)
        var canvas = Canvas(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let point = CellPoint(column: column, row: row)
                canvas[point] =
                    depth > .none
                    ? Canvas.Cell(upper: dots.color(point, half: 0), lower: dots.color(point, half: 1))
                    : Canvas.Cell(dots.mark(point) ?? " ")
            }
        }
        return canvas
    }
}

/// A drawing sampled on a grid of dots, two to a cell.
private struct DotGrid {
    private let drawing: VectorDrawing
    private let scale: Double
    private let left: Double
    private let top: Double

    /// Sample points along each side of a dot.
    private static let samples = 4
    /// The fraction of a dot that must be covered for the dot to be shown; below one half, since an outline is thinner
    /// than a dot.
    private static let shown = 0.45

    init(drawing: VectorDrawing, size: CellSize, depth: ColorDepth) {
        let (width, height) = (Double(size.columns), Double(size.rows * 2))
        scale = max(drawing.width / max(width, 1), drawing.height / max(height, 1))
        left = (drawing.width - width * scale) / 2
        top = (drawing.height - height * scale) / 2
        self.drawing = drawing.coarsened(dot: scale, isPlain: depth == .none)
    }

    /// The mean colour of a cell's upper or lower dot; `nil` where the drawing is mostly empty.
    func color(_ cell: CellPoint, half: Int) -> Color? {
        var (red, green, blue, count) = (0, 0, 0, 0)
        let points = points(x: cell.column, y: cell.row * 2 + half, height: 1)
        for point in points {
            guard let color = drawing.shape(at: point)?.paint.color(at: point.y) else { continue }
            (red, green, blue) = (red + Int(color.red), green + Int(color.green), blue + Int(color.blue))
            count += 1
        }
        guard count > 0, Double(count) >= Double(points.count) * Self.shown else { return nil }
        return Color(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }

    /// The mark of the shape that covers most of a cell.
    func mark(_ cell: CellPoint) -> Character? {
        var counts: [Character: Int] = [:]
        let points = points(x: cell.column, y: cell.row * 2, height: 2)
        for point in points {
            if let mark = drawing.shape(at: point)?.mark { counts[mark, default: 0] += 1 }
        }
        guard Double(counts.values.reduce(0, +)) >= Double(points.count) * 0.3 else { return nil }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    private func points(x: Int, y: Int, height: Int) -> [VectorPoint] {
        let step = scale / Double(Self.samples)
        return (0..<Self.samples * height).flatMap { down in
            (0..<Self.samples).map { right in
                VectorPoint(
                    left + Double(x) * scale + (Double(right) + 0.5) * step,
                    top + Double(y) * scale + (Double(down) + 0.5) * step)
            }
        }
    }
}

extension Canvas.Cell {
    /// Creates a cell of two dots. A dot without a colour shows the terminal's background.
    fileprivate init(upper: Color?, lower: Color?) {
        switch (upper, lower) {
        case (nil, nil): self.init()
        case (let upper?, nil): self.init("▀", style: CellStyle(foreground: upper))
        case (nil, let lower?): self.init("▄", style: CellStyle(foreground: lower))
        case (let upper?, let lower?) where upper == lower: self.init("█", style: CellStyle(foreground: upper))
        case (let upper?, let lower?): self.init("▀", style: CellStyle(foreground: upper, background: lower))
        }
    }
}
