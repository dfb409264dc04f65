extension Double {
    /// Parses digits with at most one decimal point. A comma counts as the point, as on many keyboards; notations such
    /// as 1e3 are refused as likely mistakes.
    public init?(typedDecimal text: String) {
        let text = text.replacing(",", with: ".")
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }) else { return nil }
        self.init(text)
    }

    /// Parses a number of metres, in which commas before three digits stand between thousands: 20,000 m, since nobody
    /// types thousandths of a metre.
    public init?(typedMetres text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let isGrouped =
            parts.count > 1 && (1...3).contains(parts[0].count) && parts[0].first != "0"
            && parts.dropFirst().allSatisfy { $0.count == 3 }
        self.init(typedDecimal: isGrouped ? parts.joined() : text)
    }
}
