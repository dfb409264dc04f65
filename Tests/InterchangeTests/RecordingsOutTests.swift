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
                var channels = ChannelValues()
                for channel in Channel.allCases where segment + index % 4 != channel.rawValue {
                    channels[channel] = .random(in: channel.plausible, using: &source)
                }
                let point = TrackPoint(
                    latitude: south + .random(in: 0...0.001, using: &source),
                    longitude: west + .random(in: 0...0.001, using: &source),
                    elevation: segment == 0 ? nil : elevation, heartRate: index % 3 == 0 ? nil : heartRate,
                    time: Timestamp(secondsSince1970: seconds, utcOffset: seed % 2 == 0 ? nil : 7200),
                    channels: channels)
                if let point { points.append(point) }
            }
            segments.append(points)
        }
        return Recording(segments: segments)
    }

    private func gpx(_ recording: Recording, _ header: HikeHeader) throws -> [UInt8] {
        var text = ""
        func take(_ piece: String) { text += piece }
        try GPXWriter.write(to: take) { add in try add(header, recording) }
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
        let text = String(decoding: try gpx(Recording(segments: [points]), header), as: UTF8.self)
        #expect(
            text.contains("lat=\"0.0000001\" lon=\"-0.0000004\"") && text.contains("lat=\"-0.5\" lon=\"179.9999999\""))
        #expect(try GPXFormat.read(Array(text.utf8)).first?.recording?.segments == [points])
    }

    @Test func `as GPX are routes when they are plans`() throws {
        var plan = header
        plan.isPlanned = true
        let points = [1.0, 2].compactMap { TrackPoint(latitude: $0, longitude: 1) }
        let text = try gpx(Recording(segments: [points]), plan)
        #expect(String(decoding: text, as: UTF8.self).contains("<rte>"))
        #expect(try GPXFormat.read(text).first?.hike.isPlanned == true)
    }

    @Test func `as GPX stay done without times, as no track of another program does`() throws {
        let points = [1.0, 2].compactMap { TrackPoint(latitude: $0, longitude: 1) }
        let text = String(decoding: try gpx(Recording(segments: [points]), header), as: UTF8.self)
        #expect(try GPXFormat.read(Array(text.utf8)).first?.hike.isPlanned == false)
        let foreign = text.replacing("creator=\"profile\"", with: "creator=\"other\"")
            .replacing("profile:hike ", with: "profile:other ")
        #expect(try GPXFormat.read(Array(foreign.utf8)).first?.hike.isPlanned == true)
    }

    /// Hikes as they may be stored: with declared figures, edited, planned, without times.
    private func hikes() -> [(HikeHeader, Recording)] {
        (0..<12).map { seed in
            var recording = recording(UInt64(seed))
            var declared = DeclaredFigures()
            if seed % 2 == 0 {
                (declared.ascent, declared.timer, declared.movingTime) = (77.7, 240, 233.125)
                declared.heartRate = HeartRate(min: 61, average: 99.5, max: 180)
            }
            if seed % 3 == 0 { recording.segments = recording.segments.map { [$0[0]] } }
            if seed == 5 {
                recording.segments = recording.segments.map { segment in
                    segment.compactMap { TrackPoint(latitude: $0.latitude, longitude: $0.longitude) }
                }
            }
            recording.declared = declared
            var header = ImportedHike(
                name: "Hike \(seed)", source: "FIT, Watch", activity: Activity.allCases[seed],
                isPlanned: seed % 5 == 0, recording: recording
            ).hike.header
            if seed == 1 { (header.date, header.startTime) = (Day(year: 2020, month: 1, day: 2), nil) }
            if seed == 2 { (header.distance, header.difficulty) = (12.345, 3) }
            if seed == 2 {
                header.declared.insert(.enteredDistance)
                header.movingDistance = nil
            }
            if seed == 4 { header.source = nil }
            if seed == 7 { (header.date, header.startTime) = (nil, nil) }
            return (header, recording)
        }
    }

    @Test(arguments: [HikeFileFormat.gpx, .geojson])
    func `are read back as equal hikes`(format: HikeFileFormat) throws {
        var text = ""
        func take(_ piece: String) { text += piece }
        // Routes of GPX are read after the tracks.
        let hikes = hikes().filter { !$0.0.isPlanned } + hikes().filter(\.0.isPlanned)
        if format == .gpx {
            try GPXWriter.write(to: take) { add in for (header, recording) in hikes { try add(header, recording) } }
        } else {
            try GeoJSONWriter.write(to: take) { add in for (header, recording) in hikes { try add(header, recording) } }
        }
        let reader = HikeFileReader()
        try reader.read(Array(text.utf8))
        let back = try reader.finish()
        #expect(back.count == hikes.count)
        for (imported, (header, recording)) in zip(back, hikes) {
            #expect(imported.hike.header == header, "\(header.name)")
            #expect(imported.recording == recording.asKept, "\(header.name)")
            #expect(imported.remarks.isEmpty)
        }
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
