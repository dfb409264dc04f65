import FoundationEssentials
import SeededRandom
import Testing

@testable import Interchange

@Suite struct `A hike in plain JSON` {
    private static let text = """
        {"id":7,"name":"Łódź Ridge","distance":4.5,"difficulty":3,"date":"2026-04-22",
         "startTime":"2026-04-22T08:40:00+02:00","observations":[
          {"distanceFromStart":0,"elevation":[100.5,112],"pace":[600,640],"heartRate":[100,120]},
          { "heartRate" : [90, 91] , "distanceFromStart" : -0 }, {"distanceFromStart":1.25,"pace":[]}]}
        """

    @Test func `is parsed as Foundation decodes it`() throws {
        let bytes = Array(Self.text.utf8)
        let plain = try #require(LandmarksHike(plain: bytes))
        let decoded = try JSONDecoder().decode(LandmarksHike.self, from: Data(bytes))
        #expect(String(describing: plain) == String(describing: decoded))
        #expect(plain.observations.count == 3 && plain.observations[1].elevation == nil)
    }

    @Test func `is left to Foundation where it differs from that form`() {
        for (member, other) in [
            ("\"id\":7", "\"id\":07"), ("\"id\":7", "\"id\":-01"), ("\"id\":7", "\"id\":null"),
            ("\"id\":7", "\"id\":\"7\""),
            ("\"id\":7", "\"id\":7,\"id\":8"), ("\"id\":7", "\"id\":7e0"), ("\"id\":7", "\"id\":7."),
            ("\"id\":7,", ""), ("4.5", "4.5,\"activity\":\"hiking\""), ("Ridge", "Ri\\u0064ge"), ("Ridge", "Ri\tdge"),
            ("[100.5,112]", "[100.5,112,]"), ("[100.5,112]", "null"), ("[100.5,112]", "[100.5 112]"), ("]}", "],}"),
            ("\"distance\":", "\"distance\""), ("640]", "640"),
        ] {
            let text = Self.text.replacing(member, with: other)
            #expect(text != Self.text && LandmarksHike(plain: Array(text.utf8)) == nil, "\(other)")
        }
        for rest in ["x", "}", ",", "{}"] { #expect(LandmarksHike(plain: Array((Self.text + rest).utf8)) == nil) }
    }

    @Test func `is never taken for another one than Foundation decodes`() throws {
        var random = SeededSource(seed: 14)
        let whole = Array(Self.text.utf8)
        var parsed = 0
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                }
            }
            guard let plain = LandmarksHike(plain: bytes) else { continue }
            parsed += 1
            let decoded = try JSONDecoder().decode(LandmarksHike.self, from: Data(bytes))
            #expect(
                String(describing: plain) == String(describing: decoded), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(parsed > 1000)
    }
}
