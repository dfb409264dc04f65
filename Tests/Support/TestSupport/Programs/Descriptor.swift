import CScenario
import Glibc

/// A file descriptor that is inherited by a child only on request, and closed in `deinit` at the latest.
final class Descriptor {
    private(set) var number: Int32

    /// Takes ownership of the result of a system call.
    ///
    /// - Throws: ``ScenarioError/systemCall(_:code:)`` with the current `errno` if the result is −1.
    init(_ number: Int32, from call: String) throws(ScenarioError) {
        guard number >= 0 else { throw .systemCall(call, code: errno) }
        self.number = number
    }

    deinit { close() }

    func close() {
        guard number >= 0 else { return }
        _ = Glibc.close(number)
        number = -1
    }

    func makeNonBlocking() throws(ScenarioError) {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw .systemCall("fcntl", code: errno)
        }
    }

    /// A second descriptor for the same file, numbered at or above `lowest`.
    func duplicate(atOrAbove lowest: Int32) throws(ScenarioError) -> Descriptor {
        try Descriptor(fcntl(number, F_DUPFD_CLOEXEC, lowest), from: "fcntl")
    }

    /// A pipe. Both ends are close-on-exec from the start, so that a child that another thread spawns can't keep them
    /// open.
    static func pipe() throws(ScenarioError) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .systemCall("pipe2", code: errno) }
        return (try Descriptor(ends[0], from: "pipe2"), try Descriptor(ends[1], from: "pipe2"))
    }
}
