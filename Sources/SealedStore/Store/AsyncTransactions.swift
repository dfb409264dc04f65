// The asynchronous forms of an open store's transactions. Each runs the blocking one of the same name on another
// thread. In an asynchronous context the compiler chooses these, otherwise the blocking ones.
//
// What cancelling the task does is said once, on the page about the module.

extension OpenAccount {
    /// Runs a body on a consistent snapshot, as the blocking form does.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (inout RecordTransaction) throws -> Result
    ) async throws -> Result {
        try await offloading { try self.read(body) }
    }

    /// Runs a body on a consistent snapshot that may be damaged, as the blocking form does.
    public func salvage<Result: Sendable>(
        stoppingEarly: Bool = false, _ body: @escaping @Sendable (inout RecordTransaction) throws -> Result
    ) async throws -> Salvaged<Result> {
        try await offloading { try self.salvage(stoppingEarly: stoppingEarly, body) }
    }

    /// Runs a body that may write, as the blocking form does.
    @discardableResult
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (inout RecordTransaction) throws -> Result
    ) async throws -> Result {
        try await offloading { try self.write(body) }
    }
}
