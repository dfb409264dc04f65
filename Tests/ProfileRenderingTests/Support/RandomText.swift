import TestSupport

/// Texts of any characters, with many that control terminals and viewers.
enum RandomText {
    static func next(_ source: inout SeededSource) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...10, using: &source) {
            let highest = [0x7F, 0xFF, 0x2100, 0xFFFF, 0x10_FFFF].randomElement(using: &source) ?? 0x7F
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...UInt32(highest), using: &source)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The first forbidden character of an output: a control character other than a line end, DEL, C1, or a bidi
    /// control.
    ///
    /// - Parameter allowsColors: whether sequences that set colours are allowed.
    static func offence(in output: String, allowsColors: Bool = false) -> String? {
        var isInSequence = false
        for scalar in output.unicodeScalars {
            if isInSequence {
                // Parameters of SGR, up to its end.
                guard "[;0123456789m".unicodeScalars.contains(scalar) else { return "a sequence with \(scalar.value)" }
                isInSequence = scalar != "m"
                continue
            }
            switch scalar.value {
            case 0x0A: continue
            case 0x1B where allowsColors: isInSequence = true
            case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                return "U+\(String(scalar.value, radix: 16))"
            default: continue
            }
        }
        return isInSequence ? "an unfinished sequence" : nil
    }
}
