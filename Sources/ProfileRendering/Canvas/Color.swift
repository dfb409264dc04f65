/// An sRGB colour; terminals with fewer colours show the nearest one available.
public struct Color: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Creates a colour from hexadecimal notation: `0x1E3A5F`. Bits above the lower 24 are ignored.
    public init(_ rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    /// The colour as `#1e3a5f`, for SVG and CSS.
    public var hexadecimal: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The number of colours that a terminal supports.
public enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
    case none, eight, palette256, trueColor

    public static func < (first: ColorDepth, second: ColorDepth) -> Bool { first.rawValue < second.rawValue }
}

extension Color {
    /// The nearest of xterm's 256 colours, from the 6×6×6 cube and the 24 greys, which terminal themes don't change.
    public var palette256: UInt8 {
        let steps = [0, 95, 135, 175, 215, 255]
        func nearest(_ value: UInt8) -> Int {
            steps.indices.min { abs(steps[$0] - Int(value)) < abs(steps[$1] - Int(value)) } ?? 0
        }
        let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
        let cube = Color(red: UInt8(steps[r]), green: UInt8(steps[g]), blue: UInt8(steps[b]))
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let level = min(max((mean - 3) / 10, 0), 23)
        let grey = UInt8(8 + 10 * level)
        let greyDistance = distance(to: Color(red: grey, green: grey, blue: grey))
        return greyDistance < distance(to: cube) ? UInt8(232 + level) : UInt8(16 + 36 * r + 6 * g + b)
    }

    /// The nearest of ECMA-48's eight colours: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white.
    public var palette8: UInt8 {
        let half = (Int(max(red, green, blue)) + Int(min(red, green, blue))) / 2
        guard max(red, green, blue) - min(red, green, blue) > 48 else { return half < 96 ? 0 : 7 }
        return (Int(red) > half ? 1 : 0) + (Int(green) > half ? 2 : 0) + (Int(blue) > half ? 4 : 0)
    }

    private func distance(to other: Color) -> Int {
        let parts = [
            Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
        ]
        return parts.reduce(0) { $0 + $1 * $1 }
    }
}

extension Color {
    /// The colour mixed with another one, channel by channel; 0 is this colour, 1 the other.
    public func mixed(with other: Color, _ part: Double) -> Color {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8((Double(from) + (Double(to) - Double(from)) * part).rounded())
        }
        return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}
