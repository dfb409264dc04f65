/// A recording in its compact stored form: an hour at a point per second takes about 20 kB.
///
/// Version 1: the version number, the device's declared figures, the lengths of the segments, then the points column by
/// column: latitudes, longitudes, times, offsets from UTC, elevations, heart rates. Each column first says which points
/// have a value, as alternating run lengths of missing and present values; then follows each value as the difference
/// from the previous one, for times as the difference from the previous step. Numbers are integers in the units of
/// `StoredPrecision`.
///
/// Version 2 is for recordings with channels: the number of channels, then for each its number and its column.
public struct PackedRecording: Hashable, Sendable {
    /// The packed form.
    public let bytes: [UInt8]

    private static let version: UInt64 = 1
    private static let versionWithChannels: UInt64 = 2

    /// - Parameter recording: at most ``Recording/maximumPointCount`` points, as the readers of files ensure; any
    ///   beyond that are dropped.
    public init(_ recording: Recording) {
        var room = Recording.maximumPointCount
        let segments = recording.segments.compactMap { segment in
            defer { room -= min(room, segment.count) }
            return segment.isEmpty || room == 0 ? nil : segment.prefix(room)
        }
        let points = segments.flatMap(\.self)
        let channels = points.channels
        var writer = PackedWriter()
        writer.append(channels.isEmpty ? Self.version : Self.versionWithChannels)
        writer.append(recording.declared.asKept)
        writer.append(segments.count)
        for segment in segments { writer.append(segment.count) }
        func whole(_ value: Double, _ units: Double) -> Int64 { Int64((value * units).rounded()) }
        writer.append(points.map { whole($0.latitude, StoredPrecision.degree) })
        writer.append(points.map { whole($0.longitude, StoredPrecision.degree) })
        writer.append(points.map { $0.time.map { whole($0.secondsSince1970, StoredPrecision.second) } }, isSteady: true)
        writer.append(points.map { $0.time?.utcOffset.map { Int64($0 / 60) } })
        writer.append(points.map { $0.elevation.map { whole($0, StoredPrecision.metre) } })
        writer.append(points.map { $0.heartRate.map { whole($0, StoredPrecision.beat) } })
        if !channels.isEmpty { writer.append(channels.count) }
        for channel in channels {
            writer.append(channel.rawValue)
            writer.append(points.map { $0.channels[channel].map { whole($0, ChannelValues.units) } })
        }
        bytes = writer.bytes
    }

    /// Takes stored bytes, which are checked when ``recording`` is read.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The recording, equal to ``Recording/asKept`` of the packed one.
    public var recording: Recording {
        get throws(MalformedRecording) {
            var reader = PackedReader(bytes)
            let version = try Self.version(from: &reader)
            let (declared, lengths) = try reader.start()
            let count = lengths.reduce(0, +)
            let points = try Self.points(count, hasChannels: version == Self.versionWithChannels, from: &reader)
            try reader.finish()
            var start = 0
            let segments = lengths.map { length in
                defer { start += length }
                return Array(points[start..<start + length])
            }
            return Recording(segments: segments, declared: declared)
        }
    }

    /// The simplified track of the recording. It is read from the positions alone, which takes a fraction of the time.
    public var simplified: SimplifiedTrack {
        get throws(MalformedRecording) { SimplifiedTrack(segments: try positions) }
    }

    /// The positions of each segment.
    package var positions: [ArraySlice<TrackPosition>] {
        get throws(MalformedRecording) {
            var reader = PackedReader(bytes)
            _ = try Self.version(from: &reader)
            let lengths = try reader.start().lengths
            let count = lengths.reduce(0, +)
            let latitudes = try reader.column(count, units: StoredPrecision.degree)
            let longitudes = try reader.column(count, units: StoredPrecision.degree)
            var positions: [TrackPosition] = []
            positions.reserveCapacity(count)
            for index in 0..<count {
                guard let latitude = latitudes[index], let longitude = longitudes[index], abs(latitude) <= 90,
                    abs(longitude) <= 180
                else { throw MalformedRecording() }
                positions.append(TrackPosition(latitude: latitude, longitude: longitude))
            }
            var start = 0
            return lengths.map { length in
                defer { start += length }
                return positions[start..<start + length]
            }
        }
    }

    private static func version(from reader: inout PackedReader) throws(MalformedRecording) -> UInt64 {
        let found = try reader.number()
        guard found == version || found == versionWithChannels else { throw MalformedRecording() }
        return found
    }

    private static func points(
        _ count: Int, hasChannels: Bool, from reader: inout PackedReader
    ) throws(MalformedRecording) -> [TrackPoint] {
        let latitudes = try reader.column(count, units: StoredPrecision.degree)
        let longitudes = try reader.column(count, units: StoredPrecision.degree)
        let times = try reader.column(count, units: StoredPrecision.second, isSteady: true)
        let offsets = try reader.column(count, units: 1)
        let elevations = try reader.column(count, units: StoredPrecision.metre)
        let heartRates = try reader.column(count, units: StoredPrecision.beat)
        let channels =
            hasChannels ? try reader.channels(count) : [ChannelValues](repeating: ChannelValues(), count: count)
        var points: [TrackPoint] = []
        points.reserveCapacity(count)
        for index in 0..<count {
            guard let latitude = latitudes[index], let longitude = longitudes[index] else { throw MalformedRecording() }
            var time: Timestamp?
            if let seconds = times[index] {
                guard let minutes = Int(exactly: offsets[index] ?? 0), abs(minutes) < 24 * 60,
                    let known = Timestamp(
                        secondsSince1970: seconds, utcOffset: offsets[index].map { _ in minutes * 60 })
                else { throw MalformedRecording() }
                time = known
            } else if offsets[index] != nil {
                throw MalformedRecording()
            }
            let point = TrackPoint(
                latitude: latitude, longitude: longitude, elevation: elevations[index], heartRate: heartRates[index],
                time: time, channels: channels[index])
            // Values that a point can't have are never packed.
            guard let point, (point.elevation == nil) == (elevations[index] == nil), point.time == time,
                (point.heartRate == nil) == (heartRates[index] == nil)
            else { throw MalformedRecording() }
            points.append(point)
        }
        return points
    }
}

extension PackedWriter {
    /// Appends a column: which points have a value, then the values.
    fileprivate mutating func append(_ column: [Int64?], isSteady: Bool = false) {
        var (run, isKnown) = (0, false)
        for value in column {
            if (value != nil) != isKnown {
                append(run)
                (run, isKnown) = (0, value != nil)
            }
            run += 1
        }
        append(run)
        var (last, step): (Int64, Int64) = (0, 0)
        for case let value? in column {
            append(signed: value - last - (isSteady ? step : 0))
            (step, last) = (value - last, value)
        }
    }

    fileprivate mutating func append(_ declared: DeclaredFigures) {
        let figures: [(Double?, Double)] = [
            (declared.distance, 1000), (declared.ascent, 10), (declared.descent, 10), (declared.duration, 1000),
            (declared.movingTime, 1000), (declared.timer, 1000), (declared.heartRate?.min, 10),
            (declared.heartRate?.average, 10), (declared.heartRate?.max, 10),
        ]
        for (figure, units) in figures { append(figure.map { UInt64(($0 * units).rounded()) + 1 } ?? 0) }
    }
}

extension PackedReader {
    /// Reads everything between the version and the columns.
    fileprivate mutating func start() throws(MalformedRecording) -> (declared: DeclaredFigures, lengths: [Int]) {
        let declared = try declaredFigures()
        // A segment takes a byte for its length, and a point at least two for its position.
        var lengths: [Int] = []
        var count = 0
        for _ in 0..<(try self.count(atMost: min(left, Recording.maximumPointCount))) {
            let length = try self.count(atMost: Recording.maximumPointCount - count)
            guard length > 0 else { throw MalformedRecording() }
            count += length
            lengths.append(length)
        }
        guard count <= left else { throw MalformedRecording() }
        return (declared, lengths)
    }

    /// Reads the channels, of which there is at least one, and none is without a value.
    fileprivate mutating func channels(_ count: Int) throws(MalformedRecording) -> [ChannelValues] {
        var values = [ChannelValues](repeating: ChannelValues(), count: count)
        var last = 0
        let channels = try self.count(atMost: Channel.allCases.count)
        for _ in 0..<channels {
            let number = try self.count(atMost: Channel.allCases.count)
            guard number > last, let channel = Channel(rawValue: number) else { throw MalformedRecording() }
            last = number
            let column = try column(count, units: ChannelValues.units)
            guard column.contains(where: { $0 != nil }) else { throw MalformedRecording() }
            for index in 0..<count {
                values[index][channel] = column[index]
                guard values[index][channel] == column[index] else { throw MalformedRecording() }
            }
        }
        guard last > 0 else { throw MalformedRecording() }
        return values
    }

    fileprivate mutating func column(
        _ count: Int, units: Double, isSteady: Bool = false
    ) throws(MalformedRecording) -> [Double?] {
        var column = [Double?](repeating: nil, count: count)
        var known: [Range<Int>] = []
        var (place, isKnown) = (0, false)
        repeat {
            let run = try self.count(atMost: count - place)
            // Only the first run may be empty.
            guard run > 0 || place == 0 && !isKnown else { throw MalformedRecording() }
            if isKnown { known.append(place..<place + run) }
            (place, isKnown) = (place + run, !isKnown)
        } while place < count
        var (last, step): (Int64, Int64) = (0, 0)
        for run in known {
            for index in run {
                let (next, isOverflow) = (try signed()).addingReportingOverflow(isSteady ? step : 0)
                let (value, isBeyond) = last.addingReportingOverflow(next)
                // Every unit is coarse enough for valid values to stay below this.
                guard !isOverflow, !isBeyond, value.magnitude < 1 << 53 else { throw MalformedRecording() }
                (step, last) = (next, value)
                column[index] = Double(value) / units
            }
        }
        return column
    }

    fileprivate mutating func declaredFigures() throws(MalformedRecording) -> DeclaredFigures {
        func figure(_ units: Double) throws(MalformedRecording) -> Double? {
            let number = try number()
            guard number < 1 << 53 else { throw MalformedRecording() }
            return number == 0 ? nil : Double(number - 1) / units
        }
        var declared = DeclaredFigures()
        declared.distance = try figure(1000)
        (declared.ascent, declared.descent) = (try figure(10), try figure(10))
        (declared.duration, declared.movingTime) = (try figure(1000), try figure(1000))
        declared.timer = try figure(1000)
        let (min, average, max) = (try figure(10), try figure(10), try figure(10))
        if let min, let average, let max { declared.heartRate = HeartRate(min: min, average: average, max: max) }
        let isWhole = declared.heartRate != nil || min == nil && average == nil && max == nil
        guard declared == declared.possible, isWhole else { throw MalformedRecording() }
        return declared
    }
}

/// Writes integers in as few bytes as they need (LEB128): seven bits per byte, the lowest first.
private struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(_ number: Int) { append(UInt64(clamping: number)) }

    /// Appends a number that may be negative (zigzag-encoded): small ones of either sign take one byte.
    mutating func append(signed number: Int64) {
        append(UInt64(bitPattern: number << 1 ^ number >> 63))
    }
}

/// Reads what ``PackedWriter`` wrote, and nothing else: each number has exactly one encoding.
private struct PackedReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of unread bytes.
    var left: Int { bytes.count - position }

    mutating func number() throws(MalformedRecording) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // The tenth byte has room for the last bit only, and a final byte of 0 is redundant.
            guard shift < 63 || byte <= 1, byte != 0 || shift == 0 else { break }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        throw MalformedRecording()
    }

    mutating func signed() throws(MalformedRecording) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// Reads a count of elements that take at least a byte each, or are bounded otherwise.
    mutating func count(atMost most: Int) throws(MalformedRecording) -> Int {
        guard let count = Int(exactly: try number()), count <= most else { throw MalformedRecording() }
        return count
    }

    func finish() throws(MalformedRecording) {
        guard left == 0 else { throw MalformedRecording() }
    }
}

/// The bytes aren't a packed recording.
public struct MalformedRecording: Error, Hashable, Sendable {
    package init() {}
}
