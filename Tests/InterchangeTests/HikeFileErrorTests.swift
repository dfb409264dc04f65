import ProfileKit
import ProfileModel
import Testing

@testable import Interchange

/// Errors as data: what a program acts on without reading a text.
@Suite struct HikeFileErrorTests {
    /// What is wrong with a file; `nil` when it is read.
    private func error(in bytes: [UInt8], as format: HikeFileFormat? = nil) -> HikeFileError? {
        do throws(HikeFileError) {
            let reader = HikeFileReader(format: format)
            try reader.read(bytes)
            _ = try reader.finish()
            return nil
        } catch {
            return error
        }
    }

    @Test func `errors are caught by their code`() throws {
        func caught(_ text: String) -> String {
            do {
                let reader = HikeFileReader()
                try reader.read(Array(text.utf8))
                _ = try reader.finish()
                return "nothing"
            } catch HikeFileError.Code.empty {
                return "empty"
            } catch HikeFileError.Code.unrecognized {
                return "unrecognized"
            } catch HikeFileError.Code.truncated {
                return "truncated"
            } catch HikeFileError.Code.malformed {
                return "malformed"
            } catch HikeFileError.Code.noHikes {
                return "no hikes"
            } catch HikeFileError.Code.invalidValue {
                return "invalid value"
            } catch {
                return "\(error)"
            }
        }
        #expect(caught("") == "empty")
        #expect(caught("hello") == "unrecognized")
        #expect(caught("[{") == "truncated")
        #expect(caught("<gpx><trk></gpx>") == "malformed")
        #expect(caught("<gpx></gpx>") == "no hikes")
        #expect(caught("[{}]") == "invalid value")
        #expect(!(HikeFileError.Code.empty ~= CancellationError()))
    }

    @Test(
        arguments: [
            (
                LandmarksText.hike(["distance": "-1"]), .breaks(.notNegative),
                .init(line: 4, path: [.element(0), .member("distance")])
            ),
            (
                LandmarksText.hike(["movingTime": "61, \"duration\": 60"]), .breaks(.noMoreThan("duration")),
                .init(line: 7, path: [.element(0), .member("movingTime")])
            ),
            (
                LandmarksText.hike(["id": "0"]), .breaks(.wholeNumber(1...ImportedHike.maximumID)),
                .init(line: 2, path: [.element(0), .member("id")])
            ),
            (
                LandmarksText.hike(["name": nil]), .missing("name"), .init(line: 1, path: [.element(0)])
            ),
            (
                LandmarksText.hike(["name": "5"]), .wrongType(expected: .text),
                .init(line: 3, path: [.element(0), .member("name")])
            ),
            (
                LandmarksText.observation("{\"distanceFromStart\": null}"), .null(expected: .number),
                .init(line: 4, path: [.element(0), .member("observations"), .element(1), .member("distanceFromStart")])
            ),
            ("[\n{", .notJSON(.endsEarly), .init(line: 2)),
            ("[]\n]", .notJSON(.textAfterEnd), .init(line: 2)),
            ("<gpx>\n</gpx>", .noPoints(.gpx), .init(line: 1)),
            ("<html/>", .notOfFormat(.hikes(.gpx)), .init(line: 1)),
            (
                "<gpx><trk><trkseg>\n<trkpt lat='91' lon='0'/></trkseg></trk></gpx>", .degrees("lat", -90...90),
                .init(line: 2)
            ),
            ("<gpx><trk><trkseg>\n\n<trkpt lat='1'/></trkseg></trk></gpx>", .pointWithout("lon"), .init(line: 3)),
            ("<gpx>\n<trk>", .notXML(.endsEarly), .init(line: 2)),
        ] as [(String, HikeFileError.Reason, HikeFileError.Position)])
    func `an error has its reason and its place as data`(
        text: String, reason: HikeFileError.Reason, place: HikeFileError.Position
    ) {
        #expect(error(in: Array(text.utf8)) == HikeFileError(reason, at: place))
    }

    @Test func `an error in a binary file has its offset`() {
        let walk = FITBytes.walk().file()
        #expect(error(in: walk + [0]) == HikeFileError(.notOfFormat(.hikes(.fit)), at: .init(byte: walk.count)))
        let wrong = error(in: FITBytes.walk().file(sum: 1))
        #expect(wrong == HikeFileError(.damaged(.checksum), at: .init(byte: walk.count - 2)))
        #expect(wrong?.code == .damaged)
    }

    @Test func `an exceeded limit comes with its figure`() throws {
        let limits = RecordingLimits(bytes: 1 << 20, points: 2)
        let reader = HikeFileReader(format: .gpx, fileName: "", limits: limits)
        let points = String(repeating: "<trkpt lat='1' lon='1'/>", count: 3)
        let error = #expect(throws: HikeFileError.self) {
            try reader.read(Array("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8))
            _ = try reader.finish()
        }
        #expect(error?.reason == .exceeds(.points(2)) && error?.code == .tooLarge)
    }

    @Test func `the description is for logs, and names the code, the reason and the place`() {
        let error = HikeFileError(.empty, at: .init(line: 3, byte: 4, path: [.element(1)]))
        #expect(error.description.hasPrefix("empty: empty, line 3, byte 4, "))
        #expect(HikeFileError(.exceeds(.points(5))).description.hasPrefix("too-large: exceeds("))
    }
}
