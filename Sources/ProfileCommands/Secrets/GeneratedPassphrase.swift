internal import ProfileKit
internal import Sealing

/// A passphrase of six words, each drawn from 2,048 by libsodium: 66 bits, which nobody tries out.
struct GeneratedPassphrase {
    static let count = 6

    let text: String

    init() {
        let words = PassphraseWords.all
        text = (0..<Self.count).map { _ in words[RandomBytes.number(below: words.count)] }.joined(separator: " ")
    }

    /// - Throws: ``SealingError/outOfMemory``.
    func secret() throws -> Secret { try Secret(text) }
}
