import FoundationEssentials
import ProfileModel
import TestSupport
import Testing

@testable import Interchange

@Suite struct `Exported recordings` {
    private let header = HikeHeader(
        id: 7, name: "Łódź → <Ridge> & \"back\"\u{1}", distance: 4.5, date: Day(year: 2026, month: 4, day: 22),
        activity: .running)

    private func recording(_ seed: UInt64) -> Recording {
        var source = SeededSource(seed: seed)
        var segments: [[TrackPoint]] = []
        for segment in 0..<3 {
            var points: [TrackPoint] = []
            let (south, west) = (
                Double.random(in: -89...89, using: &source), Double.random(in: -179...179, using: &source)
            )
            for index in 0..<20 {
                let seconds = 1_777_000_000.25 + Double(segment * 1000 + index * 7)
                let elevation = Double.random(in: -500...9000, using: &source)
                let heartRate = Double.random(in: 40...200, using: &source)
                let point = TrackPoint(
                    latitude: south + .random(in: 0...0.001, using: &source),
                    longitude: west + .random(in: 0...0.001, using: &source),
                    elevation: segment == 0 ? nil : elevation, heartRate: index % 3 == 0 ? nil : heartRate,
                    time: Timestamp(secondsSince1970: seconds, utcOffset: seed % 2 == 0 ? nil : 7200))
                if let point { points.append(point) }
            }
            segments.append(points)
        }
        return Recording(segments: segments)
    }

    private func gpx(_ recording: Recording, _ header: HikeHeader) -> [UInt8] {
        var text = ""
        func take(_ piece: String) { text += piece }
        GPXWriter.write(to: take) { add in add(header, recording) }
        return Array(text.utf8)
    }

    @Test(arguments: 0..<10) func `as GPX are read back point by point`(seed: UInt64) throws {
        let recording = recording(seed)
        let back = try #require(try GPXFormat.read(gpx(recording, header)).first)
        #expect(back.recording == recording.asKept)
        #expect(
            back.hike.name == "Łódź → <Ridge> & \"back\"" && back.hike.activity == .running && back.remarks.count <= 1)
    }

    @Test func `as GPX have no exponents, also for coordinates near 0`() throws {
        let points = [(0.0, 0.0000002), (0.0000001, -0.0000004), (-0.5, 179.9999999), (90, -180)].compactMap {
            TrackPoint(latitude: $0, longitude: $1, elevation: 0.01)
        }
        let text = String(decoding: gpx(Recording(segments: [points]), header), as: UTF8.self)
        #expect(
            text.contains("lat=\"0.0000001\" lon=\"-0.0000004\"") && text.contains("lat=\"-0.5\" lon=\"179.9999999\""))
        #expect(try GPXFormat.read(Array(text.utf8)).first?.recording?.segments == [points])
    }

    @Test func `as GPX are routes when they are plans`() throws {
        var plan = header
        plan.isPlanned = true
        let points = [1.0, 2].compactMap { TrackPoint(latitude: $0, longitude: 1) }
        let text = gpx(Recording(segments: [points]), plan)
        #expect(String(decoding: text, as: UTF8.self).contains("<rte>"))
        #expect(try GPXFormat.read(text).first?.hike.isPlanned == true)
    }

    @Test func `as GPX stay done without times, as no track of another program does`() throws {
        let points = [1.0, 2].compactMap { TrackPoint(latitude: $0, longitude: 1) }
        let text = String(decoding: gpx(Recording(segments: [points]), header), as: UTF8.self)
        #expect(try GPXFormat.read(Array(text.utf8)).first?.hike.isPlanned == false)
        let foreign = text.replacing("creator=\"profile\"", with: "creator=\"other\"")
        #expect(try GPXFormat.read(Array(foreign.utf8)).first?.hike.isPlanned == true)
    }

    private struct Collection: Decodable {
        var type: String
        var features: [Feature]

        struct Feature: Decodable {
            var type: String
            var geometry: Geometry
            var properties: Properties
        }

        struct Geometry: Decodable {
            var type: String
            var coordinates: [[[Double]]]
        }

        struct Properties: Decodable {
            var id: Int
            var name: String
            var coordinateProperties: Lists
        }

        struct Lists: Decodable {
            var times: [[String?]]?
            var heartRates: [[Double?]]?
            var elevations: [[Double?]]?
        }
    }

    @Test func `as GeoJSON have every point, and its time and heart rate beside it`() throws {
        let (recording, single) = (recording(3), Recording(segments: [[TrackPoint(latitude: 1, longitude: 2)!]]))
        var text = ""
        func take(_ piece: String) { text += piece }
        try GeoJSONWriter.write(to: take) { add in
            try add(header, recording)
            try add(header, single)
        }
        let read = try JSONDecoder().decode(Collection.self, from: Data(text.utf8))
        #expect(read.type == "FeatureCollection" && read.features.map(\.type) == ["Feature", "Feature"])
        let kept = recording.asKept
        let first = try #require(read.features.first)
        #expect(first.geometry.type == "MultiLineString" && first.properties.name == header.name)
        for (line, segment) in zip(first.geometry.coordinates, kept.segments) {
            #expect(line.map { $0[0] } == segment.map(\.longitude) && line.map { $0[1] } == segment.map(\.latitude))
            #expect(line.map { $0.count == 3 ? $0[2] : nil } == segment.map(\.elevation))
        }
        let lists = first.properties.coordinateProperties
        #expect(lists.times == kept.segments.map { $0.map { $0.time?.description } })
        #expect(lists.heartRates == kept.segments.map { $0.map(\.heartRate) })
        // A line needs at least two points.
        #expect(read.features[1].geometry.coordinates == [[[2, 1], [2, 1]]])
        #expect(read.features[1].properties.coordinateProperties.times == nil)
        // A line without an elevation at every point has the elevations as a separate list.
        let some = [TrackPoint(latitude: 1, longitude: 2, elevation: 310)!, TrackPoint(latitude: 1, longitude: 3)!]
        text = ""
        try GeoJSONWriter.write(to: take) { add in try add(header, Recording(segments: [some])) }
        let partial = try JSONDecoder().decode(Collection.self, from: Data(text.utf8)).features[0]
        #expect(partial.geometry.coordinates == [[[2, 1], [3, 1]]])
        #expect(partial.properties.coordinateProperties.elevations == [[310, nil]] && lists.elevations == nil)
        text = ""
        try GeoJSONWriter.write(to: take) { _ in }
        #expect(try JSONDecoder().decode(Collection.self, from: Data(text.utf8)).features.isEmpty)
    }
}
