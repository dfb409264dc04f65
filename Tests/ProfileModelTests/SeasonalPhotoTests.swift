import ProfileModel
import Testing

@Suite struct SeasonalPhotoTests {
    @Test(arguments: [
        ("spring", SeasonalPhoto.spring), ("SPRING", .spring), ("Summer", .summer), ("aUtUmN", .autumn),
        ("winter", .winter),
        ("🌷", .spring), ("🌞", .summer), ("🍂", .autumn), ("☃️", .winter), ("☃", .winter), ("☃\u{FE0F}", .winter),
        ("🌷\u{FE0F}", .spring), ("fall", .autumn), ("FALL", .autumn), ("☀️", .summer), ("☀", .summer), ("🍁", .autumn),
        ("❄️", .winter), ("❄", .winter),
    ])
    func `a word in any case and the emoji are read`(text: String, photo: SeasonalPhoto) {
        #expect(SeasonalPhoto(spelling: text) == photo)
    }

    @Test(arguments: [
        "", " ", "spring ", " spring", "falls", "spr", "springs", "spring\n", "🌷🌷", "🌷 ", "🌸", "⛄️", "\u{FE0F}",
        "spring\u{301}", "ｓｐｒｉｎｇ", "\u{17F}pring", "0", "printemps",
    ])
    func `anything else is none`(text: String) {
        #expect(SeasonalPhoto(spelling: text) == nil)
    }

    @Test(arguments: SeasonalPhoto.allCases)
    func `each photo reads back its word and its emoji`(photo: SeasonalPhoto) {
        #expect(SeasonalPhoto(spelling: photo.rawValue) == photo)
        #expect(SeasonalPhoto(spelling: photo.emoji) == photo)
    }
}
