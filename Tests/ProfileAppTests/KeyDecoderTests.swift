import ProfileRendering
import TestSupport
import Testing

@testable import ProfileApp

@Suite struct `Input from the terminal` {
    /// The events for bytes that arrive at once, with nothing after them.
    private func events(_ text: String, _ decoder: KeyDecoder = KeyDecoder()) -> [Event] {
        var decoder = decoder
        return decoder.decode(text.utf8, at: .zero) + decoder.expire(at: .seconds(2))
    }

    @Test(arguments: [
        ("\r", Key.enter), ("\n", .enter), ("\t", .tab), ("\u{1B}", .escape), ("\u{7F}", .backspace),
        ("\u{8}", .backspace), ("\u{C}", .control("l")), ("\u{1}", .control("a")), ("\u{1A}", .control("z")),
        ("a", .character("a")), (" ", .character(" ")), ("å", .character("å")), ("🌷", .character("🌷")),
    ])
    func `is a key for a control character as for any other`(text: String, key: Key) {
        #expect(events(text) == [.key(key)])
    }

    @Test func `is no key for control characters without a meaning`() {
        #expect(events("\u{0}\u{1C}\u{1F}\u{80}\u{9B}").isEmpty)
    }

    @Test func `is one key for an emoji of several scalars, and for a letter with its marks`() {
        #expect(events("👩‍👩‍👧") == [.key(.character("👩‍👩‍👧"))])
        #expect(events("e\u{301}x") == [.key(.character("é")), .key(.character("x"))])
        #expect(events("नेपाल").count == 3)
    }

    @Test func `keeps its order between characters and keys`() {
        #expect(
            events("a\u{1B}[Ab\r") == [.key(.character("a")), .key(.up), .key(.character("b")), .key(.enter)])
    }

    @Test(arguments: [
        ("[A", Key.up), ("OB", .down), ("[C", .right), ("OD", .left), ("[H", .home), ("OF", .end), ("[1~", .home),
        ("[8~", .end), ("[3~", .delete), ("[5~", .pageUp), ("[6~", .pageDown), ("[Z", .backTab), ("OM", .enter),
        ("Op", .character("0")), ("Oy", .character("9")), ("Ok", .character("+")), ("[1;2A", .up),
        ("OP", .help), ("[11~", .help), ("[<64;4;5M", .wheelUp), ("[<65;4;5M", .wheelDown),
    ])
    func `is the key that a sequence stands for`(sequence: String, key: Key) {
        #expect(events("\u{1B}" + sequence) == [.key(key)])
    }

    @Test(arguments: [
        ("[1;5D", Key.wordLeft), ("[1;3C", .wordRight), ("b", .alt("b")), ("å", .alt("å")), ("\u{7F}", .control("w")),
    ])
    func `jumps over words with Control and Alt`(sequence: String, key: Key) {
        #expect(events("\u{1B}" + sequence) == [.key(key)])
    }

    @Test(arguments: [
        ("[99;5u", Key.control("c")), ("[97u", .character("a")), ("[97;2u", .character("a")), ("[27u", .escape),
        ("[13u", .enter), ("[9;2u", .backTab), ("[127u", .backspace), ("[98;3u", .alt("b")),
        ("[27;5;115~", .control("s")),
        ("[27;3;102~", .alt("f")), ("[97;65u", .character("a")),
    ])
    func `is a key in kitty's protocol and in modifyOtherKeys`(sequence: String, key: Key) {
        #expect(events("\u{1B}" + sequence) == [.key(key)])
    }

    @Test(arguments: [
        "[I", "[O", "[?1;2c", "[24~", "[[A", "[1;9A", "[97;1:3u", "[57358u", "[97;7u", "[99999999999999999999;5u",
        "[27;5;-9223372036854775808~", "]0;a title\u{7}", "]11;rgb:0/0/0\u{1B}\\", "P1$r0m\u{1B}\\", "_Gi=1\u{1B}\\",
        "[<0;-9223372036854775808;1M", "[<35;4;5M", "[<0;4;5m", "[<66;4;5M", "OQ", "[200", "[", "O", "[1;5", "\u{1B}[A",
        "\r", "\u{1}", "[\u{1B}[I",
    ])
    func `is nothing for an unknown sequence, no part of which is a key`(sequence: String) {
        #expect(events("\u{1B}" + sequence).isEmpty)
        // Input after it is accepted again.
        var decoder = KeyDecoder()
        _ = decoder.decode("\u{1B}\(sequence)".utf8, at: .zero)
        #expect(decoder.decode("a".utf8, at: .seconds(2)).last == .key(.character("a")))
    }

    @Test func `is held until the rest of a sequence arrives, or is Escape when nothing does`() {
        var decoder = KeyDecoder()
        #expect(decoder.deadline == nil)
        #expect(decoder.decode([0x1B], at: .zero).isEmpty)
        #expect(decoder.deadline == .milliseconds(100))
        #expect(decoder.expire(at: .milliseconds(99)).isEmpty)
        #expect(decoder.decode("[".utf8, at: .milliseconds(30)).isEmpty)
        #expect(decoder.decode("A".utf8, at: .milliseconds(60)) == [.key(.up)])
        #expect(decoder.deadline == nil)
        #expect(decoder.decode([0x1B], at: .seconds(1)).isEmpty)
        #expect(decoder.expire(at: .milliseconds(1100)) == [.key(.escape)])
        // Later bytes are no part of it, whether or not the decoder was asked in between.
        #expect(decoder.decode([0x1B], at: .seconds(2)).isEmpty)
        #expect(decoder.decode("[".utf8, at: .seconds(3)) == [.key(.escape), .key(.character("["))])
    }

    @Test func `is Escape as often as it is pressed`() {
        #expect(events("\u{1B}\u{1B}") == [.key(.escape), .key(.escape)])
        #expect(events("\u{1B}\u{1B}\u{1B}") == [.key(.escape), .key(.escape), .key(.escape)])
    }

    @Test func `may be split anywhere, between sequences and within characters`() {
        let text = "å\u{1B}[1;5D👩‍👩‍👧\u{1B}[200~pq\u{1B}[A山\u{1B}[201~\u{1B}[<0;5;6M\u{1B}]0;x\u{1B}\\é\u{1B}OC"
        let whole = events(text)
        for cut in 1..<text.utf8.count {
            var decoder = KeyDecoder()
            var parts = decoder.decode(text.utf8.prefix(cut), at: .zero)
            parts += decoder.decode(text.utf8.dropFirst(cut), at: .milliseconds(99))
            // The parts of a family emoji that arrive separately are joined by the field that they are typed into.
            let joined = { (events: [Event]) in events.filter { if case .key(.character) = $0 { false } else { true } }
            }
            #expect(joined(parts) == joined(whole), "cut at \(cut)")
        }
    }

    @Test func `is one paste between its markers, and keys before and after them`() {
        #expect(
            events("a\u{1B}[200~b\rc\u{1B}\u{1B}[Ax\u{1B}[201~d")
                == [.key(.character("a")), .paste("b\nc\u{1B}\u{1B}[Ax"), .key(.character("d"))])
    }

    @Test func `is one line's end in a paste for CR, LF or both`() {
        #expect(events("\u{1B}[200~a\r\nb\rc\nd\r\r\ne\u{1B}[201~") == [.paste("a\nb\nc\nd\n\ne")])
    }

    @Test func `ends a paste whose end marker was lost, and drops one that is too long`() {
        var decoder = KeyDecoder()
        let long = String(repeating: "å", count: KeyDecoder.longestPaste)
        #expect(decoder.decode("\u{1B}[200~x\(long)".utf8, at: .zero).isEmpty)
        #expect(decoder.deadline == .seconds(1))
        let text = "x" + String(repeating: "å", count: KeyDecoder.longestPaste / 2 - 1)
        #expect(decoder.expire(at: .seconds(1)) == [.paste(text)])
        #expect(decoder.deadline == nil)
        #expect(decoder.expire(at: .seconds(9)).isEmpty)
    }

    @Test func `is nothing for an end marker without a paste`() {
        #expect(events("\u{1B}[201~").isEmpty)
    }

    @Test func `is a click in the newer and the older mouse protocol`() {
        let click = Event.click(CellPoint(column: 4, row: 5))
        #expect(events("\u{1B}[<0;5;6M\u{1B}[<0;5;6m") == [click])
        #expect(events("\u{1B}[M %&\u{1B}[M#%&", KeyDecoder()) == [click])
        // Where the description gives the same bytes to a key, they are the key.
        #expect(
            events("\u{1B}[Mx", KeyDecoder(described: ["\u{1B}[M": .help])) == [.key(.help), .key(.character("x"))])
    }

    @Test func `types nothing for an old mouse report, whole or in parts`() {
        #expect(events("\u{1B}[M !!a") == [.click(CellPoint(column: 0, row: 0)), .key(.character("a"))])
        #expect(events("\u{1B}[M\"!!") == [])
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[M ".utf8, at: .zero) == [])
        #expect(decoder.decode("!!a".utf8, at: .milliseconds(50)).last == .key(.character("a")))
    }

    @Test func `follows the terminal's description where that differs`() {
        let decoder = KeyDecoder(described: ["\u{1B}[9x": .home, "\u{8}": .left, "\u{1B}[5~": .end])
        #expect(events("\u{1B}[9x\u{8}\u{1B}[5~", decoder) == [.key(.home), .key(.backspace), .key(.end)])
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func `never crashes the decoder, whatever bytes it has`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        var decoder = KeyDecoder(described: seed.isMultiple(of: 2) ? ["\u{1B}[M": .help] : [:])
        let likely = Array("\u{1B}[]O<;:~MuAPx0159å👩‍👧\u{7}\\\u{1B}[200~\u{1B}[201~".utf8)
        for number in 0..<10_000 {
            let bytes = (0..<Int.random(in: 0...6, using: &source)).map { _ in
                Bool.random(using: &source)
                    ? likely.randomElement(using: &source) ?? 0 : UInt8.random(in: 0...255, using: &source)
            }
            _ = decoder.decode(bytes, at: .milliseconds(number * Int.random(in: 1...60, using: &source)))
        }
        _ = decoder.expire(at: .seconds(1_000_000))
        #expect(decoder.decode("a".utf8, at: .seconds(1_000_001)).last == .key(.character("a")))
    }
}

@Suite struct `A key` {
    @Test func `is distinguished from the character it may send`() {
        #expect(Key.control("l") != Key.character("l"))
        #expect(Key.enter != Key.character("\n"))
    }
}
