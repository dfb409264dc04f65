public import ProfileModel
internal import SealedStore

// The operations of a store for tasks. Each is the blocking one of the same name, off the calling task: a task is given
// this one by the compiler, and a plain function the other.
//
// A task that is cancelled before an operation began gets `CancellationError`, and nothing was done. One that has begun is
// finished: what it wrote stands, and its result is returned.

extension ProfileStore {
    /// Adds hikes, all or none of them, as the blocking form does.
    @discardableResult
    public func importHikes(_ hikes: [ImportedHike], replacing: Bool = false) async throws -> HikeImportResult {
        try await offloading { _ in try self.importHikes(hikes, replacing: replacing) }
    }

    /// One hike with its observations, as the blocking form does.
    public func hike(_ id: Int) async throws -> Hike {
        try await offloading { _ in try self.hike(id) }
    }
}
