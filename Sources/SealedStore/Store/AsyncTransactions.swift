// The asynchronous forms of an open store's transactions. Each runs the blocking one of the same name on another
// thread. In an asynchronous context the compiler chooses these, otherwise the blocking ones.
//
// If the task is cancelled before the body begins, `CancellationError` is thrown, and nothing is read or written. A
// body that has begun is completed: what it writes is kept, and its result is returned.

extension OpenStore {
    /// Runs a body on a consistent snapshot, as the blocking form does.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (inout RecordTransaction) throws -> Result
    ) async throws -> Result {
        try await offloading { cancellation in
            try self.read { transaction in
                try cancellation.check()
                return try body(&transaction)
            }
        }
    }

    /// Runs a body on a consistent snapshot that may be damaged, as the blocking form does.
    public func salvage<Result: Sendable>(
        readsFew: Bool = false, _ body: @escaping @Sendable (inout RecordTransaction) throws -> Result
    ) async throws -> Readable<Result> {
        try await offloading { cancellation in
            // The body may be run twice, and has begun by then.
            var hasBegun = false
            return try self.salvage(readsFew: readsFew) { transaction in
                if !hasBegun { try cancellation.check() }
                hasBegun = true
                return try body(&transaction)
            }
        }
    }

    /// Runs a body that may write, as the blocking form does.
    ///
    /// If the task is cancelled while this waits for another writer, nothing is written. Once the body has begun, what
    /// it writes is kept; a body that throws after all, for example `CancellationError`, writes nothing.
    @discardableResult
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (inout RecordTransaction) throws -> Result
    ) async throws -> Result {
        try await offloading { cancellation in
            try self.write { transaction in
                try cancellation.check()
                return try body(&transaction)
            }
        }
    }
}
