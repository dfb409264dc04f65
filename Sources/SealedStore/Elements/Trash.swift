/// The stored form of an element that is kept, with its attachments, when it is removed.
package protocol RemovableElement: CollectionElement {
    associatedtype Owner: LoggedCollection

    /// The version of ``CollectionElement/key(of:)``, by which removed elements are ordered, without that of the
    /// figures, which they don't have.
    static var removedRulesVersion: Int { get }
}

extension RemovableElement {
    package static var removedRulesVersion: Int { rulesVersion }
}

/// The removed elements of a collection, until they are restored or purged. Only this moves elements there and back,
/// and notes it in the log.
package struct Trash<Element: RemovableElement> {
    private var elements: SealedCollection<Element> { SealedCollection() }
    private var removed: SealedCollection<RemovedElement<Element>> { SealedCollection() }
    private var kinds: ElementKinds { Element.Owner.collection }

    package init() {}

    /// Removes an element, intact or not.
    ///
    /// - Returns: whether it was kept. One that doesn't open is lost.
    /// - Throws: ``StoreError`` with `notFound` if there is no such element.
    package func remove(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        let element = try whatOpens { try elements.element(number, in: &transaction) }
        guard try elements.remove(number, in: &transaction) else {
            throw StoreError(.noRecord(kind: kinds.elements.name, number: number))
        }
        guard let element else {
            try transaction.detachAll(Element.Owner.self, from: number)
            return false
        }
        try transaction.changingTogether { try removed.put(RemovedElement(element), number: number, in: &$0) }
        transaction.note(.removed, of: number, in: kinds.elements)
        return true
    }

    /// Restores a removed element as it was.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is no such removed element, or `exists` if its number is in
    ///   use, or its content exists, again.
    package func restore(_ number: Int, in transaction: inout RecordTransaction) throws {
        guard let waiting = try removed.element(number, in: &transaction) else { throw noRemoved(number) }
        guard try !elements.contains(number, in: &transaction) else {
            throw StoreError(.recordExists(kind: kinds.elements.name, number: number))
        }
        try elements.put(waiting.element, number: number, in: &transaction)
        try removed.remove(number, in: &transaction)
        transaction.note(.restored, of: number, in: kinds.elements)
    }

    /// Deletes removed elements permanently, in any state, with their attachments and their values in the history.
    ///
    /// - Parameter numbers: the elements to purge; all removed ones by default.
    /// - Returns: the numbers of the purged elements.
    /// - Throws: ``StoreError`` with `notFound` if there is no such removed element.
    package func purge(_ numbers: [Int]? = nil, in transaction: inout RecordTransaction) throws -> [Int] {
        let purged = try numbers ?? removed.numbers(in: &transaction)
        for number in purged {
            guard try removed.remove(number, in: &transaction) else { throw noRemoved(number) }
            try transaction.detachAll(Element.Owner.self, from: number)
        }
        try transaction.forgetValues(of: Set(purged), in: kinds.elements)
        return purged
    }

    private func noRemoved(_ number: Int) -> StoreError {
        StoreError(.noRecord(kind: kinds.removed.name, number: number))
    }
}

/// A removed element. It keeps its number, which no other element gets, and the digest of its content, by which its
/// source is recognized.
package struct RemovedElement<Element: RemovableElement>: CollectionElement {
    package let element: Element

    package static var kind: RecordKind { Element.Owner.collection.removed }
    package static var rulesVersion: Int { Element.removedRulesVersion }
    package static func key(of header: Element.Header) -> Int { Element.key(of: header) }

    package var header: Element.Header { element.header }
    package var contentDigest: [UInt8]? { element.contentDigest }

    package init(_ element: Element) { self.element = element }

    private static var bodySchema: UInt8 { 1 }
    /// Whether the parts but the first are packed into one.
    private static var isPacked: Bool { Element.kind.parts.count > kind.parts.count }

    package var parts: [[UInt8]?] {
        let parts = element.parts
        guard Self.isPacked else { return parts }
        var body = RecordWriter(schema: Self.bodySchema)
        body.append(Array(parts.dropFirst())) { writer, part in writer.append(part) { $0.append($1) } }
        return [parts[0], body.bytes]
    }

    package init(parts: [[UInt8]?]) throws {
        guard Self.isPacked else {
            element = try Element(parts: parts)
            return
        }
        guard parts.count == Self.kind.parts.count else { throw MalformedRecord() }
        var body = try RecordReader(parts[1] ?? [], schema: Self.bodySchema)
        let rest = try body.list { try $0.optional { try $0.blob() } }
        try body.finish()
        guard rest.count == Element.kind.parts.count - 1 else { throw MalformedRecord() }
        element = try Element(parts: [parts[0]] + rest)
    }

    /// Decodes a removed element, which is worth keeping even without what its body holds.
    package static func salvaging(parts: [[UInt8]?]) throws -> Self {
        Self(try Element.salvaging(parts: Array(parts.prefix(1))))
    }

    package static func requiredParts(with header: Element.Header) -> Set<Int> {
        isPacked ? [1] : Element.requiredParts(with: header)
    }

    package static func header(ofFirstPart bytes: [UInt8]) throws -> Element.Header {
        try Element.header(ofFirstPart: bytes)
    }
}
