/// A graph's capsules laid out in columns of cells: the range shown in each column.
struct GraphColumns: Hashable {
    /// From left to right; `nil` where nothing is drawn.
    private(set) var ranges: [ClosedRange<Double>?]

    /// - Parameter width: the available columns. Fewer are used when that makes the capsules equally wide.
    init(_ graph: HikeGraph, width: Int) {
        let width = max(width, 0)
        let slot = graph.stretches > 0 ? width / graph.stretches : 0
        if slot >= 2, graph.isEven {
            self.init(slots: graph, slot: slot)
        } else {
            self.init(merging: graph, width: width)
        }
    }

    /// Gives every stretch the same number of columns, the last of which separates it from the next.
    private init(slots graph: HikeGraph, slot: Int) {
        ranges = Array(repeating: nil, count: max(graph.stretches * slot - 1, 0))
        let step = graph.length / Double(graph.stretches)
        // Wider bars would look like walls.
        let width = min(slot - 1, 8)
        for capsule in graph.capsules {
            let first = Int((capsule.start / step).rounded()) * slot + (slot - 1 - width) / 2
            for column in first..<first + width where ranges.indices.contains(column) {
                ranges[column] = capsule.range
            }
        }
    }

    /// Shows in every column the ranges of all stretches that it touches. A wide capsule is separated from the next.
    private init(merging graph: HikeGraph, width: Int) {
        ranges = Array(repeating: nil, count: width)
        guard width > 0, graph.length > 0 else { return }
        let perKilometre = Double(width) / graph.length
        for capsule in graph.capsules {
            let first = min(max(Int(capsule.start * perKilometre), 0), width - 1)
            let last = min(max(Int((capsule.end * perKilometre).rounded(.up)) - 1, first), width - 1)
            let isParted = last - first >= 3 && last < width - 1
            for column in first...(isParted ? last - 1 : last) {
                ranges[column] = ranges[column].map { $0.union(capsule.range) } ?? capsule.range
            }
        }
    }
}

extension ClosedRange {
    /// The smallest range that contains both.
    fileprivate func union(_ other: ClosedRange) -> ClosedRange {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension HikeGraph {
    /// Whether the stretches are about equally long.
    fileprivate var isEven: Bool {
        guard stretches > 0 else { return false }
        let step = length / Double(stretches)
        let slots = capsules.map { Int(($0.start / step).rounded()) }
        // No two in one slot, and none beyond the last.
        return zip(slots, slots.dropFirst()).allSatisfy { $0 < $1 } && (slots.last ?? 0) < stretches
            && capsules.allSatisfy { abs($0.start / step - ($0.start / step).rounded()) < 0.45 }
    }
}
