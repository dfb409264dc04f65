public import ProfileModel
internal import SealedStore

// Asynchronous variants of a store's operations. Each runs the blocking one of the same name on another thread. In
// an asynchronous context the compiler chooses these, otherwise the blocking ones.
//
// A task that is cancelled before its operation begins gets `CancellationError`, and nothing is done. An operation that
// has begun is completed: what it wrote is kept, and its result is returned.

extension ProfileStore {
    /// Adds hikes, all or none of them, as the blocking form does.
    @discardableResult
    public func importHikes(_ hikes: [ImportedHike], replacing: Bool = false) async throws -> HikeImportResult {
        try await offloading { try self.importHikes(hikes, replacing: replacing) }
    }

    /// Adds a hike without a recording, as the blocking form does.
    @discardableResult
    public func addHike(_ header: HikeHeader) async throws -> HikeChange {
        try await offloading { try self.addHike(header) }
    }

    /// Changes a hike's values, as the blocking form does.
    @discardableResult
    public func editHike(
        _ id: Int, _ body: @escaping @Sendable (inout HikeHeader) throws -> Void
    ) async throws -> HikeChange {
        try await offloading { try self.editHike(id, body) }
    }

    /// Removes hikes, which can be restored or purged later, as the blocking form does.
    @discardableResult
    public func removeHikes(_ ids: [Int]) async throws -> HikeChange {
        try await offloading { try self.removeHikes(ids) }
    }

    /// Restores removed hikes, as the blocking form does.
    @discardableResult
    public func restoreHikes(_ ids: [Int]) async throws -> HikeChange {
        try await offloading { try self.restoreHikes(ids) }
    }

    /// Deletes removed hikes permanently, as the blocking form does.
    @discardableResult
    public func purgeHikes(_ ids: [Int]? = nil) async throws -> [Int] {
        try await offloading { try self.purgeHikes(ids) }
    }

    /// Recomputes figures that earlier rules computed, as the blocking form does. If the task is cancelled midway, the
    /// hikes done so far are kept.
    @discardableResult
    public func renewFigures() async throws -> [Int] {
        try await offloading { try self.renewFigures() }
    }

    /// One hike with its observations, as the blocking form does.
    public func hike(_ id: Int) async throws -> Hike {
        try await offloading { try self.hike(id) }
    }
}
