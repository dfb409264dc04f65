import Interchange
import ProfileModel
import ProfileRendering
import TestSupport
import Testing

@Suite struct GPXMalformedTests {
    static let broken: [(text: String, line: Int?, words: String)] = [
        ("", nil, "the file is empty"),
        (GPXText.onlyPoint("lon='11'"), 4, "a point has no 'lat'"),
        (GPXText.onlyPoint("lat='11'"), 4, "a point has no 'lon'"),
        (GPXText.onlyPoint("x:lat='1' xmlns:x='urn:x' lon='11'"), 4, "a point has no 'lat'"),
        (GPXText.file("\n<trk><trkseg/></trk>"), 4, "no track or route has any points"),
        (GPXText.file("<wpt lat='1' lon='2'/>"), 2, "no track or route has any points"),
        ("<?xml version='1.0'?>\n<html/>", 2, "the root is not the 'gpx'"),
        ("\n \n\t<?xml version='1.0'?>\n<html/>", 4, "the root is not the 'gpx'"),
        ("\n" + GPXText.onlyPoint("lon='11'"), 5, "a point has no 'lat'"),
        ("\n\n" + GPXText.file("<trk>\n</rte>"), 6, "mismatched tag"),
        (GPXText.file("", namespace: " xmlns='urn:other'"), 2, "the root is not the 'gpx'"),
        (GPXText.file("<trk>\n</rte>"), 4, "mismatched tag"),
        (GPXText.file("<trk>\n&eacute;</trk>"), 4, "an undefined entity is used"),
        (GPXText.whole + "\n<gpx/>", 27, "not XML"),
        (GPXText.file("", encoding: "windows-1250"), 1, "the encoding is not one of UTF-8"),
        (GPXText.file("", encoding: "EBCDIC"), 1, "the encoding is not one of UTF-8"),
        ("<?xml version='1.0'?>\n<!DOCTYPE gpx>\n<gpx/>", 2, "a document type is declared"),
        ("<?xml version='1.0'?>\n\n<!DOCTYPE gpx SYSTEM '/etc/passwd'>\n<gpx/>", 3, "a document type is declared"),
    ]

    @Test(arguments: broken)
    func `a malformed file is refused with its line`(text: String, line: Int?, words: String) throws {
        let problem = try #require(GPXText.problem(in: text))
        #expect(problem.position.line == line, "\(problem)")
        #expect(problem.message.contains(words), "\(problem)")
    }

    @Test(arguments: ["lon='11'", "lat='11'", ""])
    func `a point without a position is left out and counted`(attributes: String) throws {
        let hikes = try GPXFormat.read(Array(GPXText.point("", attributes: attributes).utf8))
        #expect(hikes.map(\.notices) == [[.pointsLeftOut(1)]] && hikes[0].recording?.points == 1)
    }

    @Test func `a file cut short at any byte is refused`() {
        let bytes = Array(GPXText.whole.utf8)
        for end in 0..<bytes.count { #expect(GPXText.problem(in: Array(bytes[..<end])) != nil, "\(end)") }
        #expect(GPXText.problem(in: bytes) == nil)
    }

    @Test func `a byte that is not UTF-8 is refused with its line`() {
        let parts = GPXText.file("<trk>\n<name>?</name></trk>").utf8.split(separator: UInt8(ascii: "?"), maxSplits: 9)
        // The declaration has question marks too.
        let start = parts[0] + [UInt8(ascii: "?")] + parts[1] + [UInt8(ascii: "?")] + parts[2]
        for bytes in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x00], [0x01]] as [[UInt8]] {
            #expect(GPXText.problem(in: Array(start) + bytes + Array(parts[3]))?.position.line == 4)
        }
    }

    @Test func `an error repeats no value`() {
        for text in [
            GPXText.file("<trk><trkseg><trkpt lat='hunter2' lon='1'/></trkseg></trk>"),
            GPXText.point("<ele>hunter2</ele>"),
            GPXText.point("<time>hunter2</time>"), GPXText.point("<hunter2>"), GPXText.file("&hunter2;"),
            GPXText.file("", encoding: "hunter2"), "<hunter2/>",
        ] {
            #expect(GPXText.problem(in: text)?.description.contains("hunter2") != true)
        }
    }

    @Test(arguments: 0..<4) func `a file with a few bytes changed never traps`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let pieces = Array("<>/=\"'&;! \n-.0123456789eTZ[]x:".utf8) + [0, 0x7F, 0xC3, 0xFF]
        var (refused, read) = (0, 0)
        for _ in 0..<500 {
            var bytes = Array(GPXText.whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &source) {
                let place = Int.random(in: 0..<bytes.count, using: &source)
                switch Int.random(in: 0...2, using: &source) {
                case 0: bytes[place] = pieces.randomElement(using: &source)!
                case 1: bytes.remove(at: place)
                default: bytes.insert(pieces.randomElement(using: &source)!, at: place)
                }
            }
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            guard let problem = GPXText.problem(in: bytes) else {
                read += 1
                continue
            }
            refused += 1
            #expect((1...lines).contains(problem.position.line ?? 1), "\(problem)")
        }
        #expect(refused > 50 && read > 50)
    }
}
