/// The values of a graph at equal steps along the way, and the line through them.
struct TrailLine {
    /// `nil` where the value isn't known.
    let values: [Double?]
    private let heights: [Int?]
    private let step: Int
    private let height: Int

    /// - Parameters:
    ///   - columns: the number of values, at least 2.
    ///   - step: the horizontal distance between two of them in the picture.
    ///   - height: the height of the picture.
    init(_ graph: HikeGraph, columns: Int, step: Int = 1, height: Int) {
        (self.step, self.height) = (step, height)
        values = (0..<columns).map { column in
            // Not quite the ends, which belong to no stretch if they were rounded.
            let part = min(max(Double(column) / Double(columns - 1), 1e-6), 1 - 1e-6)
            return graph.middle(at: part * graph.length)
        }
        heights = values.map { $0.map { Int(((1 - graph.height(of: $0)) * Double(height)).rounded()) } }
    }

    /// The line as path data. It is interrupted where no value is known.
    var path: String { runs.map { line($0) }.joined() }

    /// The area below the line as path data. Its sides and its base lie outside the picture.
    var area: String {
        let base = height + 4
        return runs.map { run in
            let (left, right) = (run.lowerBound * step - 2, (run.upperBound - 1) * step + 2)
            let first = heights[run.lowerBound] ?? 0
            return "M\(left) \(base)V\(first)L" + line(run).dropFirst() + "H\(right)V\(base)Z"
        }.joined()
    }

    /// The columns without a gap between them.
    private var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in heights.indices where heights[column] != nil {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }

    /// Absolute at first, then relative, which is shorter.
    private func line(_ run: Range<Int>) -> String {
        var last = heights[run.lowerBound] ?? 0
        let start = "M\(run.lowerBound * step) \(last)"
        let steps = run.dropFirst().map { column in
            let height = heights[column] ?? last
            defer { last = height }
            let change = height - last
            return "\(step)\(change < 0 ? "" : " ")\(change)"
        }
        // A single value is a dot.
        return start + (steps.isEmpty ? "h0" : "l\(steps.joined(separator: " "))")
    }
}
