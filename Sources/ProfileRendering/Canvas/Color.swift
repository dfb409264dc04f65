internal import Glibc

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

extension Color {
    /// The relative luminance as defined by WCAG 2, from 0 for black to 1 for white.
    public var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let part = Double(channel) / 255
            return part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio with a background, from 1 to 21. Text is easily readable from 4.5.
    public func contrast(on ground: Color) -> Double {
        let (first, second) = (luminance, ground.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// This colour if its contrast with a background suffices, else the nearest one that does, mixed with white or
    /// black.
    ///
    /// On a medium grey background no mixture may suffice; the result is then white or black, whichever has more
    /// contrast.
    public func readable(on ground: Color, atLeast least: Double = 4.5) -> Color {
        guard contrast(on: ground) < least else { return self }
        let (black, white) = (Color(0x000000), Color(0xFFFFFF))
        let target = black.contrast(on: ground) > white.contrast(on: ground) ? black : white
        let steps = 20
        return (1...steps).lazy.map { mixed(with: target, Double($0) / Double(steps)) }
            .first { $0.contrast(on: ground) >= least } ?? target
    }

    /// Creates the colour with a number in xterm's 256-colour palette; the first 16 are xterm's defaults.
    public init(palette256 number: UInt8) {
        switch number {
        case 0..<16: self = Self.xterm[Int(number)]
        case 16..<232:
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            let index = Int(number) - 16
            self.init(red: steps[index / 36], green: steps[index / 6 % 6], blue: steps[index % 6])
        default:
            let grey = 8 + 10 * (number - 232)
            self.init(red: grey, green: grey, blue: grey)
        }
    }

    private static let xterm: [Color] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
        0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map { Color($0) }
}
