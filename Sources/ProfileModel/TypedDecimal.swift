extension Double {
    /// Parses digits with at most one decimal point. A comma counts as the point, as on many keyboards; notations such
    /// as 1e3 are refused as likely mistakes.
    public init?(typedDecimal text: String) {
        let text = text.replacing(",", with: ".")
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }) else { return nil }
        self.init(text)
    }
}
