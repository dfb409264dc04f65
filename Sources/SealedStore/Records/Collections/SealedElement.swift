internal import Sealing

/// An element of a collection, encoded and sealed for a transaction that hasn't written it. This depends on nothing in
/// the store, and takes longer than writing the row, so it may be done on another thread.
package struct SealedElement<Element: CollectionElement>: Sendable {
    let row: RecordRow
    /// The directory entry of the row.
    let entry: DirectoryEntry
}

/// Seals elements for one writing transaction, on any thread.
package struct ElementSealer<Element: CollectionElement>: Sendable {
    private let sealer: RecordSealer
    /// The revision to which the boxes are bound. In this transaction, no other element has the same number.
    private let revision: Int

    init(_ sealer: RecordSealer, revision: Int) { (self.sealer, self.revision) = (sealer, revision) }

    /// A MAC that is equal for equal contents: see ``RecordSealer/fingerprint(of:)``.
    package func fingerprint(of contentDigest: [UInt8]) -> [UInt8] { sealer.fingerprint(of: contentDigest) }

    /// Seals an element whose type is known to keep the rules of ``CollectionElement``.
    ///
    /// - Parameter fingerprint: that of the element's content digest, if the caller has it.
    package func seal(_ element: Element, number: Int, fingerprint: [UInt8]? = nil) -> SealedElement<Element> {
        seal(element, element.header, element.parts, number: number, fingerprint: fingerprint)
    }

    /// Seals an element of any type.
    ///
    /// - Throws: ``StoreError`` with `misuse` for an element that couldn't be read back, or whose directory entry
    ///   couldn't.
    func sealChecked(_ element: Element, number: Int) throws(StoreError) -> SealedElement<Element> {
        let (kind, header, parts) = (Element.kind, element.header, element.parts)
        guard let first = parts.first, first != nil, parts.count <= kind.parts.count else {
            throw StoreError(.invalidElement(kind: kind.name, .parts))
        }
        guard Element.figures(of: header).count == Element.figureCount,
            (0...DirectoryPage.maximumFigures).contains(Element.figureCount)
        else { throw StoreError(.invalidElement(kind: kind.name, .figures)) }
        return seal(element, header, parts, number: number)
    }

    /// Seals the parts of an element that this program can't read. Its fingerprint, which takes the content to compute,
    /// is missing until a program that can read it rewrites it or repairs the account, as that program's check asks
    /// for.
    func seal(unreadable parts: [[UInt8]?], _ entry: DirectoryEntry) -> SealedElement<Element> {
        let row = row(of: parts, number: entry.position.number)
        let term = sealer.term(of: row, Element.kind)
        return SealedElement(row: row, entry: DirectoryEntry(Element.self, unreadable: entry, term: term))
    }

    /// The element with a row that no content digest finds.
    func withoutFingerprint(_ sealed: SealedElement<Element>) -> SealedElement<Element> {
        var (row, entry) = (sealed.row, sealed.entry)
        row.fingerprint = nil
        entry.term = sealer.term(of: row, Element.kind)
        return SealedElement(row: row, entry: entry)
    }

    private func row(of parts: [[UInt8]?], number: Int) -> RecordRow {
        let kind = Element.kind
        var row = RecordRow(number: number, revision: revision, boxes: [])
        row.boxes.reserveCapacity(kind.parts.count)
        for part in kind.parts.indices {
            let payload = parts.indices.contains(part) ? parts[part] : nil
            let binding = RecordBinding(kind, part: part, number: number, revision: revision)
            row.boxes.append(payload.map { sealer.seal($0, at: binding) } ?? [])
        }
        return row
    }

    private func seal(
        _ element: Element, _ header: Element.Header, _ parts: [[UInt8]?], number: Int, fingerprint: [UInt8]? = nil
    ) -> SealedElement<Element> {
        var row = row(of: parts, number: number)
        row.fingerprint = fingerprint ?? element.contentDigest.map { sealer.fingerprint(of: $0) }
        let entry = DirectoryEntry(Element.self, header, number: number, term: sealer.term(of: row, Element.kind))
        return SealedElement(row: row, entry: entry)
    }
}
