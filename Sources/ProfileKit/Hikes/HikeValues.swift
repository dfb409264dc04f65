public import ProfileModel
public import SealedStore

// The types of a hike's values where their own type doesn't tell how people type them.

/// A number with a unit. It is stored, and written in JSON, as the number alone.
protocol Quantity: EditableValue {
    init(number: Double)
    var number: Double { get }
    /// The rule that a text breaks that isn't one.
    static var rule: FieldRule { get }
}

extension Quantity {
    static var control: FieldControl { .text }

    init(from reader: inout RecordReader) throws(MalformedRecord) { self.init(number: try reader.double()) }

    func write(to writer: inout RecordWriter) { writer.append(number) }

    init(parsing text: String) throws(FieldRule) {
        guard let number = Double(typedDecimal: text), number.isFinite else { throw Self.rule }
        self.init(number: number)
    }

    var text: String { number == number.rounded() && number.magnitude < 1e15 ? String(Int(number)) : String(number) }

    init(json: FieldJSON) throws(FieldRule) { self.init(number: try Double(json: json)) }

    var json: FieldJSON { .number(number) }
}

struct Kilometres: Quantity {
    let number: Double
    static var rule: FieldRule { .kilometresAboveZero }
}

struct Metres: Quantity {
    let number: Double
    static var rule: FieldRule { .notNegative }

    init(number: Double) { self.number = number }

    init(parsing text: String) throws(FieldRule) {
        guard let number = Double(typedMetres: text), number.isFinite else { throw Self.rule }
        self.init(number: number)
    }
}

/// A time in seconds, typed in hours, minutes and seconds: `2h30m`, `90m`, `45s`.
struct Seconds: Quantity {
    let number: Double
    static var rule: FieldRule { .timeSpan }

    private static let units: [(letter: Character, seconds: Double)] = [
        ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    init(number: Double) { self.number = number }

    init(parsing text: String) throws(FieldRule) {
        var (total, digits) = (0.0, "")
        var rest = Self.units[...]
        for character in text where character != " " {
            guard let index = rest.firstIndex(where: { $0.letter == character }) else {
                digits.append(character)
                continue
            }
            guard let number = Double(typedDecimal: digits) else { throw Self.rule }
            total += number * rest[index].seconds
            (digits, rest) = ("", rest[(index + 1)...])
        }
        guard digits.isEmpty, !text.isEmpty, total.isFinite else { throw Self.rule }
        self.init(number: total)
    }

    var text: String {
        guard number.isFinite, (0..<1e12).contains(number) else { return "\(number)s" }
        var (rest, text) = (number, "")
        for (letter, seconds) in Self.units.dropFirst() {
            let count = letter == "s" ? rest : (rest / seconds).rounded(.down)
            rest -= count * seconds
            let digits = count == count.rounded() ? String(Int(count)) : String(count)
            if count > 0 || letter == "s" && text.isEmpty { text += "\(digits)\(letter)" }
        }
        return text
    }
}

/// How hard a hike was, as a whole number.
struct Difficulty: EditableValue {
    let number: Int

    static var control: FieldControl { .text }

    init(_ number: Int) { self.number = number }

    init(from reader: inout RecordReader) throws(MalformedRecord) { number = try Int(from: &reader) }

    func write(to writer: inout RecordWriter) { number.write(to: &writer) }

    init(parsing text: String) throws(FieldRule) {
        guard let number = Int(text) else { throw .wholeNumber(HikeHeader.difficulties) }
        self.number = number
    }

    var text: String { String(number) }

    init(json: FieldJSON) throws(FieldRule) { number = try Int(json: json) }

    var json: FieldJSON { .integer(number) }
}

/// A timestamp as typed. A time without an offset from UTC is read as one of this machine's zone.
extension Timestamp: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        // Seconds may be left out beside a zone, too.
        let zone = text.dropFirst(16)
        let whole = zone.first.map { "Z+-".contains($0) } ?? false ? "\(text.prefix(16)):00\(zone)" : text
        guard let time = Timestamp(text) ?? Timestamp(localTime: text) ?? Timestamp(whole) else { throw .timestamp }
        self = time
    }

    public var text: String { description }

    public init(json: FieldJSON) throws(FieldRule) {
        guard let time = Timestamp(try String(json: json)) else { throw .timestamp }
        self = time
    }

    public var json: FieldJSON { .text(description) }
}

extension FieldRule {
    /// A time span in hours, minutes and seconds.
    fileprivate static let timeSpan = FieldRule("time-span")
}
