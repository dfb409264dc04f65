import ProfileModel
import Testing

@Suite struct `A text that is searched` {
    @Test(arguments: [
        ("Étape 3", "etape 3"), ("Großer Ahornboden", "grosser ahornboden"), ("Łódź", "lodz"), ("Æbelø", "aebelo"),
        ("Fansipan: Đỉnh", "fansipan: dinh"), ("Cafe\u{301}", "cafe"), ("ELK LOOP", "elk loop"), ("", ""),
        ("Ørsta–Åndalsnes", "orsta–andalsnes"), ("Тропа Ёлки", "тропа ёлки"), ("한라산", "한라산"), ("🥾 Walk", "🥾 walk"),
    ])
    func `is compared in lower case and without the accents of Latin letters`(text: String, folded: String) {
        #expect(SearchText.folded(text) == folded)
        #expect(SearchText.folded(folded) == folded)
    }

    @Test func `keeps the marks of other alphabets`() {
        #expect(SearchText.folded("и\u{306}").unicodeScalars.count == 2)
    }
}
