/// The name of a member in an archive's list.
struct ZipMemberName {
    /// The path, with slashes between folders.
    let path: String

    /// Set in the flags of a member whose name is in UTF-8 (bit 11, "language encoding").
    private static let isUTF8: UInt = 1 << 11

    /// - Parameters:
    ///   - bytes: the name as it stands in the list.
    ///   - flags: the member's general purpose flags.
    init(_ bytes: [UInt8], flags: UInt) {
        // Many programs write UTF-8 without saying so; the format's own encoding is that of the first PCs.
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? (flags & Self.isUTF8 != 0 ? String(decoding: bytes, as: UTF8.self) : Self.decode(bytes))
        // Some programs of Windows write its separators, whatever system they name.
        path = text.contains("/") ? text : text.replacing("\\", with: "/")
    }

    private static func decode(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80])
        }
        return String(text)
    }

    /// The characters of code page 437 from 0x80 on.
    private static let upperHalf = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
