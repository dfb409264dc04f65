// The binary forms of a directory's root and pages.

/// The manifest's description of a collection.
struct DirectoryRoot: Hashable {
    /// The top page; `nil` if the collection is empty.
    var top: DirectoryChild?
    /// The level of the top page.
    var level = 0
    /// The highest page number ever used.
    var highestPage = 0
    /// The highest record number ever used, so that no number is used twice.
    var highestNumber = 0
    /// The version of the rules by which keys and figures were computed.
    var rulesVersion: Int
    /// The number of figures per entry.
    var figures: Int

    init(rulesVersion: Int, figures: Int) {
        (self.rulesVersion, self.figures) = (rulesVersion, figures)
    }

    /// The root of an empty directory.
    init<Element: CollectionElement>(of type: Element.Type) {
        self.init(rulesVersion: Element.rulesVersion, figures: Element.figureCount)
    }

    init(from reader: inout RecordReader) throws {
        rulesVersion = try reader.integer()
        figures = try reader.integer()
        highestPage = try reader.integer()
        highestNumber = try reader.integer()
        level = try reader.integer()
        guard (0...DirectoryPage.maximumFigures).contains(figures), (0...DirectoryPage.maximumLevel).contains(level),
            highestPage >= 0
        else { throw MalformedRecord() }
        let figures = figures
        top = try reader.optional { try DirectoryChild(from: &$0, figures: figures) }
    }

    func write(to writer: inout RecordWriter) {
        writer.append(rulesVersion)
        writer.append(figures)
        writer.append(highestPage)
        writer.append(highestNumber)
        writer.append(level)
        writer.append(top) { $1.write(to: &$0) }
    }
}

extension DirectoryPosition {
    init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init(key: try reader.integer(), number: try reader.integer())
    }

    fileprivate func write(to writer: inout RecordWriter) {
        writer.append(key)
        writer.append(number)
    }
}

extension DirectoryChild {
    fileprivate init(from reader: inout RecordReader, figures: Int) throws {
        page = try reader.integer()
        term = try reader.blob()
        first = try DirectoryPosition(from: &reader)
        sum = DirectorySum(figures: figures)
        sum.count = try reader.integer()
        for index in 0..<figures {
            sum.figures[index].sum = try reader.integer()
            sum.figures[index].known = try reader.integer()
        }
        guard sum.count >= 0 else { throw MalformedRecord() }
    }

    fileprivate func write(to writer: inout RecordWriter) {
        writer.append(page)
        writer.append(term)
        first.write(to: &writer)
        writer.append(sum.count)
        for figure in sum.figures {
            writer.append(figure.sum)
            writer.append(figure.known)
        }
    }
}

extension DirectoryEntry {
    init(from reader: inout RecordReader, figures: Int) throws(MalformedRecord) {
        position = try DirectoryPosition(from: &reader)
        term = try reader.blob()
        self.figures = Array(repeating: nil, count: figures)
        for index in 0..<figures where try reader.flag() { self.figures[index] = try reader.integer() }
    }

    func write(to writer: inout RecordWriter) {
        position.write(to: &writer)
        writer.append(term)
        for figure in figures { writer.append(figure) { $0.append($1) } }
    }
}

extension DirectoryPage {
    static let maximumFigures = 16
    static let maximumLevel = 16
    private static let schema: UInt8 = 1

    /// - Throws: ``MalformedRecord`` if the bytes aren't a page of this level.
    convenience init(number: Int, level: Int, figures: Int, decoding bytes: [UInt8]) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        guard try reader.integer() == level else { throw MalformedRecord() }
        self.init(number: number, level: level, figures: figures)
        if level == 0 {
            entries = try DirectoryEntries(from: &reader, figures: figures)
        } else {
            children = try reader.list { try DirectoryChild(from: &$0, figures: figures) }
        }
        try reader.finish()
        guard count > 0 else { throw MalformedRecord() }
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(level)
        if level == 0 {
            entries.write(to: &writer)
        } else {
            writer.append(children) { $1.write(to: &$0) }
        }
        return writer.bytes
    }
}
