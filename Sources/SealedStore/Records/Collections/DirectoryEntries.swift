/// The entries of a directory page in order, in their stored form.
///
/// An entry is decoded when it is looked at. Most operations look at a few entries of a page, and decoding all of them
/// takes longer than opening the page.
struct DirectoryEntries {
    /// The stored forms, one after the other.
    private(set) var bytes: [UInt8] = []
    private var slots: [Slot] = []
    /// The number of figures per entry.
    private let figures: Int

    private struct Slot {
        let position: DirectoryPosition
        /// Where the entry's stored form ends.
        var end: Int
    }

    init(figures: Int) { self.figures = figures }

    /// Reads a list of entries.
    ///
    /// - Throws: ``MalformedRecord`` if any of them is malformed.
    init(from reader: inout RecordReader, figures: Int) throws(MalformedRecord) {
        self.figures = figures
        let count = try reader.count()
        // A false count may still be as large as the number of bytes left.
        slots.reserveCapacity(min(count, 4096))
        let start = reader.position
        for _ in 0..<count {
            let position = try DirectoryPosition(from: &reader)
            try reader.skipBlob()
            for _ in 0..<figures { if try reader.flag() { _ = try reader.integer() } }
            slots.append(Slot(position: position, end: reader.position - start))
        }
        bytes = reader.bytes(from: start)
    }

    func write(to writer: inout RecordWriter) {
        writer.append(unsigned: UInt64(count))
        writer.append(encoded: bytes)
    }

    // MARK: Looking

    var count: Int { slots.count }
    var indices: Range<Int> { slots.indices }

    func position(_ index: Int) -> DirectoryPosition { slots[index].position }

    /// - Throws: ``MalformedRecord``, which ``init(from:figures:)`` has ruled out.
    func entry(_ index: Int) throws(MalformedRecord) -> DirectoryEntry {
        var reader = RecordReader(bytes, at: start(of: index))
        return try DirectoryEntry(from: &reader, figures: figures)
    }

    /// The number of an entry's record, and the term of its row, without making arrays of them.
    func dueRow(_ index: Int) throws(MalformedRecord) -> DueRow {
        var reader = RecordReader(bytes, at: start(of: index))
        return DueRow(number: try DirectoryPosition(from: &reader).number, term: try reader.term())
    }

    /// Adds the entries at some indices to a sum.
    func add(_ indices: Range<Int>, to sum: inout DirectorySum) throws(MalformedRecord) {
        guard let first = indices.first else { return }
        var reader = RecordReader(bytes, at: start(of: first))
        for _ in indices {
            _ = try DirectoryPosition(from: &reader)
            try reader.skipBlob()
            sum.count += 1
            for figure in 0..<figures where try reader.flag() { sum.figures[figure].add(try reader.integer()) }
        }
    }

    private func start(of index: Int) -> Int { index == 0 ? 0 : slots[index - 1].end }

    // MARK: Changing

    mutating func insert(_ entry: DirectoryEntry, at index: Int) {
        var writer = RecordWriter()
        entry.write(to: &writer)
        let start = start(of: index)
        bytes.insert(contentsOf: writer.bytes, at: start)
        slots.insert(Slot(position: entry.position, end: start), at: index)
        moveEnds(from: index, by: writer.bytes.count)
    }

    mutating func remove(at index: Int) {
        let removed = start(of: index)..<slots[index].end
        bytes.removeSubrange(removed)
        slots.remove(at: index)
        moveEnds(from: index, by: -removed.count)
    }

    private mutating func moveEnds(from index: Int, by length: Int) {
        for later in index..<slots.count { slots[later].end += length }
    }

    /// Removes the entries from an index on, and returns them.
    mutating func split(at index: Int) -> DirectoryEntries {
        let middle = start(of: index)
        var rest = DirectoryEntries(figures: figures)
        rest.bytes = Array(bytes[middle...])
        rest.slots = slots[index...].map { Slot(position: $0.position, end: $0.end - middle) }
        bytes.removeSubrange(middle...)
        slots.removeSubrange(index...)
        return rest
    }

    /// Adds entries that come after all of these.
    mutating func append(_ others: DirectoryEntries) {
        let end = bytes.count
        bytes += others.bytes
        slots += others.slots.map { Slot(position: $0.position, end: $0.end + end) }
    }
}
