import FoundationEssentials
import ProfileModel
import SampleData
import Testing

@testable import Interchange

@Suite struct `Landmarks' own sample` {
    /// A hike as Apple's tutorial declares it, with the members and the types of its decoder.
    private struct SampleHike: Decodable {
        var id: Int
        var name: String
        var distance: Double
        var difficulty: Int
        var observations: [Observation]

        struct Observation: Decodable {
            var distanceFromStart: Double
            var elevation: Range<Double>
            var pace: Range<Double>
            var heartRate: Range<Double>
        }
    }

    private func sample(_ hikes: [Hike]) throws -> [SampleHike] {
        try JSONDecoder().decode([SampleHike].self, from: Data(try LandmarksFormat.encoded(hikes)))
    }

    private func recorded() throws -> Hike {
        var hike = try #require(try GPXText.hikes(GPXText.whole).first)
        (hike.id, hike.header.activity, hike.header.isPlanned) = (7, .running, true)
        hike.header.declared = [.ascent, .timer]
        let full = HikeObservation(distanceFromStart: 0.2, elevation: 5...6, pace: 300...400, heartRate: 90...100)
        let bare = HikeObservation(distanceFromStart: 0.1, elevation: 5...6)
        hike.observations = [bare, full, bare, bare, full, full, bare]
        return hike
    }

    @Test func `reads hikes that were typed, imported and recorded`() throws {
        let hikes =
            try LandmarksFormat.read(SampleData.hikes).map(\.hike)
            + [try recorded(), Hike(header: HikeHeader(id: 9, name: "Typed", distance: 3))]
        let read = try sample(hikes)
        #expect(read.map(\.id) == hikes.map(\.id) && read.map(\.name) == hikes.map(\.name))
        #expect(read.first { $0.id == 7 }?.observations.count == 3)
    }

    @Test func `gets what it can read, and the rest comes back to us in its place`() throws {
        let hike = try recorded()
        let bytes = try LandmarksFormat.encoded([hike])
        #expect(try LandmarksFormat.read(bytes).map(\.hike) == [hike])
        for index in ["-1", "8", "0.5"] {
            let text = String(decoding: bytes, as: UTF8.self).replacing("\"index\" : 2", with: "\"index\" : \(index)")
            #expect(LandmarksText.problem(in: text)?.message.hasSuffix("is not a valid position") == true)
        }
        let upside = String(decoding: bytes, as: UTF8.self).replacing(
            "\"index\" : 2,", with: "\"index\" : 2, \"x\" : 1,")
        #expect(LandmarksText.problem(in: upside) == nil)
    }
}
