import Testing

@testable import ProfileApp

@Suite struct `Paths of dropped files` {
    @Test(
        arguments: [
            ("'/data/route.gpx' '/data/hikeData.json' ", ["/data/route.gpx", "/data/hikeData.json"]),
            (#"'/data/it'\''s a '\''quoted'\''.gpx'"#, ["/data/it's a 'quoted'.gpx"]),
            (#"/data/a\ b\'s.gpx /c.fit"#, ["/data/a b's.gpx", "/c.fit"]),
            (#""/data/a b.gpx""#, ["/data/a b.gpx"]), ("/a.gpx '/b c.gpx'", ["/a.gpx", "/b c.gpx"]),
            ("'/a b.gpx'\n/c d.fit\n\n", ["/a b.gpx", "/c d.fit"]), ("~/a.gpx ~/b.gpx", ["~/a.gpx", "~/b.gpx"]),
        ] as [(String, [String])])
    func `are split and unquoted as a shell does`(text: String, paths: [String]) {
        #expect(DroppedPaths(text).paths == paths)
    }

    @Test(arguments: [
        "/home/ada/My Hikes/a b.gpx", "my hikes", "/it's.gpx", "/it's and that's.gpx", "'/no end.gpx", #"/a\b.gpx"#,
        "/a b '/c.gpx",
    ])
    func `are one path if a shell's reading could be wrong`(text: String) {
        #expect(DroppedPaths(" \(text) ").paths == [text])
        #expect(!DroppedPaths(text).isEscaped)
    }

    @Test(arguments: ["", " ", "\n \n", "''"]) func `are none without a name`(text: String) {
        #expect(DroppedPaths(text).paths == [])
    }
}
