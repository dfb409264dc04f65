internal import Synchronization

/// The directory pages that were opened in one state of an account. As long as that doesn't change, they needn't be
/// read and opened again.
///
/// A page is found by its term, which distinguishes its row from every other that was ever written.
final class CachedPages: Sendable {
    /// The number of pages at which it begins anew: those of 16,000 elements, about a megabyte in each open store.
    private static let limit = 128

    private let pages = Mutex<[[UInt8]: DirectoryPage.Content]>([:])

    /// The content of the page with a term; `nil` if it isn't cached.
    func content(ofTerm term: [UInt8]) -> DirectoryPage.Content? { pages.withLock { $0[term] } }

    /// Caches the content of a page that opened.
    func add(_ content: DirectoryPage.Content, term: [UInt8]) {
        pages.withLock { pages in
            if pages.count >= Self.limit { pages = [:] }
            pages[term] = content
        }
    }
}
