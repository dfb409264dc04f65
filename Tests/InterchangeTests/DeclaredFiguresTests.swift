import FoundationEssentials
import Interchange
import ProfileModel
import Testing

/// What the rules compute from the points of a recording, beside what its device declared.
///
/// No recording of the tests declares anything. With `PROFILE_RECORDINGS=FOLDER`, the GPX, FIT and TCX files in a
/// folder are read, and a table is printed of those that do.
@Suite struct DeclaredFiguresTests {
    private static let folder = ProcessInfo.processInfo.environment["PROFILE_RECORDINGS"]

    @Test func `no recording of the tests declares a figure, so they tell nothing about errors against devices`() throws
    {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let rows = DeclaredRow.all(in: tests.appending(path: "Recordings").path)
        #expect(rows.recordings > 15)
        #expect(rows.declaring.isEmpty, "Figures.md says that there are none")
    }

    @Test func `the points alone are compared with what a device declared`() throws {
        // 1 km in 1,000 s, 100 m up; the device declares 1.015 km, 990 s on its timer and 111 m.
        let hike = try #require(try FITFormat.read(FITBytes.walk().file()).first)
        let row = try #require(DeclaredRow("walk.fit", hike))
        #expect(row.distance.map { [$0.declared, ($0.computed * 100).rounded() / 100] } == [1.015, 1])
        #expect(row.time.map { [$0.declared, $0.computed] } == [990, 1000])
        #expect(row.ascent.map { [$0.declared, $0.computed.rounded()] } == [111, 100])
        let table = DeclaredRow.table([row])
        #expect(table.contains("| walk.fit | 1.015 | 1.00"))
        #expect(table.contains("| 990 | 1000 | +1.0 % | 111 | 100 | −9.9 % |"), "\(table)")
    }

    @Test(.enabled(if: DeclaredFiguresTests.folder != nil)) func `a table of the recordings in a folder is printed`()
        throws
    {
        let rows = DeclaredRow.all(in: try #require(Self.folder))
        print("\(rows.recordings) recordings, \(rows.declaring.count) with declared figures")
        print(DeclaredRow.table(rows.declaring))
    }
}

/// A recording whose device declared a distance, a time in motion or an ascent.
private struct DeclaredRow {
    struct Pair {
        let declared: Double
        let computed: Double

        /// By how many percent the computed figure differs.
        var error: Double { (computed / declared - 1) * 100 }

        init?(_ declared: Double?, _ computed: Double?) {
            guard let declared, declared > 0, let computed else { return nil }
            (self.declared, self.computed) = (declared, computed)
        }
    }

    let name: String
    /// Kilometres.
    let distance: Pair?
    /// Seconds: the declared moving time, else what the timer ran.
    let time: Pair?
    /// Metres.
    let ascent: Pair?

    /// - Returns: `nil` when nothing is declared that can be compared.
    init?(_ name: String, _ hike: ImportedHike) {
        guard let recording = hike.recording else { return nil }
        let (declared, computed) = (recording.declared, HikeStatistics(of: Recording(segments: recording.segments)))
        self.name = name
        distance = Pair(declared.distance, computed.distance)
        time = Pair(declared.movingTime ?? declared.timer, computed.time.map { $0.moving / .seconds(1) })
        ascent = Pair(declared.ascent, computed.ascent)
        guard distance != nil || time != nil || ascent != nil else { return nil }
    }

    /// The recordings of a folder; files that aren't any are left out.
    static func all(in folder: String) -> (recordings: Int, declaring: [DeclaredRow]) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var hikes: [(name: String, hike: ImportedHike)] = []
        for name in names where HikeFileFormat.endings.contains(where: name.lowercased().hasSuffix) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            let reader = HikeFileReader(fileName: name)
            guard
                let found = try? { () throws in
                    try reader.read(Array(data))
                    return try reader.finish()
                }()
            else { continue }
            hikes += found.filter { $0.recording != nil }.map { (name, $0) }
        }
        return (hikes.count, hikes.compactMap { DeclaredRow($0.name, $0.hike) })
    }

    /// A table in Markdown, with the mean of the errors' sizes in its last row.
    static func table(_ rows: [DeclaredRow]) -> String {
        func number(_ value: Double, _ places: Int) -> String {
            guard places > 0 else { return "\(Int(value.rounded()))" }
            let digits = "\(Int((value * 1000).rounded()))"
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "\(padded.dropLast(3)).\(padded.suffix(3))"
        }
        func percent(_ value: Double, signed: Bool = true) -> String {
            let tenths = Int((abs(value) * 10).rounded())
            return "\(signed ? value < 0 ? "−" : "+" : "")\(tenths / 10).\(tenths % 10) %"
        }
        func cells(_ pair: Pair?, _ places: Int) -> String {
            guard let pair else { return "– | – | –" }
            return "\(number(pair.declared, places)) | \(number(pair.computed, places)) | \(percent(pair.error))"
        }
        func mean(_ pairs: [Pair?]) -> String {
            let errors = pairs.compactMap { $0.map { abs($0.error) } }
            guard !errors.isEmpty else { return " | | –" }
            return " | | \(percent(errors.reduce(0, +) / Double(errors.count), signed: false)) of \(errors.count)"
        }
        let lines = rows.map {
            "| \($0.name) | \(cells($0.distance, 3)) | \(cells($0.time, 0)) | \(cells($0.ascent, 0)) |"
        }
        return """
            | recording | distance declared, km | computed | error | time declared, s | computed | error \
            | ascent declared, m | computed | error |
            |---|---|---|---|---|---|---|---|---|---|
            \((lines + ["| mean size |\(mean(rows.map(\.distance))) |\(mean(rows.map(\.time))) |\(mean(rows.map(\.ascent))) |"])
                .joined(separator: "\n"))
            """
    }
}
