extension SealedGate {
    /// Waits until the account has a live session that this process can use: for lock screens, which open by themselves
    /// when somebody unlocks elsewhere.
    ///
    ///     try await gate.nextSession()
    ///     let store = try gate.resume()
    ///
    /// It returns at once where there is one already. While nothing happens it costs nothing: the engine tells of changes.
    /// Where that can't, such as when the kernel's watches are used up, the store is asked twice a second.
    ///
    /// - Returns: the session. It may have ended again by the time it is used.
    /// - Throws: ``StoreError`` as ``status``; `CancellationError` when the task is cancelled.
    @discardableResult
    public func nextSession() async throws -> Session {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        // Before the first look, so that no session begins unseen between the two.
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

    /// The session that ``resume(extending:refusingOlder:)`` would open the store by.
    private func liveSession() throws -> Session? {
        try core.use { engine in
            guard let mark = try engine.mark(of: account) else { throw StoreError(.noAccount(account)) }
            return try FoundSession.find(of: core, in: engine, mark: mark)?.session
        }
    }
}
