/// The character sets windows-1250 to windows-1258, which older programs use: the characters of the bytes from 0x80 on.
///
/// They are built in, since a statically linked program can't load those of the C library.
enum WindowsCodePage {
    /// The Unicode scalars of the 256 bytes; `nil` for any other character set. Unassigned bytes are U+FFFD.
    static func scalars(named name: String) -> [Int32]? {
        let name = name.lowercased()
        guard let prefix = ["windows-", "cp", "x-cp"].first(where: name.hasPrefix),
            let number = Int(name.dropFirst(prefix.count)), let upper = upperHalves[number]
        else { return nil }
        return (0..<0x80).map(Int32.init) + upper.utf16.map(Int32.init)
    }

    private static let upperHalves: [Int: String] = [
        1250:
            "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ"
            + "\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź"
            + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż"
            + "°±˛ł´µ¶·¸ąş»Ľ˝ľż"
            + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ"
            + "ĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
            + "ŕáâăäĺćçčéęëěíîď"
            + "đńňóôőö÷řůúűüýţ˙",
        1251:
            "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ"
            + "ђ‘’“”•–—\u{FFFD}™љ›њќћџ"
            + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї"
            + "°±Ііґµ¶·ё№є»јЅѕї"
            + "АБВГДЕЖЗИЙКЛМНОП"
            + "РСТУФХЦЧШЩЪЫЬЭЮЯ"
            + "абвгдежзийклмноп"
            + "рстуфхцчшщъыьэюя",
        1252:
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}"
            + "\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ"
            + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯"
            + "°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
            + "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
            + "àáâãäåæçèéêëìíîï"
            + "ðñòóôõö÷øùúûüýþÿ",
        1253:
            "€\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬\u{AD}®―"
            + "°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ"
            + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ"
            + "ΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί"
            + "ΰαβγδεζηθικλμνξο"
            + "πρςστυφχψωϊϋόύώ\u{FFFD}",
        1254:
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}Ÿ"
            + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯"
            + "°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
            + "ĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
            + "àáâãäåæçèéêëìíîï"
            + "ğñòóôõö÷øùúûüışÿ",
        1255:
            "€\u{FFFD}‚ƒ„…†‡ˆ‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}‘’“”•–—˜™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{A0}¡¢£₪¥¦§¨©×«¬\u{AD}®¯"
            + "°±²³´µ¶·¸¹÷»¼½¾¿"
            + "\u{5B0}\u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\u{5B6}\u{5B7}\u{5B8}\u{5B9}\u{FFFD}\u{5BB}\u{5BC}\u{5BD}\u{5BE}\u{5BF}"
            + "\u{5C0}\u{5C1}\u{5C2}\u{5C3}\u{5F0}\u{5F1}\u{5F2}\u{5F3}\u{5F4}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DA}\u{5DB}\u{5DC}\u{5DD}\u{5DE}\u{5DF}"
            + "\u{5E0}\u{5E1}\u{5E2}\u{5E3}\u{5E4}\u{5E5}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}\u{FFFD}\u{FFFD}\u{200E}\u{200F}\u{FFFD}",
        1256:
            "€\u{67E}‚ƒ„…†‡ˆ‰\u{679}‹Œ\u{686}\u{698}\u{688}"
            + "\u{6AF}‘’“”•–—\u{6A9}™\u{691}›œ\u{200C}\u{200D}\u{6BA}"
            + "\u{A0}\u{60C}¢£¤¥¦§¨©\u{6BE}«¬\u{AD}®¯"
            + "°±²³´µ¶·¸¹\u{61B}»¼½¾\u{61F}"
            + "\u{6C1}\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}\u{62F}"
            + "\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}×\u{637}\u{638}\u{639}\u{63A}\u{640}\u{641}\u{642}\u{643}"
            + "à\u{644}â\u{645}\u{646}\u{647}\u{648}çèéêë\u{649}\u{64A}îï"
            + "\u{64B}\u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\u{651}ù\u{652}ûü\u{200E}\u{200F}\u{6D2}",
        1257:
            "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}¨ˇ¸"
            + "\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}¯˛\u{FFFD}"
            + "\u{A0}\u{FFFD}¢£¤\u{FFFD}¦§Ø©Ŗ«¬\u{AD}®Æ"
            + "°±²³´µ¶·ø¹ŗ»¼½¾æ"
            + "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻ"
            + "ŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß"
            + "ąįāćäåęēčéźėģķīļ"
            + "šńņóōõö÷ųłśūüżž˙",
        1258:
            "€\u{FFFD}‚ƒ„…†‡ˆ‰\u{FFFD}‹Œ\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}‘’“”•–—˜™\u{FFFD}›œ\u{FFFD}\u{FFFD}Ÿ"
            + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯"
            + "°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂĂÄÅÆÇÈÉÊË\u{300}ÍÎÏ"
            + "ĐÑ\u{309}ÓÔƠÖ×ØÙÚÛÜƯ\u{303}ß"
            + "àáâăäåæçèéêë\u{301}íîï"
            + "đñ\u{323}óôơö÷øùúûüư₫ÿ",
    ]
}
