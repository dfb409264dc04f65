import ProfileRendering
import TestSupport
import Testing

@testable import Interchange

/// Files made to use up memory and time.
@Suite(
    .reliability(
        "R21", "an endless or bloated file is refused with its place, and nothing is stored",
        figure: "entities, attributes, depth, markup, streams, points, tracks")
) struct GPXLimitTests {
    /// Reads pieces until they are refused.
    private func problem(in pieces: some Sequence<String>) -> HikeFileError? {
        do throws(HikeFileError) {
            let limits = RecordingLimits(bytes: 3 << 20, points: 5_000, tracks: 100)
            let reader = HikeFileReader(format: .gpx, fileName: "", limits: limits)
            for piece in pieces { try reader.read(Array(piece.utf8)) }
            _ = try reader.finish()
            return nil
        } catch {
            return error
        }
    }

    private static let start = "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\">\n<trk><trkseg>\n"

    /// A beginning and an endless repetition, far beyond the limits.
    private func endless(_ start: String, _ piece: String) -> some Sequence<String> {
        let part = String(repeating: piece, count: max(1, (64 << 10) / piece.utf8.count))
        return sequence(first: start) { _ in part }.lazy.prefix(100)
    }

    @Test func `entity expansion (billion laughs) is refused at once`() {
        var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE gpx [\n<!ENTITY a0 \"ha\">\n"
        for level in 1...10 {
            text += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">\n"
        }
        text += "]>\n<gpx><trk><name>&a10;</name></trk></gpx>"
        #expect(
            problem(in: [text])?.told == "line 2: a document type is declared, which no file of hikes needs")
    }

    @Test func `elements nested a hundred thousand deep are refused at the hundred and first`() {
        let problem = problem(in: [Self.start + String(repeating: "<a>\n", count: 100_000)])
        #expect(problem?.told == "line \(2 + ExpatParser.deepest - 2): it is nested more than 100 deep")
    }

    @Test func `two hundred thousand attributes are refused`() {
        let attributes = (0..<200_000).map { " a\($0)=\"\"" }.joined()
        #expect(problem(in: [Self.start, "<x\(attributes)>"])?.told.hasPrefix("line 3: ") == true)
        let fewer = (0..<101).map { " a\($0)=\"\"" }.joined()
        #expect(
            problem(in: [Self.start, "<x\(fewer)/>"])?.told == "line 3: an element has more than 100 attributes")
    }

    @Test(arguments: ["<", "<a ", "<a b=\"", "<!--", "<?"])
    func `endless markup is refused after a mebibyte`(opening: String) {
        #expect(problem(in: endless(Self.start + opening, "xxxxxxx"))?.message.contains("1 MiB") == true)
    }

    @Test func `a file of any length is read, as long as its tracks aren't`() throws {
        let reader = HikeFileReader(format: .gpx, fileName: "", limits: RecordingLimits(bytes: 1 << 20, points: 30))
        let point = "<trkpt lat='1' lon='1'/>" + String(repeating: " ", count: 1 << 15)
        let track = "<trk><name>A</name><trkseg>\(String(repeating: point, count: 20))</trkseg></trk>"
        try reader.read(Array("<gpx>".utf8))
        var taken = 0
        for _ in 0..<8 {
            try reader.read(Array(track.utf8))
            taken += reader.takeHikes().count
        }
        try reader.read(Array("</gpx>".utf8))
        // All but the last, which may be given a remark.
        #expect(taken == 7)
        #expect(try reader.finish().count == 1)
    }

    @Test(arguments: [" ", "x", "<wpt/>", "\n", "<!---->"])
    func `an endless stream is refused at the maximum size`(piece: String) throws {
        let refusal = problem(in: endless(Self.start, piece))
        let problem = try #require(refusal)
        #expect(problem.message.contains("3 MiB"), "\(problem)")
    }

    @Test func `text in skipped elements is not kept, and in others it is limited`() {
        for start in ["<trkpt lat='1' lon='1'><ele>", "<trkpt lat='1' lon='1'><name>"] {
            #expect(problem(in: endless(Self.start + start, "1"))?.message.contains("3 MiB") == true)
        }
    }

    @Test func `more points than the limit are refused`() throws {
        let refusal = problem(in: endless(Self.start, "<trkpt lat='1' lon='1'/>\n"))
        let problem = try #require(refusal)
        #expect(
            problem.told == "line \(3 + 5_000): there are more than 5,000 points; split the file into several")
    }

    @Test func `the limits allow days of recording at a point per second`() {
        #expect(
            RecordingLimits().bytes == 256 << 20 && RecordingLimits().points == 500_000
                && RecordingLimits().tracks == 10_000)
    }

    @Test func `more tracks than the limit are refused`() throws {
        let track = "<trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk>"
        #expect(problem(in: endless("<gpx>", track))?.message.contains("100 tracks") == true)
    }
}
