extension Color {
    /// The colour with a part of another one in it, channel by channel; 0 is this colour, 1 the other.
    public func mixed(with other: Color, _ part: Double) -> Color {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8((Double(from) + (Double(to) - Double(from)) * part).rounded())
        }
        return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}
