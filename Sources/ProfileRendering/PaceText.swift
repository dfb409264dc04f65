extension Units {
    /// "11:42 min/km" or "18:50 min/mi".
    public func pace(secondsPerKilometre: Double) -> String {
        let (seconds, unit) = self == .metric ? (secondsPerKilometre, "km") : (secondsPerKilometre * 1.609344, "mi")
        let whole = Int(max(0, min(seconds.rounded(), 1e15)))
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60) min/\(unit)"
    }

    /// "4.5 km/h" or "2.8 mph"; two decimals below a tenth.
    public func speed(kilometresPerHour: Double) -> String {
        let (speed, unit) = self == .metric ? (kilometresPerHour, "km/h") : (kilometresPerHour / 1.609344, "mph")
        return "\(speed.decimal(speed < 0.1 ? 2 : 1)) \(unit)"
    }
}
