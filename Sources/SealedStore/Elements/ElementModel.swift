/// A model of which a store keeps many values, each with a number: elements of a collection, with a history and
/// field-by-field merging, and with attachments.
///
///     struct Visit: ElementModel {
///         var country = ""
///         var cost = 0
///         static let collection = ElementKinds("visit")
///         static let fields = [
///             Field("country", tag: 1, label: "Country", \.country),
///             Field("cost", tag: 2, label: "Cost", \.cost),
///         ]
///     }
public protocol ElementModel: FieldModel, LoggedCollection {
    /// The version of ``key(of:)`` and ``figures``, to be raised when they change: see
    /// ``CollectionElement/rulesVersion``. 1 by default.
    static var rulesVersion: Int { get }
    /// The figures that are summed up in ranges of keys, at most 16, in whole units; `nil` for unknown ones. None by
    /// default. Like the key, they may depend on no field that is in the body.
    static var figures: [ElementFigure<Self>] { get }

    /// The key by which the collection is ordered, such as the number of a day. The same for all by default, so that
    /// they are ordered by number.
    static func key(of element: Self) -> Int

    /// Identifies the content from the element's source, as ``CollectionElement/contentDigest`` does. `nil` by default.
    var contentDigest: [UInt8]? { get }

    /// Reads an element whose parts were written before its records were tagged. All but the first are missing where
    /// its header is read alone.
    ///
    /// - Throws: ``MalformedRecord``, which is the default.
    static func decodeUntagged(_ parts: [[UInt8]?]) throws -> Self
}

/// Computes one figure of an element.
public typealias ElementFigure<Model> = @Sendable (Model) -> Int?

extension ElementModel {
    public static var rulesVersion: Int { 1 }
    public static var figures: [ElementFigure<Self>] { [] }
    public static func key(of element: Self) -> Int { 0 }
    public var contentDigest: [UInt8]? { nil }
    public static func decodeUntagged(_ parts: [[UInt8]?]) throws -> Self { throw MalformedRecord() }

    public static var storedTypes: [any CollectionElement.Type] {
        [StoredElement<Self>.self, RemovedElement<StoredElement<Self>>.self, attachmentType]
    }
    public static var changeHistory: ChangeHistory { ChangeHistory(ModelElements<Self>.self) }
    public static var flaw: String? { sharedFieldID.map { "has two fields of the \($0): \(collection.elements.name)" } }
}

/// An element with its number.
///
/// It is read like the model: `visit.country`.
@dynamicMemberLookup
public struct Numbered<Model: ElementModel>: Hashable, Sendable, Identifiable {
    public let number: Int
    /// The element. In a list, fields that are kept in the body have their defaults.
    public let model: Model

    public init(number: Int, model: Model) { (self.number, self.model) = (number, model) }

    public var id: Int { number }

    public subscript<Value>(dynamicMember member: KeyPath<Model, Value>) -> Value { model[keyPath: member] }
}
