import FoundationEssentials
import Interchange
import ProfileKit
import ProfileModel
import SampleData
import Testing

@Suite struct `Files of places` {
    private func read(_ text: String) throws -> [Place] { try PlaceFile.read(Array(text.utf8)) }

    private func error(_ text: String) -> HikeFileError? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error as? HikeFileError
        }
    }

    @Test func `are read in Landmarks' format`() throws {
        let places = try PlaceFile.read(SampleData.places)
        #expect(places.count == 11 && Set(places.map(\.category)) == Set(Place.categories))
        let tarn = try #require(places.first)
        #expect(tarn.name == "Emberfall Tarn" && tarn.isFavourite && tarn.isFeatured && tarn.radius == 250)
        #expect(tarn.position == TrackPosition(latitude: 46.4983, longitude: 7.7281))
        #expect(tarn.notes.hasSuffix("\nEmberfall Reserve, Lower Skerry, Skerrymark"))
    }

    @Test func `are read as waypoints of GPX and points of KML, tracks left out`() throws {
        let gpx = """
            <gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="46.5" lon="-7.25"><ele>9</ele><name>Hut &amp; barn</name>\
            <desc>Two
            lines</desc><type>Huts</type></wpt><wpt lat="1" lon="2"/><trk><name>No</name><trkseg><trkpt lat="3" lon="4"/>\
            </trkseg></trk></gpx>
            """
        let places = try read(gpx)
        #expect(places.map(\.name) == ["Hut & barn", "Place"])
        #expect(places[0].position == TrackPosition(latitude: 46.5, longitude: -7.25))
        #expect(places[0].category == "Huts" && places[0].notes == "Two\nlines")
        let kml = """
            <kml><Document><Folder><Placemark><name>Lake</name><Point><coordinates>7.5,46.5,900</coordinates></Point>\
            </Placemark><Placemark><name>Line</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>\
            </Folder></Document></kml>
            """
        #expect(try read(kml).map(\.position) == [TrackPosition(latitude: 46.5, longitude: 7.5)])
    }

    @Test func `are read as rows under headings in any order`() throws {
        let places = try read("lon,Name,lat,radius,favourite\r\n7.5,\"Lake, the\",46.5,100,on\r\n\r\n8,B,47,,\r\n")
        #expect(places.map(\.name) == ["Lake, the", "B"] && places.map(\.radius) == [100, 250])
        #expect(places.map(\.isFavourite) == [true, false])
        #expect(places[0].position == TrackPosition(latitude: 46.5, longitude: 7.5))
    }

    @Test func `come back equal from GeoJSON`() throws {
        var home = Place(
            name: "Home \"x\"\u{1F3D4}", position: TrackPosition(latitude: -46.123456789, longitude: 179.9), radius: 80)
        (home.category, home.notes, home.isFavourite, home.isFeatured) = ("Own", "a\n\tb", true, true)
        (home.privateRadius, home.privateShift) = (500, PrivateShift(east: -123.25, north: 300.5))
        let lake = Place(name: "Lake", position: TrackPosition(latitude: 0, longitude: 0))
        #expect(try read(GeoJSONPlaces.encoded([home, lake])) == [home, lake])
    }

    @Test func `are read from other programs' GeoJSON, lines left out`() throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[7,46,100]},\
            "properties":{"title":"A","description":"b","radius":"far"}},{"type":"Feature","geometry":null,"properties":null},\
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{}}]}
            """
        let places = try read(text)
        #expect(places.map(\.name) == ["A"] && places[0].notes == "b" && places[0].radius == 250)
    }

    @Test(
        arguments: [
            ("", .empty), ("name\nA", .noPlaces), ("<gpx></gpx>", .noPlaces), ("<html></html>", .noPlaces),
            ("[]", .noPlaces), ("name,lat,lon\nA,91,0", .position), ("name,lat,lon\nA,,0", .position),
            ("<gpx><wpt lat=\"x\" lon=\"1\"/></gpx>", .position), ("{\"features\":[]}", .noPlaces),
            ("[{\"name\":\"A\"}]", .missing("coordinates")),
        ] as [(String, HikeFileError.Reason)])
    func `are refused by what is wrong`(text: String, reason: HikeFileError.Reason) {
        #expect(error(text)?.reason == reason)
    }

    @Test func `have clean texts`() throws {
        let places = try read("name,lat,lon,notes\n\"A\u{202E}\u{1}B\n\",1,2,x\u{7}y")
        #expect(places[0].name == "A B" && places[0].notes == "x y")
    }

    @Test func `of everything bring places along`() throws {
        var home = Place(name: "Home", position: TrackPosition(latitude: 46.5, longitude: 7.5))
        (home.privateRadius, home.privateShift) = (500, PrivateShift(east: 1, north: 2))
        let profile = Profile(username: "a", goalDate: Day(year: 2027, month: 5, day: 1))
        for places in [[], [NumberedPlace(id: 7, place: home), NumberedPlace(id: 9, place: home)]] {
            let export = ProfileExport(profile: profile, hikes: [], places: places)
            #expect(try ProfileExport(reading: export.encoded) == export)
        }
    }
}
