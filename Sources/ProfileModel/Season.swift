/// A meteorological season of the northern hemisphere: spring is March to May.
public enum Season: String, CaseIterable, Hashable, Sendable {
    case spring, summer, autumn, winter

    /// The season that contains a day.
    public init(of day: Day) {
        switch day.month {
        case 3...5: self = .spring
        case 6...8: self = .summer
        case 9...11: self = .autumn
        default: self = .winter
        }
    }
}
