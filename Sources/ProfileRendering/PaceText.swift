extension Units {
    /// "11:42 min/km" or "18:50 min/mi".
    public func pace(secondsPerKilometre: Double) -> String {
        "\(paceFigure(secondsPerKilometre: secondsPerKilometre)) \(paceUnit)"
    }

    /// "11:42" minutes for a kilometre, or "18:50" for a mile.
    func paceFigure(secondsPerKilometre: Double) -> String {
        let seconds = self == .metric ? secondsPerKilometre : secondsPerKilometre * 1.609344
        let whole = Int(max(0, min(seconds.rounded(), 1e15)))
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }

    var paceUnit: String { self == .metric ? "min/km" : "min/mi" }

    /// "4.5 km/h" or "2.8 mph"; two decimals below a tenth.
    public func speed(kilometresPerHour: Double) -> String {
        let (speed, unit) = self == .metric ? (kilometresPerHour, "km/h") : (kilometresPerHour / 1.609344, "mph")
        return "\(speed.decimal(speed < 0.1 ? 2 : 1)) \(unit)"
    }
}
