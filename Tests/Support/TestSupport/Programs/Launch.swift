import CScenario
import Glibc

/// Everything needed to start a process in a new session, with default signals and only the given descriptors.
struct Launch {
    enum Wiring {
        /// Descriptors of this process, by their numbers in the child. There is no controlling terminal.
        case descriptors([Int32: Descriptor])
        /// The name of a terminal device, which becomes 0, 1, 2 and the controlling terminal.
        case terminal(String)
    }

    let path: String
    let arguments: [String]
    let environment: [String: String]
    let workingDirectory: String?
    let wiring: Wiring

    func start() throws(ScenarioError) -> Child {
        let strings = [path] + arguments + environment.flatMap { [$0, $1] }
        guard !strings.contains(where: { $0.utf8.contains(0) }) else {
            throw .misuse("an argument or environment variable holds a NUL")
        }
        // Kept until after the call, because the file actions refer to them by number.
        let raised = try descriptorsOutOfTheWay()
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe addActions(to: &actions, raised: raised)
        setAttributes(&attributes)

        let argumentStrings = CStrings([path] + arguments)
        let environmentStrings = CStrings(environment.map { "\($0)=\($1)" })
        var identifier: pid_t = 0
        let failure = unsafe posix_spawn(
            &identifier, path, &actions, &attributes, argumentStrings.pointers, environmentStrings.pointers)
        withExtendedLifetime((raised, argumentStrings, environmentStrings)) {}
        guard failure == 0 else { throw .cannotStart(path, in: workingDirectory, code: failure) }
        return try Child(identifier)
    }

    /// Copies of the child's descriptors, numbered above all numbers that they get there: otherwise, giving one its
    /// number could close another.
    private func descriptorsOutOfTheWay() throws(ScenarioError) -> [Int32: Descriptor] {
        guard case .descriptors(let descriptors) = wiring else { return [:] }
        let lowest = (descriptors.keys.max() ?? 0) + 1
        var raised: [Int32: Descriptor] = [:]
        for (number, descriptor) in descriptors {
            raised[number] = try descriptor.duplicate(atOrAbove: lowest)
        }
        return raised
    }

    private func addActions(to actions: inout posix_spawn_file_actions_t, raised: [Int32: Descriptor]) {
        switch wiring {
        case .descriptors:
            for (number, descriptor) in raised {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
            }
        case .terminal(let name):
            // The first terminal that the leader of a session opens becomes its controlling terminal.
            unsafe posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        // Not all descriptors of a test runner are close-on-exec.
        let highest = max(raised.keys.max() ?? 0, 2)
        for number in 3...max(highest, 3) where raised[number] == nil {
            unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, highest + 1)
        if let workingDirectory {
            unsafe posix_spawn_file_actions_addchdir_np(&actions, workingDirectory)
        }
    }

    /// A new session; and no signal blocked or ignored, whatever the test runner does with its own.
    private func setAttributes(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = scenario_spawn_setsid | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
        unsafe posix_spawnattr_setflags(&attributes, flags)
    }
}

/// Strings as `execve` takes them: an array of pointers, ended by a null pointer.
@safe private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
}
