internal import Glibc
internal import ProfileModel

/// A linear transformation of sRGB colours: the matrices `hueRotate` and `saturate` of the Filter Effects Module, Level
/// 1.
///
/// The colours are computed here rather than by a viewer's filter, so that terminals and pictures show the same ones.
struct ColorTransform {
    /// The matrix by rows: the weights of red, green and blue in each resulting channel.
    private let rows: [[Double]]

    /// The weight of each channel in the brightness, as rounded by that module.
    private static let brightness = [0.213, 0.715, 0.072]

    /// Rotates hues, then reduces saturation. Neither changes greys or the brightness.
    init(_ tint: Badge.Tint) {
        let hue = Self.turned(degrees: tint.hue)
        let saturated = Self.saturated(1 - min(max(tint.grey, 0), 1))
        rows = (0..<3).map { row in
            (0..<3).map { column in (0..<3).reduce(0) { $0 + saturated[row][$1] * hue[$1][column] } }
        }
    }

    /// Increases saturation, so that the nearest colour in a small palette isn't a grey.
    static let stronger = ColorTransform(rows: saturated(1.7))

    private init(rows: [[Double]]) {
        self.rows = rows
    }

    private static func turned(degrees: Double) -> [[Double]] {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let sines = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]]
        return (0..<3).map { row in
            (0..<3).map { column in
                let part = brightness[column]
                return part + cosine * ((row == column ? 1 : 0) - part) + sine * sines[row][column]
            }
        }
    }

    private static func saturated(_ part: Double) -> [[Double]] {
        (0..<3).map { row in
            (0..<3).map { column in brightness[column] * (1 - part) + (row == column ? part : 0) }
        }
    }

    func callAsFunction(_ color: Color) -> Color {
        let channels = [Double(color.red), Double(color.green), Double(color.blue)]
        let changed = rows.map { row in
            UInt8(min(max(zip(row, channels).reduce(0) { $0 + $1.0 * $1.1 }, 0), 255).rounded())
        }
        return Color(red: changed[0], green: changed[1], blue: changed[2])
    }
}
