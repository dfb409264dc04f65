import ProfileModel
import Testing

@Suite struct `The distance between points` {
    private func point(_ latitude: Double, _ longitude: Double) throws -> TrackPoint {
        try #require(TrackPoint(latitude: latitude, longitude: longitude))
    }

    /// Geodesics on WGS 84 by Vincenty's formulae, in metres.
    @Test(arguments: [
        (47.0, 11.0, 47.001, 11.0, 111.17), (47.0, 11.0, 47.0, 11.001, 76.06), (0.0, 0.0, 0.0, 0.01, 1113.19),
        (0.0, 0.0, 0.01, 0.0, 1105.74), (60.0, 10.0, 60.1, 10.1, 12_456.78),
    ])
    func `follows the ellipsoid for steps`(
        latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double, metres: Double
    ) throws {
        let (one, other) = (try point(latitude, longitude), try point(otherLatitude, otherLongitude))
        #expect(abs(one.distance(to: other) - metres) < metres * 0.0001)
        #expect(abs(other.distance(to: one) - one.distance(to: other)) < 1e-9)
    }

    @Test func `follows a great circle for long jumps`() throws {
        let across = try point(0, 0).distance(to: point(0, 180))
        #expect(abs(across - 20_015_114) < 1000)
        #expect(abs(try point(90, 0).distance(to: point(-90, 77)) - 20_015_114) < 1000)
        #expect(try point(90, 0).distance(to: point(90, 120)) < 0.001)
    }

    @Test func `does not jump at the antimeridian`() throws {
        #expect(abs(try point(0, 179.9995).distance(to: point(0, -179.9995)) - 111.32) < 0.1)
    }

    @Test func `is zero from a point to itself`() throws {
        for (latitude, longitude) in [(0.0, 0.0), (90, 0), (-90, 180), (46.371277, 13.846199)] {
            let point = try point(latitude, longitude)
            #expect(point.distance(to: point) == 0)
        }
    }

    @Test(arguments: [
        (91.0, 0.0), (-90.1, 0), (0, 180.5), (0, -181), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
    ])
    func `needs valid coordinates`(latitude: Double, longitude: Double) {
        #expect(TrackPoint(latitude: latitude, longitude: longitude) == nil)
    }

    @Test func `refuses values that no recorder can have measured`() {
        for elevation in [Double.nan, .infinity, -.infinity, 1e300, -1_001, 10_001] {
            #expect(TrackPoint(latitude: 0, longitude: 0, elevation: elevation)?.elevation == nil)
        }
        for rate in [Double.nan, .infinity, 0, -5, 301] {
            #expect(TrackPoint(latitude: 0, longitude: 0, heartRate: rate)?.heartRate == nil)
        }
        for text in ["1901-12-13T20:45:52Z", "1970-01-01T00:00:00Z", "1980-01-05T23:59:59Z"] {
            #expect(TrackPoint(latitude: 0, longitude: 0, time: Timestamp(text))?.time == nil)
        }
        let whole = TrackPoint(
            latitude: 0, longitude: 0, elevation: 0, heartRate: 300, time: Timestamp("1980-01-06T00:00:00Z"))
        #expect(whole?.elevation == 0 && whole?.heartRate == 300 && whole?.time != nil)
    }
}
