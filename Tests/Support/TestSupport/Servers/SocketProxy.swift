import Dispatch
import Glibc
import Synchronization

/// A proxy between a client and a server's socket that causes the faults of a network.
public final class SocketProxy: Sendable {
    /// A fault that happens once.
    public enum Fault: Sendable {
        /// Both sides are closed after this number of bytes to the server.
        case cutToServer(after: Int)
        /// Both sides are closed after this number of bytes to the client.
        case cutToClient(after: Int)
        /// The client's side is closed when it has sent data with these bytes, which the server receives after
        /// ``release()``.
        case holdFromServer(containing: [UInt8])
        /// Data with these bytes reaches the server only after ``release()``.
        case delayToServer(containing: [UInt8])
        /// One byte to the client is changed.
        case changeToClient(at: Int, by: UInt8)
        /// Bytes to the server, sent at once, are replaced by as many others.
        case changeToServer(from: [UInt8], to: [UInt8])
    }

    private struct State {
        var fault: Fault?
        /// The number of bytes in the fault's direction since it was set.
        var passed = 0
        var isReleased = false
        var descriptors: [Int32] = []
    }

    private let folder: String
    private let target: String
    private let rewording: Rewording?
    private let listener: Int32
    private let state = Mutex(State())
    private let released = DispatchSemaphore(value: 0)
    /// A new queue, which has a thread of its own while it is busy. Work on a concurrent one would wait while other tests
    /// keep all processors busy.
    private var queue: DispatchQueue { DispatchQueue(label: "socket-proxy") }

    /// A text in the client's statements that is always replaced by another one of the same length: a client with a
    /// flaw.
    public struct Rewording: Sendable {
        let old, new: [UInt8]

        public init(_ old: String, _ new: String) {
            precondition(old.utf8.count == new.utf8.count, "the length of a statement is sent before it")
            (self.old, self.new) = (Array(old.utf8), Array(new.utf8))
        }
    }

    /// - Parameters:
    ///   - server: the server to which connections are passed on.
    ///   - rewording: a text to replace in whatever is sent to it.
    public init(before server: PostgresServer, rewording: Rewording? = nil) throws {
        self.rewording = rewording
        target = "\(server.folder)/.s.PGSQL.5432"
        folder = "\(server.folder)-proxy-\(UInt32.random(in: 0 ... .max))"
        listener = try Self.listener(in: folder)
        queue.async { [self] in accept() }
    }

    /// Listens where a server would, in a new folder.
    public static func listener(in folder: String) throws -> Int32 {
        guard unsafe mkdir(folder, 0o755) == 0 else { throw PostgresServer.Failure.systemCall("mkdir", errno) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let status = unsafe withAddress("\(folder)/.s.PGSQL.5432") { unsafe bind(listener, $0, $1) }
        guard status == 0, listen(listener, 64) == 0 else { throw PostgresServer.Failure.systemCall("bind", errno) }
        return listener
    }

    /// Ends all connections. The proxy can't be used afterwards.
    public func close() {
        _ = shutdown(listener, Int32(SHUT_RDWR))
        _ = Glibc.close(listener)
        state.withLock { state in
            for descriptor in state.descriptors { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        _ = unsafe unlink("\(folder)/.s.PGSQL.5432")
        _ = unsafe rmdir(folder)
    }

    public func url(workspace: String) -> String {
        "postgresql://postgres@/postgres?host=\(folder)&workspace=\(workspace)"
    }

    /// Sets the fault for the following bytes.
    public func set(_ fault: Fault?) {
        state.withLock { state in
            (state.fault, state.passed) = (fault, 0)
        }
    }

    /// Whether the fault has happened.
    public var isSpent: Bool { state.withLock { $0.fault == nil } }

    /// Passes the held bytes on to the server.
    public func release() { released.signal() }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            guard unsafe Self.withAddress(target, { unsafe connect(server, $0, $1) }) == 0 else {
                _ = Glibc.close(client)
                _ = Glibc.close(server)
                continue
            }
            state.withLock { $0.descriptors += [client, server] }
            let pumps = DispatchGroup()
            queue.async(group: pumps) { [self] in pump(from: client, to: server, isToServer: true) }
            queue.async(group: pumps) { [self] in pump(from: server, to: client, isToServer: false) }
            pumps.notify(queue: queue) { [self] in end(client, server) }
        }
    }

    private func end(_ client: Int32, _ server: Int32) {
        state.withLock { state in
            state.descriptors.removeAll { $0 == client || $0 == server }
            // Within the lock, because a closed descriptor's number may be reused by another connection at once.
            _ = Glibc.close(client)
            _ = Glibc.close(server)
        }
    }

    private func pump(from source: Int32, to target: Int32, isToServer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            var chunk = Array(buffer[..<count])
            if isToServer, let rewording {
                for range in chunk.ranges(of: rewording.old) {
                    chunk.replaceSubrange(range, with: rewording.new)
                }
            }
            switch outcome(for: &chunk, isToServer: isToServer) {
            case .pass:
                Self.write(chunk, to: target)
            case .cut(let passed):
                Self.write(chunk.prefix(passed), to: target)
                _ = shutdown(source, Int32(SHUT_RDWR))
                _ = shutdown(target, Int32(SHUT_RDWR))
                return
            case .hold:
                _ = shutdown(source, Int32(SHUT_RDWR))
                released.wait()
                Self.write(chunk, to: target)
                _ = shutdown(target, Int32(SHUT_RDWR))
                return
            case .delay:
                released.wait()
                Self.write(chunk, to: target)
            }
        }
        _ = shutdown(target, Int32(SHUT_WR))
    }

    private enum Outcome {
        case pass, hold, delay
        case cut(after: Int)
    }

    private func outcome(for chunk: inout [UInt8], isToServer: Bool) -> Outcome {
        var changed: (index: Int, by: UInt8)?
        var replaced: (range: Range<Int>, by: [UInt8])?
        let count = chunk.count
        let sent = chunk
        let outcome = state.withLock { state -> Outcome in
            switch (state.fault, isToServer) {
            case (.cutToServer(let limit), true), (.cutToClient(let limit), false):
                guard state.passed + count >= limit else { break }
                state.fault = nil
                return .cut(after: limit - state.passed)
            case (.holdFromServer(let bytes), true) where !sent.ranges(of: bytes).isEmpty:
                state.fault = nil
                return .hold
            case (.delayToServer(let bytes), true) where !sent.ranges(of: bytes).isEmpty:
                state.fault = nil
                return .delay
            case (.changeToClient(let index, let by), false) where (state.passed..<state.passed + count).contains(index):
                changed = (index - state.passed, by)
                state.fault = nil
                return .pass
            case (.changeToServer(let old, let new), true):
                guard let range = sent.firstRange(of: old) else { return .pass }
                replaced = (range, new)
                state.fault = nil
                return .pass
            case (.cutToServer, false), (.cutToClient, true), (.changeToClient, true), (.changeToServer, false),
                (.holdFromServer, _), (.delayToServer, _), (nil, _):
                return .pass
            default: break
            }
            state.passed += count
            return .pass
        }
        if let changed { chunk[changed.index] ^= changed.by }
        if let replaced { chunk.replaceSubrange(replaced.range, with: replaced.by) }
        return outcome
    }

    private static func write(_ bytes: some Collection<UInt8>, to target: Int32) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe send(target, bytes.baseAddress, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
