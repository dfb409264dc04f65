/// Parses JSON in its most common form: numbers of a few digits, strings without escapes, no `null`.
///
/// It is many times faster than Foundation's decoder, and never reports mistakes: each function returns `nil` for anything
/// else than this form, and the caller then decodes the text with Foundation.
struct PlainJSON {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether there is only white space left.
    var isAtEnd: Bool {
        mutating get { next() == nil }
    }

    /// Parses an object.
    ///
    /// - Parameter read: parses the value of a member, and returns whether it could.
    /// - Returns: whether it could be parsed.
    mutating func object(_ read: (_ name: String, inout PlainJSON) -> Bool) -> Bool {
        sequence(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { json in
            guard let name = json.string(), json.take(UInt8(ascii: ":")) else { return false }
            return read(name, &json)
        }
    }

    /// Parses an array.
    ///
    /// - Parameter read: parses an element, and returns whether it could.
    /// - Returns: whether it could be parsed.
    mutating func array(_ read: (inout PlainJSON) -> Bool) -> Bool {
        sequence(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), read)
    }

    mutating func numbers() -> [Double]? {
        var numbers: [Double] = []
        let isParsed = array { json in
            guard let number = json.number() else { return false }
            numbers.append(number)
            return true
        }
        return isParsed ? numbers : nil
    }

    mutating func number() -> Double? {
        guard next() != nil else { return nil }
        let start = position
        while position < bytes.count, Self.isOfNumber(bytes[position]) { position += 1 }
        let digits = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        // JSON has no leading zeros.
        if position > digits + 1, bytes[digits] == UInt8(ascii: "0"), bytes[digits + 1] != UInt8(ascii: ".") {
            return nil
        }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe Double(shortDecimal: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
        }
    }

    mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\\") else { return nil }
            position += 1
        }
        let end = position
        guard take(UInt8(ascii: "\"")), let text = try? UTF8Span(validating: bytes.span.extracting(start..<end)) else {
            return nil
        }
        return String(copying: text)
    }

    /// Sets a value that isn't set yet: which of several values of one member counts is left to Foundation.
    ///
    /// - Returns: whether there was a value to set.
    static func set<Value>(_ value: inout Value?, _ parsed: Value?) -> Bool {
        guard value == nil, let parsed else { return false }
        value = parsed
        return true
    }

    private mutating func sequence(
        from opening: UInt8, to closing: UInt8, _ read: (inout PlainJSON) -> Bool
    ) -> Bool {
        guard take(opening) else { return false }
        if take(closing) { return true }
        repeat {
            guard read(&self) else { return false }
        } while take(UInt8(ascii: ","))
        return take(closing)
    }

    /// Skips white space, and then a byte if it is the next one.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    /// Skips white space.
    ///
    /// - Returns: the next byte; `nil` at the end.
    private mutating func next() -> UInt8? {
        while position < bytes.count, LandmarksFormat.whiteSpace.contains(bytes[position]) { position += 1 }
        return position < bytes.count ? bytes[position] : nil
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

extension LandmarksHike {
    /// Parses a hike in the most common form; `nil` if it has to be decoded with Foundation.
    init?(plain bytes: [UInt8]) {
        var json = PlainJSON(bytes)
        var (id, distance, difficulty): (Double?, Double?, Double?)
        var (name, date, startTime): (String?, String?, String?)
        var observations: [Observation]?
        let isParsed = json.object { member, json in
            switch member {
            case "id": PlainJSON.set(&id, json.number())
            case "name": PlainJSON.set(&name, json.string())
            case "distance": PlainJSON.set(&distance, json.number())
            case "difficulty": PlainJSON.set(&difficulty, json.number())
            case "date": PlainJSON.set(&date, json.string())
            case "startTime": PlainJSON.set(&startTime, json.string())
            case "observations": PlainJSON.set(&observations, Observation.list(plain: &json))
            default: false
            }
        }
        guard isParsed, json.isAtEnd, let id, let name, let distance, let difficulty, let observations else {
            return nil
        }
        (self.id, self.name, self.distance, self.observations) = (id, name, distance, observations)
        (self.date, self.startTime) = (date, startTime)
        self.difficulty = Rating(difficulty)
    }
}

extension LandmarksHike.Observation {
    fileprivate static func list(plain json: inout PlainJSON) -> [Self]? {
        var observations: [Self] = []
        let isParsed = json.array { json in
            guard let observation = Self(plain: &json) else { return false }
            observations.append(observation)
            return true
        }
        return isParsed ? observations : nil
    }

    private init?(plain json: inout PlainJSON) {
        var distance: Double?
        var (elevation, pace, heartRate): ([Double]?, [Double]?, [Double]?)
        let isParsed = json.object { member, json in
            switch member {
            case "distanceFromStart": PlainJSON.set(&distance, json.number())
            case "elevation": PlainJSON.set(&elevation, json.numbers())
            case "pace": PlainJSON.set(&pace, json.numbers())
            case "heartRate": PlainJSON.set(&heartRate, json.numbers())
            default: false
            }
        }
        guard isParsed, let distance else { return nil }
        (distanceFromStart, self.elevation, self.pace, self.heartRate) = (distance, elevation, pace, heartRate)
    }
}
