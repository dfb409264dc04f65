internal import SealedStore

/// Cuts a range of rows into pages, small ones first, because most readers stop early.
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

    /// The next page to ask for; `nil` when there are no more.
    ///
    /// - Parameter count: how many rows are wanted at the most.
    mutating func next(wanting count: Int) -> RecordRange? {
        guard !isLast, let numbers else { return nil }
        asked = min(size, count)
        size = min(size * 4, Self.largest)
        return RecordRange(numbers, isDescending: range.isDescending, limit: asked, extent: range.extent)
    }

    /// Notes how many rows a page had: a short one is the last.
    mutating func took(_ count: Int) {
        if count < asked { isLast = true }
    }

    /// Goes on behind a row; `false` when the row doesn't belong there.
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
