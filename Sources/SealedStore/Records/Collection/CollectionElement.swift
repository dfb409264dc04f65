/// What a store keeps many of, each with an id, in an order, with figures that are summed up.
public protocol CollectionElement: Sendable {
    /// What a list shows of it: its first record part.
    associatedtype Header: Sendable

    /// Which records the elements are kept in. The first part holds the header.
    static var kind: RecordKind { get }

    /// Raised when ``key(of:)`` or ``figures(of:)`` change. Directories of another version are made anew.
    static var rulesVersion: Int { get }
    /// How many figures ``figures(of:)`` gives.
    static var figureCount: Int { get }

    /// What the collection is ordered by, such as the number of a day; ``undated`` for those at the end.
    static func key(of header: Header) -> Int
    /// What is summed up, in whole units; `nil` for what isn't known.
    static func figures(of header: Header) -> [Int?]

    var header: Header { get }

    /// Identifies what its source said: no two elements have the same one. `nil` for one that may stand twice.
    var contentDigest: [UInt8]? { get }

    /// The element's record parts; the first is always there.
    var parts: [[UInt8]?] { get }

    /// - Throws: ``MalformedRecord``.
    init(parts: [[UInt8]?]) throws

    /// What is left of an element when only some of its parts open.
    ///
    /// - Parameter parts: `nil`, or missing at the end, for those that don't; the first is there.
    /// - Throws: ``MalformedRecord`` when nothing is left, which is so unless an element says otherwise.
    static func salvaging(parts: [[UInt8]?]) throws -> Self

    /// - Throws: ``MalformedRecord``.
    static func header(ofFirstPart bytes: [UInt8]) throws -> Header
}

extension CollectionElement {
    /// The key of elements that have none: they stand last, whichever end the order begins with.
    public static var undated: Int { .max }

    public static func salvaging(parts: [[UInt8]?]) throws -> Self { throw MalformedRecord() }
}
