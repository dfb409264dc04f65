internal import SealedStore

/// Splits a range of rows into pages, starting with small ones because most readers stop early.
struct RecordPages {
    private let range: RecordRange
    private var numbers: ClosedRange<Int>?
    private var asked = 0
    private var size = 32
    private var isLast = false

    private static let largest = 512

    init(_ range: RecordRange) {
        self.range = range
        numbers = range.numbers
    }

    /// The next page to request; `nil` if there are no more.
    ///
    /// - Parameter count: the maximum number of rows wanted.
    mutating func next(wanting count: Int) -> RecordRange? {
        guard !isLast, let numbers else { return nil }
        asked = min(size, count)
        size = min(size * 4, Self.largest)
        return RecordRange(numbers, isDescending: range.isDescending, limit: asked, extent: range.extent)
    }

    /// Records the number of rows in a page: a short page is the last one.
    mutating func took(_ count: Int) {
        if count < asked { isLast = true }
    }

    /// Continues after a row; `false` if the row is out of order.
    mutating func accepts(_ row: RecordRow) -> Bool {
        guard let rest = numbers, rest.contains(row.number) else { return false }
        if range.isDescending {
            numbers = row.number > rest.lowerBound ? rest.lowerBound...(row.number - 1) : nil
        } else {
            numbers = row.number < rest.upperBound ? (row.number + 1)...rest.upperBound : nil
        }
        return true
    }
}
