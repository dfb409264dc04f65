internal import Dispatch
internal import Synchronization

/// Work on the parts of a long sequence, shared by the caller's thread and a second one. The products are used in the
/// order of the parts, on the caller's thread, so only the work itself happens in parallel.
///
/// The second thread works ahead. While the caller would have to wait for it, the caller works on a part itself, so
/// this takes hardly longer than doing everything in turn even if the second thread gets no core.
package final class SharedWork<Part: Sendable, Product: Sendable> {
    private let work: @Sendable (Part) -> Product
    private let helper: Helper
    /// The shares whose products haven't been used, in order.
    private var shares: [Share] = []
    /// The size of all of them.
    private var size = 0
    private let limit: Int
    private var use: ((Product) throws -> Void)?
    private var failure: (any Error)?

    /// - Parameters:
    ///   - limit: the size of parts that may be waiting, which bounds the memory they take up; with 0, each part is
    ///     worked on and used when it is added.
    ///   - work: what to do with each part, on either thread.
    package init(limit: Int, _ work: @escaping @Sendable (Part) -> Product) {
        (self.limit, self.work) = (limit, work)
        helper = Helper(work)
    }

    /// Runs a body that adds parts, and uses the products of all of them. When this returns, the second thread no
    /// longer works on any.
    ///
    /// - Parameters:
    ///   - body: calls ``add(_:size:)``.
    ///   - use: called with each product, in the order of the parts, until it throws.
    /// - Throws: the error of `use`, even if the body ignored it; otherwise that of the body, after the products of the
    ///   parts that it had added were used. So it is the same error as if each part were used when it is added.
    package func run(_ body: () throws -> Void, use: (Product) throws -> Void) throws {
        // The body calls it through `add`, so that it has to be stored until the end.
        try withoutActuallyEscaping(use) { use in
            self.use = use
            defer {
                stop()
                self.use = nil
            }
            do {
                try body()
            } catch {
                try finish()
                throw error
            }
            try finish()
            // The compiler writes the length of this file's path into the program, which is made in folders of any
            // name.
            #sourceLocation(file:"SharedWork-end.swift",line:55)
        }
    }
    #sourceLocation()

    /// Adds a part, and uses the products of earlier ones if too many are waiting.
    ///
    /// - Parameter size: about the memory that the part takes up, in bytes.
    /// - Throws: the error of the `use` that ``run(_:use:)`` was given. Nothing can be added after it.
    package func add(_ part: Part, size: Int) throws {
        if let failure { throw failure }
        enqueue(part, size: size)
        while self.size > limit { try useFirst() }
    }

    /// The products of parts, in their order.
    package func products(of parts: [Part]) -> [Product] {
        for part in parts { enqueue(part, size: 1) }
        return parts.map { _ in firstProduct() }
    }

    private func enqueue(_ part: Part, size: Int) {
        let share = Share(part, size: max(size, 1))
        self.size += share.size
        // A single part needs no second thread.
        if !shares.isEmpty { helper.offer(share) }
        shares.append(share)
    }

    private func finish() throws {
        if let failure { throw failure }
        while !shares.isEmpty { try useFirst() }
    }

    private func useFirst() throws {
        do {
            try use?(firstProduct())
        } catch {
            failure = error
            throw error
        }
    }

    private func firstProduct() -> Product {
        let first = shares[0]
        // Works on the first part, unless the second thread has taken it, and then on later ones.
        while !first.isDone, let (share, part) = nextWaiting { share.finish(work(part)) }
        shares.removeFirst()
        size -= first.size
        return first.product()
    }

    private func stop() {
        helper.stop()
        for share in shares where share.take() == nil { _ = share.product() }
        (shares, size) = ([], 0)
    }

    private var nextWaiting: (Share, Part)? {
        for share in shares { if let part = share.take() { return (share, part) } }
        return nil
    }

    /// A part, and what becomes of it.
    private final class Share: Sendable {
        private enum State {
            case waiting(Part)
            case taken
            case done(Product)
        }

        private let state: Mutex<State>
        private let end = DispatchSemaphore(value: 0)

        let size: Int

        init(_ part: Part, size: Int) {
            state = Mutex(.waiting(part))
            self.size = size
        }

        /// Takes the part in order to work on it; `nil` if somebody else has.
        func take() -> Part? {
            state.withLock { state in
                guard case .waiting(let part) = state else { return nil }
                state = .taken
                return part
            }
        }

        func finish(_ product: Product) {
            state.withLock { $0 = .done(product) }
            end.signal()
        }

        var isDone: Bool { state.withLock { if case .done = $0 { true } else { false } } }

        /// Waits for the product. Call this only once, for a part that somebody has taken.
        func product() -> Product {
            end.wait()
            return state.withLock { state in
                guard case .done(let product) = state else { preconditionFailure("a part has no product") }
                return product
            }
        }
    }

    /// The second thread, which exists only while parts are waiting.
    private final class Helper: Sendable {
        private let work: @Sendable (Part) -> Product
        private let queue = Mutex<(waiting: [Share], isRunning: Bool)>(([], false))

        init(_ work: @escaping @Sendable (Part) -> Product) { self.work = work }

        func offer(_ share: Share) {
            let mustStart = queue.withLock { queue in
                queue.waiting.append(share)
                defer { queue.isRunning = true }
                return !queue.isRunning
            }
            if mustStart { DispatchQueue.global(qos: .userInitiated).async { self.run() } }
        }

        func stop() { queue.withLock { $0.waiting = [] } }

        private func run() {
            while let share = next() {
                if let part = share.take() { share.finish(work(part)) }
            }
        }

        private func next() -> Share? {
            queue.withLock { queue in
                guard !queue.waiting.isEmpty else {
                    queue.isRunning = false
                    return nil
                }
                return queue.waiting.removeFirst()
            }
        }
    }
}
