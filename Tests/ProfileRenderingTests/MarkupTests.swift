import TestSupport
import Testing

@testable import ProfileRendering

@Suite struct MarkupTests {
    @Test func `escapes markup, in text and in attributes`() {
        let piece = Markup.element("p", ["title": "\"a\" & 'b'"], text: "<b>&amp;</b>")
        #expect(
            piece.written == "<p title=\"&quot;a&quot; &amp; &#39;b&#39;\">&lt;b&gt;&amp;amp;&lt;/b&gt;</p>")
    }

    @Test func `spells out control characters`() {
        #expect(Markup.text("a\u{0}b\u{202E}c\u{85}\n").written == "a\\u{0}b\\u{202E}c\\u{85}\\u{A}")
    }

    @Test func `leaves out attributes without a value, and adds no space beside text`() {
        let piece = Markup.element("p", ["class": nil, "id": "a"], [.text("x "), .element("b", text: "y")])
        #expect(piece.written == "<p id=\"a\">x <b>y</b></p>")
        #expect(Markup.element("g", [:], [.element("path", ["d": "M0 0"])]).written == "<g>\n<path d=\"M0 0\"/>\n</g>")
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (12, "12"), (0.25, "0.25"), (0.5, "0.5"), (-1.005, "-1"), (-0.004, "0"), (3.049, "3.05"),
        (1e300, "10000000000"), (-1e300, "-10000000000"), (.infinity, "0"), (.nan, "0"),
    ])
    func `writes numbers as SVG reads them`(number: Double, text: String) {
        #expect(number.svg == text)
    }

    @Test(arguments: 0..<4) func `is well-formed whatever the text`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for _ in 0..<250 {
            let texts = (0..<4).map { _ in RandomText.next(&source) }
            let piece = Markup.element(
                "a", ["b": texts[0]], [.text(texts[1]), .element("c", ["d": texts[2]], text: texts[3])])
            #expect(XMLCheck.problem(in: piece.written) == nil, "\(texts.map { Array($0.unicodeScalars) })")
        }
    }
}
