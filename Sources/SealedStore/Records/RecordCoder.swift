internal import Sealing

/// Writes the payload of a record in a compact binary form. JSON coders are many times slower, and records are read at
/// every start.
///
/// The first byte is the record's schema. Integers have variable length (LEB128, with zigzag for signed ones),
/// floating-point numbers take eight bytes, texts and lists are preceded by their count, and optional values by 0 or 1.
public struct RecordWriter {
    /// The payload so far.
    public private(set) var bytes: [UInt8]

    /// Begins a payload.
    public init(schema: UInt8) {
        bytes = []
        // Enough for most records, so that the bytes are rarely reallocated.
        bytes.reserveCapacity(256)
        bytes.append(schema)
    }

    /// Writes a part of a payload.
    init() {
        bytes = []
        bytes.reserveCapacity(64)
    }

    /// Appends an unsigned integer.
    public mutating func append(unsigned number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a signed integer.
    public mutating func append(_ number: Int) {
        append(unsigned: UInt64(bitPattern: Int64((number << 1) ^ (number >> (Int.bitWidth - 1)))))
    }

    /// Appends a floating-point number, which must be finite to be read back.
    public mutating func append(_ number: Double) {
        bytes.append(littleEndian: number.bitPattern)
    }

    /// Appends a flag.
    public mutating func append(_ flag: Bool) {
        bytes.append(flag ? 1 : 0)
    }

    /// Appends a text as UTF-8.
    public mutating func append(_ text: String) {
        append(unsigned: UInt64(text.utf8.count))
        bytes += text.utf8
    }

    /// Appends bytes, preceded by their count.
    public mutating func append(_ blob: [UInt8]) {
        append(unsigned: UInt64(blob.count))
        bytes += blob
    }

    /// Appends what another writer wrote.
    mutating func append(encoded part: [UInt8]) { bytes += part }

    /// Appends an optional value: a flag, then the value if there is one.
    ///
    /// Inlinable, like all generic functions here, so that each use is specialized.
    @inlinable public mutating func append<Value>(_ value: Value?, write: (inout RecordWriter, Value) -> Void) {
        append(value != nil)
        if let value { write(&self, value) }
    }

    /// Appends a list, preceded by its count.
    @inlinable public mutating func append<Element>(_ list: [Element], write: (inout RecordWriter, Element) -> Void) {
        append(unsigned: UInt64(list.count))
        for element in list { write(&self, element) }
    }
}

/// Reads what ``RecordWriter`` wrote. Every count is checked against the bytes available, and every value against its
/// type's rules, so that no input can cause a trap or an allocation out of proportion to its size.
public struct RecordReader {
    private let bytes: [UInt8]
    private(set) var position = 1
    private var end: Int

    /// - Throws: ``MalformedRecord`` if the bytes have another schema.
    public init(_ bytes: [UInt8], schema: UInt8) throws(MalformedRecord) {
        guard bytes.first == schema else { throw MalformedRecord() }
        (self.bytes, end) = (bytes, bytes.count)
    }

    /// Reads a part of a payload.
    init(_ bytes: [UInt8], at position: Int) { (self.bytes, self.position, end) = (bytes, position, bytes.count) }

    /// Reads an unsigned integer.
    public mutating func unsigned() throws(MalformedRecord) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let byte = try self.byte()
            let part = UInt64(byte & 0x7F)
            guard (part << shift) >> shift == part else { throw MalformedRecord() }
            number |= part << shift
            if byte < 0x80 { return number }
        }
        throw MalformedRecord()
    }

    /// Reads a signed integer.
    public mutating func integer() throws(MalformedRecord) -> Int {
        let raw = try unsigned()
        return Int(bitPattern: UInt(raw >> 1)) ^ -Int(raw & 1)
    }

    /// Reads a finite number.
    public mutating func double() throws(MalformedRecord) -> Double {
        guard end - position >= 8 else { throw MalformedRecord() }
        var pattern: UInt64 = 0
        for offset in 0..<8 { pattern |= UInt64(bytes[position + offset]) << (8 * offset) }
        position += 8
        let number = Double(bitPattern: pattern)
        guard number.isFinite else { throw MalformedRecord() }
        return number
    }

    /// Reads a flag.
    public mutating func flag() throws(MalformedRecord) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw MalformedRecord()
        }
    }

    /// Reads a text.
    public mutating func text() throws(MalformedRecord) -> String {
        let count = try self.count()
        defer { position += count }
        do {
            return String(copying: try UTF8Span(validating: bytes.span.extracting(position..<position + count)))
        } catch {
            throw MalformedRecord()
        }
    }

    /// Reads bytes that are preceded by their count.
    public mutating func blob() throws(MalformedRecord) -> [UInt8] { Array(try blobSlice()) }

    /// Reads bytes that are preceded by their count, without copying them.
    mutating func blobSlice() throws(MalformedRecord) -> ArraySlice<UInt8> {
        let count = try self.count()
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Passes over a blob.
    mutating func skipBlob() throws(MalformedRecord) { position += try count() }

    /// Goes on with the payload in a blob that comes next, without copying it.
    ///
    /// - Throws: ``MalformedRecord`` if that has another schema.
    mutating func enterBlob(schema: UInt8) throws(MalformedRecord) {
        end = try count() + position
        guard try byte() == schema else { throw MalformedRecord() }
    }

    /// The bytes read since an earlier position.
    func bytes(from start: Int) -> [UInt8] { Array(bytes[start..<position]) }

    /// Reads an optional value.
    ///
    /// Inlinable, like all generic functions here, so that each use is specialized.
    ///
    /// - Throws: ``MalformedRecord`` if the bytes end too early or the flag is neither 0 nor 1; what `read` throws.
    @inlinable public mutating func optional<Value>(
        _ read: (inout RecordReader) throws -> Value
    ) throws -> Value? {
        try flag() ? try read(&self) : nil
    }

    /// Reads a list.
    ///
    /// - Throws: ``MalformedRecord`` if the bytes end too early; what `read` throws.
    @inlinable public mutating func list<Element>(
        _ read: (inout RecordReader) throws -> Element
    ) throws -> [Element] {
        // Every element takes at least one byte, so the count can't exceed the bytes that are left.
        let count = try self.count()
        var list: [Element] = []
        // A false count may still be as large as the number of bytes left, so the list grows as it is read.
        list.reserveCapacity(min(count, 4096))
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    /// Checks that no bytes are left.
    public func finish() throws(MalformedRecord) {
        guard position == end else { throw MalformedRecord() }
    }

    private mutating func byte() throws(MalformedRecord) -> UInt8 {
        guard position < end else { throw MalformedRecord() }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a count of bytes or elements, which can't exceed the number of remaining bytes.
    @usableFromInline mutating func count() throws(MalformedRecord) -> Int {
        let count = try unsigned()
        guard count <= UInt64(end - position) else { throw MalformedRecord() }
        return Int(count)
    }
}
