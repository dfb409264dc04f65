/// Reproducible random numbers from a seed: SplitMix64.
public struct SeededSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Random values of plain types, including extremes.
extension SeededSource {
    public mutating func flag() -> Bool { Bool.random(using: &self) }

    public mutating func maybe<Value>(_ value: (inout SeededSource) -> Value) -> Value? {
        flag() ? value(&self) : nil
    }

    public mutating func list<Value>(upTo limit: Int, _ value: (inout SeededSource) -> Value) -> [Value] {
        (0..<Int.random(in: 0...limit, using: &self)).map { _ in value(&self) }
    }

    public mutating func integer() -> Int {
        let magnitude = Int(bitPattern: UInt(next())) >> Int.random(in: 0..<64, using: &self)
        return [magnitude, .min, .max, 0, -1].randomElement(using: &self) ?? magnitude
    }

    public mutating func double() -> Double {
        let any = Double(bitPattern: next())
        let common = Double.random(in: -1e6...1e6, using: &self)
        let choices = [
            any.isFinite ? any : 0, common, -0.0, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, .ulpOfOne,
        ]
        return choices.randomElement(using: &self) ?? common
    }

    public mutating func text() -> String {
        let pieces = ["a", "Z", "é", "e\u{301}", "🥾", "👩‍👩‍👧‍👦", "\0", "\n", "漢", "\u{202E}", " ", "\u{10FFFF}"]
        return list(upTo: 20) { pieces.randomElement(using: &$0) ?? "" }.joined()
    }

    public mutating func bytes(upTo limit: Int) -> [UInt8] {
        list(upTo: limit) { UInt8.random(in: .min ... .max, using: &$0) }
    }
}
