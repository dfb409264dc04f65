/// Texts as they are compared when hikes are searched: in lower case, and without the accents of Latin letters, so that
/// "etape" finds "Étape" and "gross" finds "Großer".
public enum SearchText {
    /// A text in this form. Other alphabets are only put in lower case.
    public static func folded(_ text: String) -> String {
        let lower = text.lowercased()
        guard lower.utf8.contains(where: { $0 >= 0x80 }) else { return lower }
        var folded = String.UnicodeScalarView()
        for scalar in lower.unicodeScalars {
            if let letters = letters[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else if !combiningMarks.contains(scalar) || folded.last.map(latin.contains) != true {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// The marks that follow the letter which they change, where a text isn't in composed form.
    private static let combiningMarks: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

    private static let latin: ClosedRange<Unicode.Scalar> = "a"..."z"

    private static let letters: [Unicode.Scalar: String] = {
        let accented = [
            "a": "àáâãäåāăąǎạảấầẩẫậắằẳẵặ", "ae": "æ", "c": "çćĉċč", "d": "ðďđ", "e": "èéêëēĕėęěẹẻẽếềểễệ", "g": "ĝğġģ",
            "h": "ĥħ", "i": "ìíîïĩīĭįıǐỉị", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ",
            "o": "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ", "oe": "œ", "r": "ŕŗř", "s": "śŝşšș", "ss": "ß", "t": "ţťŧț",
            "th": "þ", "u": "ùúûüũūŭůűųưǔụủứừửữự", "w": "ŵ", "y": "ýÿŷỳỵỷỹ", "z": "źżž",
        ]
        var letters: [Unicode.Scalar: String] = [:]
        for (base, variants) in accented {
            for variant in variants.unicodeScalars { letters[variant] = base }
        }
        return letters
    }()
}
