import Interchange
import ProfileModel

/// Small GPX files for reading and breaking. The tests refer to their line numbers.
enum GPXText {
    /// A file whose content, given here, begins on line 3.
    static func file(
        _ content: String, namespace: String = " xmlns=\"http://www.topografix.com/GPX/1/1\"",
        attributes: String = " version=\"1.1\" creator=\"Watch\"", encoding: String = "UTF-8"
    ) -> String {
        "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<gpx\(namespace)\(attributes)>\n\(content)\n</gpx>\n"
    }

    /// A file of one track with two points, the first of which is given here and begins on line 4.
    static func point(_ content: String, attributes: String = "lat=\"47\" lon=\"11\"") -> String {
        file(
            "<trk><trkseg>\n<trkpt \(attributes)>\(content)</trkpt>\n<trkpt lat=\"47.001\" lon=\"11\"/></trkseg></trk>")
    }

    /// A track of one point.
    static func onlyPoint(_ attributes: String) -> String {
        file("<trk><trkseg>\n<trkpt \(attributes)/></trkseg></trk>")
    }

    /// Everything that hikes are read from, and elements that are ignored.
    static let whole = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a walk -->
        <gpx version="1.1" creator="Watch &amp; Co" xmlns="http://www.topografix.com/GPX/1/1"
            xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
          <metadata><name>Tour</name><author><name>Nobody</name></author><time>2026-04-22T06:00:00Z</time></metadata>
          <wpt lat="1" lon="2"><ele>9</ele><name>Hut</name></wpt>
          <rte><name>Plan</name><rtept lat="1" lon="2"/></rte>
          <trk>
            <name> Łódź →
              <![CDATA[<Ridge>]]> &amp; back </name>
            <cmt>no name</cmt><type>hiking</type>
            <extensions><g:hr>200</g:hr></extensions>
            <trkseg>
              <trkpt lat="47.000" lon="11">
                <ele>500.5</ele><time>2026-04-22T08:40:00.250+02:00</time>
                <extensions><g:TrackPointExtension><g:atemp>20</g:atemp><g:hr>90</g:hr></g:TrackPointExtension>
                </extensions>
              </trkpt>
              <trkpt lat="47.001" lon="11"><ele>501.5</ele><time>2026-04-22T08:42:00.250+02:00</time>
                <extensions><g:TrackPointExtension><g:hr>110</g:hr></g:TrackPointExtension></extensions></trkpt>
            </trkseg>
            <trkseg/>
          </trk>
          <trk><name>Nothing</name><trkseg></trkseg></trk>
          <rte><rtept lat="3" lon="4"/></rte>
        </gpx>
        """

    static func problem(in text: String) -> HikeFileError? { problem(in: Array(text.utf8)) }

    static func problem(in bytes: [UInt8]) -> HikeFileError? {
        do throws(HikeFileError) {
            _ = try GPXFormat.read(bytes)
            return nil
        } catch {
            return error
        }
    }

    static func hikes(_ text: String) throws -> [Hike] { try GPXFormat.read(Array(text.utf8)).map(\.hike) }
}
