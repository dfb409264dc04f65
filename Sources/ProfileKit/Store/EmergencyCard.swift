internal import ProfileModel
public import SealedStore

/// The one text of an account that its owner chose to leave readable without a code: emergency contacts, allergies.
///
/// It is stored unencrypted in the store's file, so anyone who has the file can read it. They can't change it
/// unnoticed: it carries a MAC keyed from the device secret, and only an open store can set it.
public struct EmergencyCard: Hashable, Sendable, CustomStringConvertible {
    /// Lines of visible characters.
    public let description: String

    /// Maximum number of characters.
    public static let maximumLength = 500
    /// Maximum number of lines.
    public static let maximumLineCount = 20
    /// The maximum size in bytes. It keeps one "character" from being a stack of a thousand accents.
    private static let maximumSize = 4000

    /// - Throws: ``FieldProblem`` for a text that is blank, too long, or contains control characters other than line
    ///   feeds.
    public init(_ text: String) throws(FieldProblem) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard (1...Self.maximumLength).contains(text.count), text.utf8.count <= Self.maximumSize,
            lines.count <= Self.maximumLineCount,
            !lines.joined().hasInvisibleControls,
            text.contains(where: { !$0.isWhitespace })
        else { throw FieldProblem("emergencyCard", .card) }
        description = text
    }

    /// The text, line by line.
    public var lines: [String] {
        description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension SealedGate<ProfileStore> {
    /// The emergency card, which needs no unlock; `nil` when there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` when the card isn't the one its owner set, `noDeviceSecret` when that
    ///   can't be verified.
    public var emergencyCard: EmergencyCard? {
        get throws {
            try readableText().map { text in
                guard let card = try? EmergencyCard(text) else {
                    throw StoreError(.damaged(.readableText(account, .tamperedWith)), at: path)
                }
                return card
            }
        }
    }
}

extension ProfileStore {
    /// Sets the card, which anyone who has the store's file can read, replacing any previous one.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/write(_:)`` does.
    public func setEmergencyCard(_ card: EmergencyCard) throws {
        try setReadableText(card.description)
    }

    /// Sets or removes the card if it hasn't changed since it was read, so that no other program's card is lost.
    ///
    /// - Parameters:
    ///   - card: `nil` to remove it.
    ///   - read: the card as it was read; `nil` if there was none.
    /// - Returns: `false`, with nothing changed, if it is another one now.
    /// - Throws: ``StoreError`` as ``OpenAccount/write(_:)`` does.
    public func setEmergencyCard(_ card: EmergencyCard?, replacing read: EmergencyCard?) throws -> Bool {
        try setReadableText(card?.description, replacing: read?.description)
    }

    /// Removes the emergency card.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is none.
    public func clearEmergencyCard() throws {
        try setReadableText(nil)
    }
}
