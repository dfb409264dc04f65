/// What a schema lists as a collection: a model, or a type that codes its elements itself.
public protocol StoreCollection: Sendable {
    /// The types that code the records of the collection, each of a kind of its own.
    static var storedTypes: [any CollectionElement.Type] { get }
    /// Whether changes are noted in the log of changes.
    static var isLogged: Bool { get }
    /// Why no store can have the collection, as the end of a sentence; `nil` if one can. To be found at each start, so
    /// that only what may be wrong is looked at.
    static var flaw: String? { get }
}

extension CollectionElement {
    public static var storedTypes: [any CollectionElement.Type] { [Self.self] }
    public static var isLogged: Bool { false }
    public static var flaw: String? { nil }
}
