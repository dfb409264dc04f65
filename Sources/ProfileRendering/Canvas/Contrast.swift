internal import Glibc

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
            let place = Int(number) - 16
            self.init(red: steps[place / 36], green: steps[place / 6 % 6], blue: steps[place % 6])
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
