/// A collection with a history: its changes are in the log, and are taken back from there; removed elements are kept
/// until they are purged; and bytes can be attached to elements. An ``ElementModel`` is one.
public protocol LoggedCollection: StoreCollection {
    /// The kinds of its records.
    static var collection: ElementKinds { get }
    /// How its changes are described and taken back.
    static var changeHistory: ChangeHistory { get }
}

extension LoggedCollection {
    public static var isLogged: Bool { true }
}

/// The kinds of a collection's records: its elements, the removed ones, and their attachments.
public struct ElementKinds: Hashable, Sendable {
    /// The kind of the elements. Its second part holds the fields that lists don't read.
    public let elements: RecordKind
    /// The kind of the elements that were removed and can be restored.
    public let removed: RecordKind
    /// The kind of the pieces of attachments.
    public let attachments: RecordKind

    /// - Parameter name: lower-case letters, digits, hyphens and dots. No other kind of the schema may have it, nor the
    ///   same followed by `.removed` or `.attachment`.
    public init(_ name: String) {
        func kind(_ name: String) -> RecordKind { RecordKind(name, .collection, parts: [name, "\(name).body"]) }
        self.init(elements: kind(name), removed: kind("\(name).removed"))
    }

    package init(elements: RecordKind, removed: RecordKind) {
        let attachment = "\(elements.name).attachment"
        (self.elements, self.removed) = (elements, removed)
        attachments = RecordKind(attachment, .collection, parts: [attachment, "\(attachment).body"])
    }
}
