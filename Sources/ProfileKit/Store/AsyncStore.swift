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

    /// Adds a hike that nobody recorded, as the blocking form does.
    @discardableResult
    public func addHike(_ header: HikeHeader) async throws -> HikeChange {
        try await offloading { _ in try self.addHike(header) }
    }

    /// Changes what is known of a hike, as the blocking form does.
    @discardableResult
    public func editHike(
        _ id: Int, _ body: @escaping @Sendable (inout HikeHeader) throws -> Void
    ) async throws -> HikeChange {
        try await offloading { _ in try self.editHike(id, body) }
    }

    /// Removes hikes, which wait to be restored or purged, as the blocking form does.
    @discardableResult
    public func removeHikes(_ ids: [Int]) async throws -> HikeChange {
        try await offloading { _ in try self.removeHikes(ids) }
    }

    /// Brings removed hikes back, as the blocking form does.
    @discardableResult
    public func restoreHikes(_ ids: [Int]) async throws -> HikeChange {
        try await offloading { _ in try self.restoreHikes(ids) }
    }

    /// Drops removed hikes for good, as the blocking form does.
    @discardableResult
    public func purgeHikes(_ ids: [Int]? = nil) async throws -> [Int] {
        try await offloading { _ in try self.purgeHikes(ids) }
    }

    /// Works figures of earlier rules out anew, as the blocking form does. Where the task is cancelled half-way, those are
    /// done that were done.
    @discardableResult
    public func renewFigures() async throws -> [Int] {
        try await offloading { cancellation in try self.renewFigures(checkingBetween: cancellation.check) }
    }

    /// One hike with its observations, as the blocking form does.
    public func hike(_ id: Int) async throws -> Hike {
        try await offloading { _ in try self.hike(id) }
    }
}
