/// An EXIF block for tests, with the entries of its three directories.
struct EXIFSample {
    /// A tag, its type, and the numbers or the text of its value.
    enum Value {
        case text(String)
        case short(Int)
        case fractions([(Int, Int)])
        case bytes([UInt8])
    }

    var isLittleEndian = true
    var main: [(Int, Value)] = []
    var photo: [(Int, Value)] = []
    var satellites: [(Int, Value)] = []

    /// Bern at half past ten, seen by a camera that lies on its side.
    static let bern = EXIFSample(
        main: [(0x010F, .text("Camera of Kim")), (0x0112, .short(6))],
        photo: [(0x9003, .text("2026:07:04 10:30:15")), (0x9011, .text("+02:00"))],
        satellites: [
            (1, .text("N")), (2, .fractions([(46, 1), (57, 1), (180, 10)])), (3, .text("E")),
            (4, .fractions([(7, 1), (26, 1), (24, 1)])), (7, .fractions([(8, 1), (30, 1), (16, 1)])),
            (0x1D, .text("2026:07:04")),
        ])

    var block: [UInt8] {
        let header = (isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4)
        let links = (photo.isEmpty ? 0 : 1) + (satellites.isEmpty ? 0 : 1)
        let mainEnd = 8 + length(main.count + links, of: main)
        let photoEnd = mainEnd + (photo.isEmpty ? 0 : length(photo.count, of: photo))
        var entries = main.map { ($0.0, $0.1, nil as Int?) }
        if !photo.isEmpty { entries.append((0x8769, .short(0), mainEnd)) }
        if !satellites.isEmpty { entries.append((0x8825, .short(0), photoEnd)) }
        return header + directory(entries, at: 8)
            + (photo.isEmpty ? [] : directory(photo.map { ($0.0, $0.1, nil) }, at: mainEnd))
            + (satellites.isEmpty ? [] : directory(satellites.map { ($0.0, $0.1, nil) }, at: photoEnd))
    }

    private func directory(_ entries: [(Int, Value, Int?)], at start: Int) -> [UInt8] {
        var bytes = number(entries.count, 2)
        var values: [UInt8] = []
        let valueStart = start + 2 + entries.count * 12 + 4
        for (tag, value, link) in entries {
            if let link {
                bytes += number(tag, 2) + number(4, 2) + number(1, 4) + number(link, 4)
                continue
            }
            let (type, count, content) = encoded(value)
            bytes += number(tag, 2) + number(type, 2) + number(count, 4)
            if content.count <= 4 {
                bytes += content + [UInt8](repeating: 0, count: 4 - content.count)
            } else {
                bytes += number(valueStart + values.count, 4)
                values += content
            }
        }
        return bytes + number(0, 4) + values
    }

    private func length(_ entries: Int, of values: [(Int, Value)]) -> Int {
        let long = values.map { encoded($0.1).content.count }.filter { $0 > 4 }.reduce(0, +)
        return 2 + entries * 12 + 4 + long
    }

    private func encoded(_ value: Value) -> (type: Int, count: Int, content: [UInt8]) {
        switch value {
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let value): (3, 1, number(value, 2))
        case .fractions(let list): (5, list.count, list.flatMap { number($0.0, 4) + number($0.1, 4) })
        case .bytes(let bytes): (7, bytes.count, bytes)
        }
    }

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }
}
