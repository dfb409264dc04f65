import CommandParsing
import Glibc
import ProfileModel
import Sealing

@testable import Interchange
@testable import ProfileApp
@testable import ProfileCommands
@testable import ProfileKit
@testable import SealedStore

/// A parser of bytes that others wrote. It reads or refuses them, whatever they are; it never traps.
///
/// `make fuzz` feeds each parser with libFuzzer's inputs; `make test` with those kept in Tests/Corpus.
enum FuzzedParser: String, CaseIterable, Sendable {
    case fit, tcx, gpx, kml, geojson, csv, zip
    case hikes = "hike-json"
    case profile = "profile-json"
    case record
    case box
    case recoveryCode = "recovery-code"
    case day, duration, arguments, keys

    /// Reads bytes. If there is a writer, the value must be readable again once it is written.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .fit:
            check(try? FITFormat.read(bytes))
            // A checksum follows the bytes, which no fuzzer guesses.
            check(try? FITFormat.read(Self.file(of: bytes)))
        case .tcx: check(try? TCXFormat.read(bytes))
        case .gpx: check(try? GPXFormat.read(bytes))
        case .kml: check(try? KMLFormat.read(bytes))
        case .geojson: check(try? GeoJSONFormat.read(bytes))
        case .csv:
            _ = ActivityTable(bytes, folder: "")
            check(try? HikesCSV.read(bytes))
        case .zip: readArchive(bytes)
        case .hikes:
            guard let hikes = try? LandmarksFormat.read(bytes) else { return }
            check(hikes)
            let written = try? LandmarksFormat.encoded(hikes.map(\.hike))
            precondition(written.flatMap { try? LandmarksFormat.read($0) }?.count == hikes.count)
        case .profile:
            guard let export = try? ProfileExport(reading: bytes) else { return }
            precondition((try? ProfileExport(reading: export.encoded)) == export)
        case .record: readRecords(bytes)
        case .box: openBox(bytes)
        case .recoveryCode:
            let typed = try? Secret(
                capacity: bytes.count,
                reading: { (target: UnsafeMutableRawBufferPointer) throws -> Int in
                    target.copyBytes(from: bytes)
                    return bytes.count
                })
            guard let typed, let code = try? RecoveryCode(reading: typed) else { return }
            // Its displayed form is read back as the same code.
            guard let shown = try? Secret(code.description) else { return }
            precondition((try? RecoveryCode(reading: shown))?.description == code.description)
        case .day:
            let text = String(decoding: bytes, as: UTF8.self)
            if let day = Day(text) { precondition(Day(day.description) == day) }
            if let time = Timestamp(text) { precondition(Timestamp(time.description) != nil) }
        case .duration:
            let duration = DurationOption.parse(String(decoding: bytes, as: UTF8.self))
            precondition(duration.map { $0 > .zero && $0 <= .seconds(366 * 86_400) } ?? true)
        case .arguments:
            let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            do throws(UsageError) {
                _ = try CommandTable.parse(words)
            } catch {
                for line in [error.message, error.hint] {
                    precondition(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                }
            }
        case .keys: readKeys(bytes)
        }
    }

    private func check(_ hikes: [ImportedHike]?) {
        precondition(hikes?.allSatisfy(\.hike.isFinite) ?? true)
    }

    private func readArchive(_ bytes: [UInt8]) {
        // In a file, because archives are read by position.
        guard let file = tmpfile() else { return }
        defer { fclose(file) }
        guard write(fileno(file), bytes, bytes.count) == bytes.count,
            let archive = try? ZipArchive(descriptor: fileno(file))
        else { return }
        for member in archive.members { check(try? archive.hikes(of: member)) }
    }

    /// The messages as a complete FIT file, with header and checksum.
    private static func file(of messages: [UInt8]) -> [UInt8] {
        func little(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let content = [12, 0x20] + little(2132, 2) + little(messages.count, 4) + ".FIT".utf8 + messages
        var sum = 0
        for byte in content {
            sum ^= Int(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
        }
        return content + little(sum, 2)
    }

    private func readRecords(_ bytes: [UInt8]) {
        _ = try? DocumentRecord<Profile>(decoding: bytes)
        _ = try? CommitRecord<Profile>(decoding: bytes)
        _ = try? DraftRecord<Profile>(decoding: bytes)
        _ = try? HeaderRecord(decoding: bytes)
        _ = try? TrackRecord(decoding: bytes)
        _ = try? SummaryRecord(decoding: bytes)
        guard let recording = try? PackedRecording(bytes: bytes).recording else { return }
        let again = try? PackedRecording(recording).recording
        precondition(again == recording)
    }

    private func openBox(_ bytes: [UInt8]) {
        guard let key = try? Secret(String(repeating: "k", count: SealedBox.keyLength)) else { return }
        precondition((try? SealedBox.open(bytes, with: key, context: [])) == nil || SealedBox.hasForm(bytes))
        if let secret = try? SealedBox.openSecret(bytes, with: key, context: []) { precondition(secret.count == 32) }
        // A sealed box opens unchanged, and not in another context.
        let box = SealedBox.seal(bytes, with: key, context: bytes)
        precondition((try? SealedBox.open(box, with: key, context: bytes)) == bytes)
        precondition((try? SealedBox.open(box, with: key, context: bytes + [0])) == nil)
    }

    /// Bytes that arrive in pieces with pauses between them; the first byte gives the pieces' length.
    private func readKeys(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var decoder = KeyDecoder(described: [first & 0x80 != 0 ? "\u{1B}[M" : "\u{1B}[99~": .enter])
        var (now, rest) = (Moment.zero, bytes.dropFirst())
        while !rest.isEmpty {
            let piece = rest.prefix(Int(first & 0x0F) + 1)
            rest = rest.dropFirst(piece.count)
            _ = decoder.decode(piece, at: now)
            now += .milliseconds(first & 0x40 != 0 ? 200 : 1)
        }
        _ = decoder.expire(at: now + .seconds(10))
    }
}
