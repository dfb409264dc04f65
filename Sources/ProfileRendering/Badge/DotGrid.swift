/// A drawing sampled on a grid of dots, two to a cell.
///
/// It is sampled by lines: a shape is intersected with a line once, instead of with each point on it.
struct DotGrid {
    private let shapes: [VectorShape]
    /// The number of shapes that are clipped to the window; the frame follows them.
    private let sceneCount: Int
    private let window: VectorPath
    private let columns: Int
    private let scale: Double
    private let top: Double
    /// The positions of the samples on a line, from left to right.
    private let positions: [Double]

    /// Sample points along each side of a dot.
    private static let samples = 4
    /// The fraction of a dot that must be covered for the dot to be shown; below one half, since an outline is thinner
    /// than a dot.
    private static let shown = 0.45

    init(drawing: VectorDrawing, size: CellSize, depth: ColorDepth) {
        let (width, height) = (Double(size.columns), Double(size.rows * 2))
        let scale = max(drawing.width / max(width, 1), drawing.height / max(height, 1))
        let left = (drawing.width - width * scale) / 2
        let drawing = drawing.coarsened(dot: scale, isPlain: depth == .none)
        (shapes, sceneCount, window) = (drawing.scene + drawing.frame, drawing.scene.count, drawing.window)
        (columns, self.scale) = (size.columns, scale)
        top = (drawing.height - height * scale) / 2
        positions = (0..<size.columns * Self.samples).map { index in
            let (column, sample) = index.quotientAndRemainder(dividingBy: Self.samples)
            let within = (Double(sample) + 0.5) * scale / Double(Self.samples)
            return left + Double(column) * scale + within
        }
    }

    /// The mean colours of a row of dots; `nil` where the drawing is mostly empty.
    func colors(row: Int) -> [Color?] {
        var sums = Array(repeating: (red: 0, green: 0, blue: 0, count: 0), count: columns)
        for line in 0..<Self.samples {
            let y = y(ofLine: line, row: row)
            let colors = shapes.map { $0.paint.color(at: y) }
            for (index, shape) in shown(at: y).enumerated() where shape >= 0 {
                let (color, column) = (colors[shape], index / Self.samples)
                sums[column].red += Int(color.red)
                sums[column].green += Int(color.green)
                sums[column].blue += Int(color.blue)
                sums[column].count += 1
            }
        }
        let least = Double(Self.samples * Self.samples) * Self.shown
        return sums.map { sum in
            guard sum.count > 0, Double(sum.count) >= least else { return nil }
            return Color(
                red: UInt8(sum.red / sum.count), green: UInt8(sum.green / sum.count),
                blue: UInt8(sum.blue / sum.count))
        }
    }

    /// The mark of the shape that covers most of each cell of a row; `nil` where the drawing is mostly empty.
    func marks(row: Int) -> [Character?] {
        var counts = Array(repeating: [Character: Int](), count: columns)
        for line in 0..<Self.samples * 2 {
            for (index, shape) in shown(at: y(ofLine: line, row: row * 2)).enumerated() where shape >= 0 {
                counts[index / Self.samples][shapes[shape].mark, default: 0] += 1
            }
        }
        let least = Double(Self.samples * Self.samples * 2) * 0.3
        return counts.map { counts in
            guard Double(counts.values.reduce(0, +)) >= least else { return nil }
            return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        }
    }

    private func y(ofLine line: Int, row: Int) -> Double {
        top + Double(row) * scale + (Double(line) + 0.5) * scale / Double(Self.samples)
    }

    /// The index of the topmost shape at each sample on a line; -1 where the drawing is empty.
    private func shown(at y: Double) -> [Int] {
        var shown = Array(repeating: -1, count: positions.count)
        for shape in shapes.indices.prefix(sceneCount) { fill(shown: &shown, with: shape, at: y) }
        var clipped = 0
        for inside in window.crossings(at: y).map(firstSample).paired {
            for index in clipped..<max(inside.lowerBound, clipped) { shown[index] = -1 }
            clipped = max(inside.upperBound, clipped)
        }
        for index in clipped..<shown.count { shown[index] = -1 }
        for shape in shapes.indices.dropFirst(sceneCount) { fill(shown: &shown, with: shape, at: y) }
        return shown
    }

    private func fill(shown: inout [Int], with shape: Int, at y: Double) {
        let path = shapes[shape].path
        guard let stroke = shapes[shape].stroke else {
            for inside in path.crossings(at: y).map(firstSample).paired {
                for index in inside { shown[index] = shape }
            }
            return
        }
        for segment in path.segments {
            guard let near = segment.reach(at: y, distance: stroke / 2) else { continue }
            for index in firstSample(at: near.lowerBound)..<positions.count {
                guard positions[index] <= near.upperBound else { break }
                if segment.isNear(VectorPoint(positions[index], y), distance: stroke / 2) { shown[index] = shape }
            }
        }
    }

    /// The first sample at or after a position.
    private func firstSample(at x: Double) -> Int {
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] >= x { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension [Int] {
    /// The ranges between the first and the second element, the third and the fourth, and so on.
    fileprivate var paired: [Range<Int>] {
        stride(from: 0, to: count - 1, by: 2).map { self[$0]..<self[$0 + 1] }
    }
}
