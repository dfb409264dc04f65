import FoundationEssentials
import ProfileKit
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
        try text([ExportedHike(Hike(header: header), recording)], as: .gpx)
    }

    private struct ExportedHike {
        var hike: Hike
        var recording: Recording?
        var source: HikeSource?

        init(_ hike: Hike, _ recording: Recording?, source: HikeSource? = nil) {
            (self.hike, self.recording, self.source) = (hike, recording, source)
        }
    }

    private func text(_ hikes: [ExportedHike], as format: HikeFileFormat) throws -> [UInt8] {
        var text = ""
        func take(_ piece: String) { text += piece }
        if format == .gpx {
            try GPXWriter.write(to: take) { add in
                for exported in hikes { try add(exported.hike.header) }
            } hikes: { add in
                for exported in hikes { try add(exported.hike, exported.recording, exported.source) }
            }
        } else {
            try GeoJSONWriter.write(to: take) { add in
                for exported in hikes { try add(exported.hike, exported.recording, exported.source) }
            }
        }
        return Array(text.utf8)
    }

    @Test(arguments: 0..<10) func `as GPX are read back point by point`(seed: UInt64) throws {
        let recording = recording(seed)
        let back = try #require(try GPXFormat.read(gpx(recording, header)).first)
        #expect(back.recording == recording.asKept)
        #expect(
            back.hike.name == "Łódź → <Ridge> & \"back\"" && back.hike.activity == .running && back.notices.count <= 1)
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
            .replacing("profile:hike>", with: "profile:other>")
        #expect(try GPXFormat.read(Array(foreign.utf8)).first?.hike.isPlanned == true)
    }

    /// Hikes as they may be stored: with declared figures, edited, planned, without times, with any words, and without
    /// a recording.
    private func hikes(_ round: UInt64 = 0) -> [ExportedHike] {
        var source = SeededSource(seed: round)
        return (0..<12).map { seed in
            var recording = recording(UInt64(seed) + round * 12)
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
            var hike = ImportedHike(
                name: "Hike \(seed)", source: "FIT, Watch", activity: Activity.allCases[seed],
                isPlanned: seed % 5 == 0, recording: recording
            ).hike
            hike.id = seed + 1
            var header = hike.header
            if seed == 1 { (header.date, header.startTime) = (Day(year: 2020, month: 1, day: 2), nil) }
            if seed == 2 { (header.distance, header.difficulty) = (12.345, 3) }
            if seed == 2 {
                header.declared.insert(.enteredDistance)
                header.movingDistance = nil
            }
            if seed == 4 { header.source = nil }
            if seed == 7 { (header.date, header.startTime) = (nil, nil) }
            if round > 0 { header.take(words: &source) }
            let isTyped = round > 0 && seed % 4 == 3
            if isTyped {
                hike.observations = Array(hike.observations.prefix(seed))
                (header.distance, header.ascent, header.descent) = (
                    7.5, Double.random(in: 0...900, using: &source), nil
                )
                (header.duration, header.movingTime, header.movingDistance) = (seed == 3 ? nil : 3601.5, nil, nil)
                (header.heartRate, header.declared, header.source) = (HeartRate(over: hike.observations), [], nil)
                if seed == 11 { (header.date, header.startTime) = (nil, nil) }
            }
            hike.header = header
            return ExportedHike(hike, isTyped ? nil : recording)
        }
    }

    @Test(arguments: [HikeFileFormat.gpx, .geojson], 0..<12)
    func `are read back as equal hikes`(format: HikeFileFormat, round: UInt64) throws {
        let hikes = hikes(round)
        let reader = HikeFileReader()
        var back: [ImportedHike] = []
        let text = try text(hikes, as: format)
        for start in stride(from: 0, to: text.count, by: 4000) {
            try reader.read(Array(text[start..<min(start + 4000, text.count)]))
            back += reader.takeHikes()
        }
        back += try reader.finish()
        #expect(back.count == hikes.count)
        for (imported, exported) in zip(back, hikes) {
            var found = imported.hike
            found.id = exported.hike.id
            #expect(found.header == exported.hike.header, "\(exported.hike.name)")
            #expect(found.observations == exported.hike.observations, "\(exported.hike.name)")
            #expect(imported.recording == exported.recording?.asKept, "\(exported.hike.name)")
            #expect(imported.notices.isEmpty && imported.sourceID == nil)
        }
    }

    @Test(arguments: [HikeFileFormat.gpx, .geojson])
    func `are known by their first source, unless they were changed elsewhere`(format: HikeFileFormat) throws {
        let digest = [UInt8](repeating: 7, count: HikeSource.digestLength)
        var exported = ExportedHike(
            ImportedHike(name: "Ridge", source: "FIT", recording: recording(1)).hike, recording(1),
            source: HikeSource(contentDigest: digest, figureRules: 4))
        exported.hike.id = 5
        func back(_ change: (String) -> String) throws -> ImportedHike? {
            let reader = HikeFileReader()
            try reader.read(Array(change(String(decoding: try text([exported], as: format), as: UTF8.self)).utf8))
            return try reader.finish().first
        }
        #expect(try back { $0 }?.sourceDigest == digest)
        #expect(try back { $0 }?.figureRules == HikeStatistics.rules, "they follow from the points")
        let renamed = try back { $0.replacing("Ridge", with: "Ridgeway") }
        #expect(renamed?.hike.name == "Ridgeway" && renamed?.sourceDigest == nil)
        var edited = exported
        edited.hike.header.ascent = 12_345
        edited.source?.figureRules = nil
        let kept = HikeFileReader()
        try kept.read(try text([edited], as: format))
        let found = try #require(try kept.finish().first)
        #expect(found.hike.ascent == 12_345 && found.figureRules == nil, "later rules don't replace what was entered")
    }

    @Test(arguments: ["{}", "{\"hike\":{}}", "{\"hike\":{\"id\":0}}", "{\"hike\":{\"id\":1,\"distance\":-1}}", "x", ""])
    func `whose supplement says nothing of use are read without it`(supplement: String) throws {
        let text = String(decoding: try gpx(recording(3), header), as: UTF8.self)
        let start = try #require(text.firstRange(of: "<profile:hike>")).upperBound
        let end = try #require(text.firstRange(of: "</profile:hike>")).lowerBound
        let changed = text[..<start] + supplement + text[end...]
        let hike = try #require(try GPXFormat.read(Array(changed.utf8)).first)
        #expect(hike.recording == recording(3).asKept && hike.hike.activity == .running)
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
            try add(Hike(header: header), recording, nil)
            try add(Hike(header: header), single, nil)
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
        try GeoJSONWriter.write(to: take) { add in
            try add(Hike(header: header), Recording(segments: [some]), nil)
        }
        let partial = try JSONDecoder().decode(Collection.self, from: Data(text.utf8)).features[0]
        #expect(partial.geometry.coordinates == [[[2, 1], [3, 1]]])
        #expect(partial.properties.coordinateProperties.elevations == [[310, nil]] && lists.elevations == nil)
        text = ""
        try GeoJSONWriter.write(to: take) { _ in }
        #expect(try JSONDecoder().decode(Collection.self, from: Data(text.utf8)).features.isEmpty)
    }
}

extension HikeHeader {
    /// Takes random words, waypoints and laps.
    fileprivate mutating func take(words source: inout SeededSource) {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &source) ? value : nil }
        let texts = ["", "Wet.", " Two\nlines \n", "A <b> & \"c\" → 🏔️", "tab\tand  spaces", "{\"a\": [1]}", "]]>"]
        notes = texts.randomElement(using: &source) ?? ""
        tags = Set(["wet", "boots", "Äpfel & <Birnen>", "a b"].filter { _ in Bool.random(using: &source) })
        isFavourite = .random(using: &source)
        trim = maybe(0.25...1.5)
        let time = Timestamp(secondsSince1970: 1_777_000_000.125, utcOffset: 3600)
        waypoints = (0..<Int.random(in: 0...3, using: &source)).compactMap { _ in
            TrackPoint(
                latitude: .random(in: -90...90, using: &source), longitude: .random(in: -180...180, using: &source),
                elevation: maybe(Double.random(in: 0...3000, using: &source)), time: maybe(time) ?? nil)
        }.map {
            Waypoint(
                name: ["", "Hut", "  Two  spaces"].randomElement(using: &source) ?? "", position: $0,
                description: texts.randomElement(using: &source) ?? "", symbol: maybe("Flag, Blue") ?? "")
        }
        laps = (0..<Int.random(in: 0...3, using: &source)).map { number in
            Lap(
                startTime: maybe(time) ?? nil, distance: maybe(.random(in: 0...9, using: &source)),
                duration: maybe(.random(in: 0...9000, using: &source)), ascent: maybe(12.5), heartRate: maybe(99.5),
                name: maybe("Lap \(number)") ?? "")
        }
        if Bool.random(using: &source) {
            (ascent, duration) = (.random(in: 0...999, using: &source), movingTime.map { $0 + 1 })
        }
    }
}
