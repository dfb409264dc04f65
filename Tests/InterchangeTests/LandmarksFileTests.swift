import Interchange
import ProfileModel
import SampleData
import Testing

@Suite struct LandmarksFileTests {
    @Test func `hikes in the shape of Apple's are read with every value`() throws {
        let bytes = try RecordedFile.landmarks.bytes
        let hikes = try LandmarksFormat.read(bytes)
        #expect(hikes.map(\.sourceID) == Array(1001...1010))
        #expect(hikes.map(\.hike.id) == Array(1001...1010))

        let lines = LineByLine(bytes)
        #expect(hikes.map { $0.hike.name } == lines.texts["name"])
        #expect(hikes.map { $0.hike.distance } == lines.numbers["distance"])
        #expect(hikes.map { Double($0.hike.difficulty ?? 0) } == lines.numbers["difficulty"])
        #expect(hikes.map { Double($0.hike.id) } == lines.numbers["id"])
        let observations = hikes.flatMap(\.hike.observations)
        #expect(observations.count > 100)
        #expect(observations.map(\.distanceFromStart) == lines.numbers["distanceFromStart"])
        func flat(_ member: KeyPath<HikeObservation, ClosedRange<Double>?>) -> [Double] {
            observations.compactMap { $0[keyPath: member] }.flatMap { [$0.lowerBound, $0.upperBound] }
        }
        #expect(flat(\.elevation) == lines.numbers["elevation"])
        #expect(flat(\.pace) == lines.numbers["pace"])
        #expect(flat(\.heartRate) == lines.numbers["heartRate"])
        #expect(hikes.allSatisfy { $0.hike.date == nil && $0.hike.ascent == nil && $0.hike.movingTime == nil })
    }

    @Test func `the sample has twelve hikes of its own, one of them on Earth Day`() throws {
        let hikes = try LandmarksFormat.read(SampleData.hikes).map(\.hike)
        #expect(hikes.count == 12)
        #expect(Set(hikes.map(\.id)).count == 12)
        #expect(Set(hikes.map(\.name)).count == 12)
        #expect(hikes.contains { $0.date?.month == 4 && $0.date?.day == 22 })
        for hike in hikes {
            #expect(hike.startTime?.day == hike.date && hike.date != nil, "\(hike.name)")
            #expect(hike.observations.count > 1 && hike.heartRate != nil, "\(hike.name)")
            let (moving, whole) = (try #require(hike.movingTime), try #require(hike.duration))
            #expect(moving > 0 && moving <= whole, "\(hike.name)")
            let distances = hike.observations.map(\.distanceFromStart)
            #expect(distances == distances.sorted() && distances.allSatisfy { $0 <= hike.distance }, "\(hike.name)")
        }
    }

    /// The values of a file that holds one a line, by the member before them: read without any JSON decoder.
    private struct LineByLine {
        var texts: [String: [String]] = [:]
        var numbers: [String: [Double]] = [:]

        init(_ bytes: [UInt8]) {
            var member = ""
            for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
                var rest = line.filter { $0 != " " && $0 != "\t" }[...]
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
                if parts.count >= 3 {
                    member = String(parts[1])
                    rest = rest.drop { $0 != ":" }.dropFirst()
                }
                if parts.count == 5 { texts[member, default: []].append(String(parts[3])) }
                while rest.last == "," { rest.removeLast() }
                if let number = Double(rest) { numbers[member, default: []].append(number) }
            }
        }
    }
}
