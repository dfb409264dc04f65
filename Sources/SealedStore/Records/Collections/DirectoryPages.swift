internal import Sealing

/// The pages of a directory that are in memory: pages that were opened, and pages that were changed and aren't sealed
/// yet.
///
/// Whenever a page is changed, so are the pages above it.
final class DirectoryPages {
    private let collection: RecordKind
    private let kind: RecordKind
    private let figures: Int
    private let backend: any RecordBackend
    private let sealer: RecordSealer
    private let cached: CachedPages
    private var pages: [Int: DirectoryPage] = [:]
    /// Counts the uses of pages.
    private var uses = 0

    private let limits: DirectoryLimits

    init(
        of collection: RecordKind, figures: Int, in backend: any RecordBackend, sealer: RecordSealer,
        limits: DirectoryLimits, cached: CachedPages
    ) {
        (self.collection, kind) = (collection, collection.pages)
        self.figures = figures
        self.backend = backend
        self.sealer = sealer
        self.limits = limits
        self.cached = cached
    }

    func top(of root: DirectoryRoot) throws -> DirectoryPage? {
        guard let top = root.top else { return nil }
        return try page(top, level: root.level)
    }

    /// A page, verified against its parent's description of it.
    func page(_ child: DirectoryChild, level: Int) throws -> DirectoryPage {
        let page = try pages[child.page] ?? opened(child, level: level)
        uses += 1
        page.lastUse = uses
        return page
    }

    private func opened(_ child: DirectoryChild, level: Int) throws -> DirectoryPage {
        if let content = cached.content(ofTerm: child.term) {
            let page = DirectoryPage(number: child.page, level: level, content)
            pages[child.page] = page
            return page
        }
        let damage = StoreError.damage(ofCollection: collection)
        guard let row = try backend.row(kind, child.page, of: sealer.account, extent: .whole),
            KeyedHash.areEqual(sealer.term(of: row, kind), child.term), let box = row.boxes.first
        else { throw damage }
        do {
            let binding = RecordBinding(kind, part: 0, number: row.number, revision: row.revision)
            let page = try DirectoryPage(
                number: child.page, level: level, figures: figures, decoding: try sealer.open(box, at: binding))
            pages[child.page] = page
            cached.add(page.content, term: child.term)
            return page
        } catch {
            throw damage
        }
    }

    /// Adds a new page.
    func add(_ number: Int, level: Int) -> DirectoryPage {
        let page = DirectoryPage(number: number, level: level, figures: figures)
        page.isChanged = true
        uses += 1
        page.lastUse = uses
        pages[number] = page
        return page
    }

    /// Removes a page.
    func drop(_ page: DirectoryPage) throws {
        pages[page.number] = nil
        try backend.remove(kind, page.number...page.number, of: sealer.account)
    }

    // MARK: Sealing and releasing

    /// Seals every page that was changed.
    ///
    /// - Returns: the new term of the top page; `nil` if nothing was changed.
    func flush(_ root: DirectoryRoot, revision: Int) throws -> [UInt8]? {
        guard let top = root.top, let page = pages[top.page], page.isChanged else { return nil }
        return try flush(page, revision: revision)
    }

    /// - Returns: the page's new term. Everything else in its parent's description is up to date after each change.
    private func flush(_ page: DirectoryPage, revision: Int) throws -> [UInt8] {
        for index in page.children.indices {
            guard let below = pages[page.children[index].page], below.isChanged else { continue }
            page.children[index].term = try flush(below, revision: revision)
        }
        let binding = RecordBinding(kind, part: 0, number: page.number, revision: revision)
        let row = RecordRow(
            number: page.number, revision: revision, boxes: [sealer.seal(page.encoded, at: binding)])
        try backend.put(row, kind, of: sealer.account)
        page.isChanged = false
        return sealer.term(of: row, kind)
    }

    /// Releases pages if there are many.
    ///
    /// The half of the lowest pages that was used last is kept, since an import in order comes back to it, and so are
    /// the pages above them, which every change needs. Changed pages are sealed before they are released.
    func spill(_ root: DirectoryRoot, revision: Int) throws {
        guard pages.count > limits.keptPages, let top = try top(of: root) else { return }
        let lastUses = pages.values.filter { $0.level == 0 }.map(\.lastUse).sorted()
        guard !lastUses.isEmpty else { return }
        try release(below: top, usedBefore: lastUses[lastUses.count / 2], revision: revision)
    }

    private func release(below page: DirectoryPage, usedBefore use: Int, revision: Int) throws {
        for index in page.children.indices {
            guard let below = pages[page.children[index].page] else { continue }
            if below.level > 0 {
                try release(below: below, usedBefore: use, revision: revision)
            } else if below.lastUse < use {
                if below.isChanged { page.children[index].term = try flush(below, revision: revision) }
                pages[below.number] = nil
            }
        }
    }

    /// Releases an unchanged page that a list has passed, if there are many.
    func releaseListed(_ page: DirectoryPage) {
        if page.level == 0, !page.isChanged, pages.count > limits.keptWhileListing { pages[page.number] = nil }
    }
}

/// How large a directory's pages are, and how many of them are in memory. Tests make these so small that a few records
/// reach them.
struct DirectoryLimits {
    /// The maximum number of entries or children of a page.
    var capacity = 128
    /// The number of pages above which a long import releases some.
    var keptPages = 2048
    /// The number of pages above which a list releases pages that it has passed.
    var keptWhileListing = 256
}

extension StoreError {
    static func damage(ofCollection kind: RecordKind) -> StoreError {
        StoreError(.damagedParts([.collection(kind.name)]))
    }
}
