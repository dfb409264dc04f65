internal import SealedStore

/// The hikes of one day, ordered by start, so that those near a time are found without looking at the others.
struct HikesByStart {
    enum Start {
        /// The start in seconds since 1970, rounded down.
        case at(Int)
        /// Not known, so the hike is near any time.
        case unknown
        /// The hike has none.
        case none
    }

    private struct Timed {
        let start: Int
        let index: Int
    }

    /// The hikes' numbers in the directory's order.
    private var numbers: [Int] = []
    private var timed: [Timed] = []
    /// The indices of hikes whose starts aren't known.
    private var unknown: [Int] = []

    var count: Int { numbers.count }

    /// Appends a hike in the directory's order. When all are there, they must be sorted.
    mutating func append(_ number: Int, _ start: Start) {
        switch start {
        case .at(let start): timed.append(Timed(start: start, index: count))
        case .unknown: unknown.append(count)
        case .none: break
        }
        numbers.append(number)
    }

    mutating func sort() { timed.sort { $0.start < $1.start } }

    /// The hikes that may have begun within ``HikeLedger/sameStart`` of a time, in the directory's order.
    ///
    /// - Parameter most: how many of the hikes in that order may be among them.
    func numbers(near start: Double, amongFirst most: Int = .max) -> [Int] {
        var indices = unknown
        // Starts are rounded down, so they may be a second earlier.
        let first = timed.indices.partitioningIndex { Double(timed[$0].start) >= start - HikeLedger.sameStart - 1 }
        indices += timed[first...].prefix { Double($0.start) <= start + HikeLedger.sameStart }.map(\.index)
        return indices.filter { $0 < most }.sorted().map { numbers[$0] }
    }
}
