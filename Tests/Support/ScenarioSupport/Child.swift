import CScenario
import Glibc

/// A process we started as leader of its own session and process group.
///
/// It stays ours until it is reaped, so its number cannot come to mean another process before that.
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
    /// Also right for a process that has ended by itself: how it ended is not changed by that.
    func end() {
        guard ending == nil else { return }
        Self.endGroup(identifier)
        ending = Self.reap(identifier)
    }

    /// Before reaping only: as long as its leader is not reaped, the number of the group is not given to another.
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
