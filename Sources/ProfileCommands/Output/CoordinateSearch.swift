internal import ProfileKit

/// Looks for positions within areas in the bytes of a file of any text format, since no reader reads everything: a latitude
/// and a longitude in either order, with at most one number between them. They are in degrees, and one of them has a
/// decimal point.
struct CoordinateSearch {
    private let areas: PrivateAreas
    /// The digits of a number that the next piece may continue.
    private var digits: [UInt8] = []
    /// The last two numbers, and whether they have fractions. Of two whole numbers, such as hours and minutes, none is a
    /// position.
    private var last: [(number: Double, hasFraction: Bool)] = []
    private(set) var hasFound = false

    init(for areas: PrivateAreas) { self.areas = areas }

    mutating func look(at bytes: [UInt8]) {
        // UTF-16 has zeros between the digits.
        for byte in bytes where byte != 0 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): add(byte)
            // A sign begins a number, unless it is that of an exponent.
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                if digits.last != UInt8(ascii: "e"), digits.last != UInt8(ascii: "E") { endNumber() }
                add(byte)
            // An exponent.
            case UInt8(ascii: "e"), UInt8(ascii: "E"): if !digits.isEmpty { add(byte) }
            default: endNumber()
            }
        }
    }

    /// Ends the text.
    mutating func finish() { endNumber() }

    private mutating func add(_ byte: UInt8) {
        // No coordinate is longer.
        if digits.count < 40 { digits.append(byte) }
    }

    private mutating func endNumber() {
        guard !digits.isEmpty else { return }
        defer { digits.removeAll(keepingCapacity: true) }
        // The end of a sentence.
        if digits.last == UInt8(ascii: ".") { digits.removeLast() }
        let text = String(decoding: digits, as: UTF8.self)
        guard let number = Double(text) ?? Double(text.prefix { $0 != "e" && $0 != "E" }) else { return }
        let hasFraction = digits.contains(UInt8(ascii: "."))
        defer { last = last.suffix(1) + [(number, hasFraction)] }
        hasFound =
            hasFound
            || last.contains { other in
                (hasFraction || other.hasFraction)
                    && (isPrivate(other.number, number) || isPrivate(number, other.number))
            }
    }

    private func isPrivate(_ latitude: Double, _ longitude: Double) -> Bool {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return false }
        return areas.contains(TrackPosition(latitude: latitude, longitude: longitude))
    }
}
