extension Double {
    /// Parses a decimal number, or `NaN`; not the other forms that Swift accepts, such as `0x1p3`.
    init?(decimal text: String) {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") }) else { return nil }
        self.init(text)
    }

    /// Parses a decimal number in the most common form, such as `-46.519653`, with up to 15 digits; `nil` for any other
    /// text.
    ///
    /// So few digits and their power of ten are exact, so that the quotient is rounded only once and equals the result of
    /// ``init(decimal:)``.
    init?(shortDecimal bytes: UnsafeRawBufferPointer) {
        let isNegative = unsafe bytes.first == UInt8(ascii: "-")
        var (digits, count, scale): (Int64, Int, Double) = (0, 0, 1)
        var (isBehindPoint, lastIsDigit) = (false, false)
        for index in (isNegative ? 1 : 0)..<bytes.count {
            let byte = unsafe bytes[index]
            lastIsDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if lastIsDigit {
                count += 1
                guard count <= 15 else { return nil }
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                if isBehindPoint { scale *= 10 }
            } else {
                guard byte == UInt8(ascii: "."), !isBehindPoint, count > 0 else { return nil }
                isBehindPoint = true
            }
        }
        guard lastIsDigit else { return nil }
        let size = Double(digits) / scale
        self = isNegative ? -size : size
    }
}
