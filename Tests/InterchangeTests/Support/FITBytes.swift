/// Writes small FIT files for reading and breaking.
struct FITBytes {
    var messages: [UInt8] = []
    var isBigEndian = false
    /// The fields of each local message type, by number, size and type.
    private var kinds: [UInt8: [(number: UInt8, size: Int, type: UInt8)]] = [:]

    /// FIT's clock at 2026-04-22T06:40:00Z.
    static let start = 1_145_774_400

    enum Value {
        case sint8(Int)
        case uint8(Int)
        case enumeration(Int)
        case sint32(Int)
        case uint16(Int)
        case uint32(Int)
        case text(String, Int)

        var type: UInt8 {
            switch self {
            case .enumeration: 0x00
            case .sint8: 0x01
            case .uint8: 0x02
            case .uint16: 0x84
            case .sint32: 0x85
            case .uint32: 0x86
            case .text: 0x07
            }
        }

        var size: Int {
            switch self {
            case .enumeration, .sint8, .uint8: 1
            case .uint16: 2
            case .sint32, .uint32: 4
            case .text(_, let size): size
            }
        }
    }

    private func bytes(_ number: Int, _ size: Int) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return isBigEndian ? little.reversed() : little
    }

    mutating func define(_ local: UInt8, _ message: Int, _ fields: [(UInt8, Value)], developer: [Int] = []) {
        messages += [0x40 | local | (developer.isEmpty ? 0 : 0x20), 0, isBigEndian ? 1 : 0] + bytes(message, 2)
        messages.append(UInt8(fields.count))
        for (number, value) in fields { messages += [number, UInt8(value.size), value.type] }
        if !developer.isEmpty {
            messages.append(UInt8(developer.count))
            for (number, size) in developer.enumerated() { messages += [UInt8(number), UInt8(size), 0] }
        }
    }

    mutating func write(_ header: UInt8, _ fields: [(UInt8, Value)], developer: [Int] = []) {
        messages.append(header)
        for (_, value) in fields {
            switch value {
            case .text(let text, let size):
                messages += Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
            case .sint8(let number), .uint8(let number), .enumeration(let number), .sint32(let number),
                .uint16(let number),
                .uint32(let number):
                messages += bytes(number, value.size)
            }
        }
        messages += [UInt8](repeating: 0x7F, count: developer.reduce(0, +))
    }

    /// Defines a kind and writes one message of it.
    mutating func add(_ message: Int, _ fields: [(UInt8, Value)], local: UInt8 = 0, developer: [Int] = []) {
        define(local, message, fields, developer: developer)
        write(local, fields, developer: developer)
    }

    /// A point at a distance in metres north of 47°, at a time in seconds from the start.
    static func point(_ metres: Double, seconds: Int?, elevation: Double? = 500, heartRate: Int? = 120) -> [(
        UInt8, Value
    )] {
        func semicircles(_ degrees: Double) -> Int { Int((degrees / 180 * 2_147_483_648).rounded()) }
        var fields: [(UInt8, Value)] = []
        if let seconds { fields.append((253, .uint32(start + seconds))) }
        fields += [
            (0, .sint32(semicircles(47 + metres / 111_170))), (1, .sint32(semicircles(11))),
            (2, .uint16(elevation.map { Int((($0 + 500) * 5).rounded()) } ?? 0xFFFF)), (3, .uint8(heartRate ?? 0xFF)),
        ]
        return fields
    }

    /// The whole file, with header and checksums, computed by a separate implementation.
    func file(headerSize: Int = 14, sum: Int? = nil) -> [UInt8] {
        func little(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        var header: [UInt8] = [UInt8(headerSize), 0x20] + little(2132, 2) + little(messages.count, 4) + ".FIT".utf8
        if headerSize > 12 { header += little(Self.checkSum(header), 2) }
        let content = header + messages
        return content + little(sum ?? Self.checkSum(content), 2)
    }

    /// The checksum, computed bit by bit.
    static func checkSum(_ bytes: [UInt8]) -> Int {
        var sum = 0
        for byte in bytes {
            sum ^= Int(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
        }
        return sum
    }

    /// A walk of 1 km in 100 steps of 10 m and 10 s, as a watch writes it, with every value that a hike is read from.
    static func walk(isBigEndian: Bool = false, sport: Int = 17) -> FITBytes {
        var fit = FITBytes()
        fit.isBigEndian = isBigEndian
        fit.add(0, [(0, .enumeration(4)), (1, .uint16(1)), (4, .uint32(start)), (8, .text("Fenix 7", 12))])
        fit.add(21, [(253, .uint32(start)), (0, .enumeration(0)), (1, .enumeration(0))])
        fit.define(1, 20, point(0, seconds: 0), developer: [2, 1])
        for step in 0...100 {
            fit.write(
                1, point(Double(step) * 10, seconds: step * 10, elevation: 500 + Double(step)), developer: [2, 1])
        }
        fit.add(19, [(253, .uint32(start + 1000)), (2, .uint32(start)), (9, .uint32(101_000))])
        fit.add(
            18,
            [
                (253, .uint32(start + 1000)), (2, .uint32(start)), (5, .enumeration(sport)), (7, .uint32(1_010_000)),
                (8, .uint32(990_000)), (9, .uint32(101_500)), (22, .uint16(111)), (23, .uint16(3)),
            ])
        fit.add(34, [(253, .uint32(start + 1000)), (5, .uint32(start + 1000 + 7200))])
        return fit
    }
}
