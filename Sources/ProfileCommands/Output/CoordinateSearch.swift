internal import ProfileKit

/// Looks for positions within areas in the bytes of a file of any text format: two numbers that follow one another, a
/// latitude and a longitude in either order. So nothing that a reader of the format leaves out is missed.
struct CoordinateSearch {
    private let areas: PrivateAreas
    /// The digits of a number that the next piece may continue.
    private var digits: [UInt8] = []
    private var last: Double?
    /// Whether the last number has a fraction. Of two whole numbers, such as hours and minutes, none is a position.
    private var lastHasFraction = false
    private(set) var hasFound = false

    init(for areas: PrivateAreas) { self.areas = areas }

    mutating func look(at bytes: [UInt8]) {
        // UTF-16 has zeros between the digits.
        for byte in bytes where byte != 0 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
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
        let text = String(decoding: digits, as: UTF8.self)
        guard let number = Double(text) ?? Double(text.prefix { $0 != "e" && $0 != "E" }) else { return }
        let hasFraction = digits.contains(UInt8(ascii: "."))
        defer { (last, lastHasFraction) = (number, hasFraction) }
        guard !hasFound, let last, hasFraction || lastHasFraction else { return }
        hasFound = isPrivate(last, number) || isPrivate(number, last)
    }

    private func isPrivate(_ latitude: Double, _ longitude: Double) -> Bool {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return false }
        return areas.contains(TrackPosition(latitude: latitude, longitude: longitude))
    }
}
