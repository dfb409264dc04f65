extension SealedGate {
    /// Waits until the account has a live session that this process can use. A lock screen can then open by itself when
    /// the user unlocks elsewhere.
    ///
    ///     try await gate.nextSession()
    ///     let store = try gate.resume()
    ///
    /// Returns immediately if there is one already. It does no work while nothing happens: the engine reports changes.
    /// If the engine can't, for example because the kernel's watches are used up, the store is polled twice a second.
    ///
    /// - Returns: the session. It may have ended by the time it is used.
    /// - Throws: ``StoreError`` as ``status`` does; `CancellationError` if the task is cancelled.
    @discardableResult
    public func nextSession() async throws -> Session {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        // Set up before the first check, so that a session that begins between the two isn't missed.
        let watch = try await offloading { _ in
            try core.use { engine in try? engine.watch(account) { continuation.yield() } }
        }
        defer { withExtendedLifetime(watch) {} }
        while true {
            if let session = try await offloading({ _ in try liveSession() }) { return session }
            guard watch != nil else {
                try await Task.sleep(for: .milliseconds(500))
                continue
            }
            guard await wakes.next() != nil else { throw CancellationError() }
        }
    }

    /// The session from which ``resume(extending:refusingOlder:)`` would open the store.
    private func liveSession() throws -> Session? {
        try core.use { engine in
            guard let mark = try engine.mark(of: account) else { throw StoreError(.noAccount(account)) }
            return try FoundSession.find(of: core, in: engine, mark: mark)?.session
        }
    }
}
