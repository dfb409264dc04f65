/// An element of a sealed collection: it has a number, a place in an order, and figures that are summed up.
///
/// An earlier version of a program can't read an element with a part of another schema: to its readers, the element is
/// damaged. Its check notes such elements, and its repair and recovery keep them. So that it can read them, give the
/// next form of a part a further part or a kind of its own, rather than another schema.
public protocol CollectionElement: StoreCollection {
    /// What a list shows of an element; stored in its first record part.
    associatedtype Header: Sendable

    /// The kind of the elements' records. The first part holds the header.
    static var kind: RecordKind { get }

    /// The version of ``key(of:)`` and ``figures(of:)``, to be raised when they change. Directories of an earlier
    /// version are rebuilt when a store is next opened; those of a later one by the first transaction that writes to
    /// the collection. Reads before that, or where the rebuilding fails, answer by the directory's rules, with its
    /// number of figures (``SealedCollection/isCurrent(in:)``). 1 by default.
    static var rulesVersion: Int { get }
    /// The number of figures that ``figures(of:)`` returns, at most 16. None by default.
    static var figureCount: Int { get }
    /// The place of the figure that orders elements with the same key where the newest come first: the highest first,
    /// and those without it last. By default none, so that they are ordered by number. The order isn't stored.
    static var tieBreaker: Int? { get }

    /// Whether the elements are computed from other records, as ``DerivedRecords`` are. A repair and a change of the
    /// data key then drop them, intact or not, and ``DerivedRecords/refresh`` has to compute them anew. `false` by
    /// default.
    static var isDerived: Bool { get }

    /// The key by which the collection is ordered, such as the number of a day; ``endKey`` for elements at the end.
    static func key(of header: Header) -> Int
    /// The figures to sum up, in whole units; `nil` for unknown ones. There must be ``figureCount`` of them: an element
    /// with another number is refused.
    static func figures(of header: Header) -> [Int?]

    var header: Header { get }

    /// Identifies the content from the element's source: no two elements have the same digest, and a second one is
    /// refused. `nil` for an element that may occur twice, which is the default.
    var contentDigest: [UInt8]? { get }

    /// The element's record parts, in the order of the kind's ``RecordKind/parts``. The first is always present, and
    /// holds the header. A part that the element lacks is `nil`, or missing at the end; an element with more parts than
    /// its kind is refused.
    var parts: [[UInt8]?] { get }

    /// - Throws: ``MalformedRecord``.
    init(parts: [[UInt8]?]) throws

    /// Recovers what is left of an element if only some of its parts open.
    ///
    /// - Parameter parts: `nil`, or missing at the end, for damaged ones; the first is present.
    /// - Throws: ``MalformedRecord`` if nothing is left, which is the default.
    static func salvaging(parts: [[UInt8]?]) throws -> Self

    /// The indices of the parts that don't open, but that ``salvaging(parts:)`` restores from the others; none by
    /// default.
    static func restoredParts(from parts: [[UInt8]?]) -> Set<Int>

    /// The indices of the parts, besides the first, that every element with this header has. Such a part is damaged if
    /// it is missing. None by default.
    static func requiredParts(with header: Header) -> Set<Int>

    /// - Throws: ``MalformedRecord``.
    static func header(ofFirstPart bytes: [UInt8]) throws -> Header
}

extension CollectionElement {
    /// The key of elements that have none: they come last, in either direction of the order.
    public static var endKey: Int { .max }

    public static var rulesVersion: Int { 1 }
    public static var figureCount: Int { 0 }
    public static var tieBreaker: Int? { nil }
    public static var isDerived: Bool { false }
    public static func figures(of header: Header) -> [Int?] { [] }
    public var contentDigest: [UInt8]? { nil }

    public static func salvaging(parts: [[UInt8]?]) throws -> Self { throw MalformedRecord() }
    public static func restoredParts(from parts: [[UInt8]?]) -> Set<Int> { [] }
    public static func requiredParts(with header: Header) -> Set<Int> { [] }
}
