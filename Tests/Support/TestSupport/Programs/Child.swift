import CScenario
import Glibc

/// A child process that leads its own session and process group.
///
/// Its number can't be given to another process until it is reaped.
final class Child {
    enum Ending {
        case exited(Int32)
        case killed(by: Int32)
    }

    let identifier: pid_t
    private(set) var ending: Ending?

    /// Becomes readable when the process ends.
    let notice: Descriptor

    /// - Parameter identifier: A process just spawned. It is killed when this throws.
    init(_ identifier: pid_t) throws(ScenarioError) {
        do throws(ScenarioError) {
            notice = try Descriptor(pidfd_open(identifier, 0), from: "pidfd_open")
        } catch {
            Self.endGroup(identifier)
            _ = Self.reap(identifier)
            throw error
        }
        self.identifier = identifier
    }

    deinit { end() }

    /// Sends a signal to this process, not to its group; nothing once it has been reaped.
    func signal(_ number: Int32) {
        guard ending == nil else { return }
        _ = kill(identifier, number)
    }

    /// Kills the process and whatever is left of its group, and reaps it.
    ///
    /// Also valid for a process that has already ended: its exit status is not changed.
    func end() {
        guard ending == nil else { return }
        Self.endGroup(identifier)
        ending = Self.reap(identifier)
    }

    /// Only before reaping: until the leader is reaped, the group's number can't be given to another group.
    private static func endGroup(_ identifier: pid_t) {
        _ = kill(-identifier, SIGKILL)
    }

    private static func reap(_ identifier: pid_t) -> Ending {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        // WIFSIGNALED and its relatives are macros, which Swift does not see.
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(by: signal)
    }
}

/// How a program ended, and all it wrote.
public struct Finished: Sendable, Equatable {
    /// The exit code; nil when a signal ended the program.
    public let exitCode: Int32?

    /// The signal that ended the program; nil when it exited.
    public let signal: Int32?

    /// Standard output, or everything a terminal received.
    public let outputBytes: [UInt8]

    /// Standard error; empty for a terminal, which does not tell the two apart.
    public let errorBytes: [UInt8]

    /// ``outputBytes`` as text, with replacement characters where it is not UTF-8.
    public var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// ``errorBytes`` as text, with replacement characters where it is not UTF-8.
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    init(_ ending: Child.Ending, output: [UInt8], errors: [UInt8]) {
        switch ending {
        case .exited(let code): (exitCode, signal) = (code, nil)
        case .killed(let number): (exitCode, signal) = (nil, number)
        }
        outputBytes = output
        errorBytes = errors
    }
}

extension Finished: CustomStringConvertible {
    public var description: String {
        let ending = exitCode.map { "exit code \($0)" } ?? "signal \(signal ?? 0)"
        let errors = errorBytes.isEmpty ? "" : "\nerrors:\n\(errors.showingControls)"
        return "\(ending), output:\n\(output.showingControls)\(errors)"
    }
}

extension Child.Ending: CustomStringConvertible {
    var description: String {
        switch self {
        case .exited(let code): "the program exited with code \(code)"
        case .killed(let number): "the program was ended by signal \(number)"
        }
    }
}
