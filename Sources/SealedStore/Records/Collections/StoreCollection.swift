/// What a schema lists as a collection: a model, or a type that codes its elements itself.
public protocol StoreCollection: Sendable {
    /// The types that code the records of the collection, each of a kind of its own.
    static var storedTypes: [any CollectionElement.Type] { get }
    /// The collection, if its changes are noted in the log of changes.
    static var logged: (any LoggedCollection.Type)? { get }
}

extension CollectionElement {
    public static var storedTypes: [any CollectionElement.Type] { [Self.self] }
    public static var logged: (any LoggedCollection.Type)? { nil }
}
