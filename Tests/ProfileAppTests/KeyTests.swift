import Testing

@testable import ProfileApp

@Suite struct `A key` {
    @Test func `is told apart from the character it may send`() {
        #expect(Key.control("l") != Key.character("l"))
        #expect(Key.enter != Key.character("\n"))
    }
}
