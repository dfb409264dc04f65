import Dispatch
import Glibc
import Synchronization
import SystemKit
import TestSupport
import Testing

@Suite struct `An open file`: ~Copyable {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "file") }

    init() throws {
        let folder = try TemporaryFolder()
        try PrivateFile.create(folder.path(of: "file"))
        self.folder = folder
    }

    @Test func `is read at the offset where it was written`() throws {
        let file = try PrivateFile.open(path, writing: true)
        try file.write([1, 2, 3, 4], at: 0)
        try file.write([9, 8], at: 1)
        try file.sync()
        #expect(try file.read(4, at: 0) == [1, 9, 8, 4])
        #expect(try file.read(2, at: 2) == [8, 4])
    }

    @Test func `reads holes as zeros`() throws {
        let file = try PrivateFile.open(path, writing: true)
        try file.write([7], at: 512)
        #expect(try file.read(1000, at: 0) == [UInt8](repeating: 0, count: 512) + [7])
    }

    @Test func `is read up to its end`() throws {
        let file = try PrivateFile.open(path, writing: true)
        try file.write([1, 2, 3], at: 0)
        #expect(try file.read(10, at: 0) == [1, 2, 3])
        #expect(try file.read(10, at: 2) == [3])
        #expect(try file.read(10, at: 3) == [])
        #expect(try file.read(10, at: 99) == [])
        #expect(try file.read(0, at: 0) == [])
    }

    @Test func `leaves memory beyond the file's end unchanged when it is read`() throws {
        let file = try PrivateFile.open(path, writing: true)
        try file.write([1, 2, 3], at: 0)
        var memory = [UInt8](repeating: 9, count: 5)
        let count = try memory.withUnsafeMutableBytes { buffer in
            try file.read(into: buffer, at: 1)
        }
        #expect(count == 2)
        #expect(memory == [2, 3, 9, 9, 9])
    }

    @Test func `is not written when it was opened for reading`() throws {
        try plant("kept", at: path)
        let error = #expect(throws: SystemError.self) { try PrivateFile.open(path).write([1], at: 0) }
        #expect(error?.code == EBADF)
        #expect(try PrivateFile.read(path, limit: 9) == Array("kept".utf8))
    }

    @Test func `is not inherited by other programs`() throws {
        let file = try PrivateFile.open(path)
        #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `is closed when its value's lifetime ends`() throws {
        let number: Int32
        do {
            let file = try PrivateFile.open(path)
            number = dup(file.number)
            #expect(flock(file.number, LOCK_EX) == 0)
        }
        // The duplicate alone still holds the lock.
        close(number)
        let other = try PrivateFile.open(path)
        // Programs started meanwhile by other tests have copies of the descriptors for a moment.
        #expect(try other.lockExclusively(within: .seconds(200)))
    }

    @Test(.timeLimit(.minutes(20))) func `is locked a second time only when the first lock is closed`() async throws {
        let events = Events()
        let path = path
        var first: Descriptor? = try PrivateFile.open(path)
        #expect(try first?.lockExclusively(within: .zero) == true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await onThread {
                    let second = try PrivateFile.open(path)
                    let isTaken = try second.lockExclusively(within: .seconds(200)) {
                        events.appendOnce("second waits")
                        return false
                    }
                    events.append(isTaken ? "second has the lock" : "second gave up")
                }
            }
            while events.list.isEmpty, !Task.isCancelled { await Task.yield() }
            events.append("first is closed")
            first = nil
            try await group.waitForAll()
        }
        #expect(events.list == ["second waits", "first is closed", "second has the lock"])
    }

    @Test func `is not waited for longer than the limit for one holder of its lock`() throws {
        let first = try PrivateFile.open(path)
        #expect(try first.lockExclusively(within: .zero))
        let second = try PrivateFile.open(path)
        #expect(try !second.lockExclusively(within: .milliseconds(50)))
        withExtendedLifetime(first) {}
    }

    @Test func `is no longer waited for when the wait is cancelled`() throws {
        let first = try PrivateFile.open(path)
        #expect(try first.lockExclusively(within: .zero))
        let second = try PrivateFile.open(path)
        #expect(try !second.lockExclusively(within: .seconds(3600), orUntil: { true }))
        withExtendedLifetime(first) {}
    }

    @Test(.timeLimit(.minutes(20))) func `is waited for again with each new holder of its lock`() throws {
        let first = try PrivateFile.open(path)
        #expect(try first.lockExclusively(within: .zero))
        let second = try PrivateFile.open(path)
        let start = ContinuousClock.now
        // To the waiting side, the holder changes for much longer than the limit.
        var holder = 0
        let isTaken = try second.lockExclusively(within: .milliseconds(200)) {
            if start.duration(to: .now) < .milliseconds(800) {
                holder += 1
                let times = [timespec(tv_sec: holder, tv_nsec: 0), timespec(tv_sec: holder, tv_nsec: 0)]
                _ = futimens(first.number, times)
            }
            return false
        }
        #expect(!isTaken)
        #expect(start.duration(to: .now) >= .seconds(1))
    }
}

/// The events in order, from any thread.
private final class Events: Sendable {
    private let events = Mutex<[String]>([])

    var list: [String] { events.withLock { $0 } }

    func append(_ event: String) { events.withLock { $0.append(event) } }

    func appendOnce(_ event: String) {
        events.withLock { events in
            if !events.contains(event) { events.append(event) }
        }
    }
}

/// Runs blocking work on a separate thread, so that no thread of the test runner waits.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
    }
}
