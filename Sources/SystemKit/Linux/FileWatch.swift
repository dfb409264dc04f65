internal import Dispatch
internal import Glibc
internal import Synchronization

/// Reports writes to the files in a folder, by any process, through the kernel's inotify.
///
/// All watches of a process share one inotify instance, since a user may have only about a hundred, and those of one
/// folder share the kernel's watch on it. A program may therefore watch as many folders as it has stores.
public final class FileWatch: Sendable {
    private let number: Int

    /// - Parameters:
    ///   - files: the names of the files to report, whether they exist or not; `nil` for all of the folder.
    ///   - onWrite: called on a global dispatch queue, once for any number of writes in quick succession.
    public init(
        folder: String, files: Set<String>? = nil, onWrite: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        number = try WatchedFolders.shared.add(folder, files, onWrite)
    }

    /// Notifies the watches of a file's folder once more, now that the new content is visible, by opening the file for
    /// writing and closing it.
    ///
    /// This changes nothing: setting the file's times would, and takes a fifth as long as a commit. The file must not
    /// be one on which this process holds locks, since closing it releases them.
    public static func announceWrite(to path: String) {
        // If that is refused, watches are notified when the process closes the file.
        let file = unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        if file >= 0 { close(file) }
    }

    deinit {
        WatchedFolders.shared.remove(number)
    }
}

/// The folders that this process watches, by one instance of inotify.
private final class WatchedFolders: Sendable {
    static let shared = WatchedFolders()

    /// One ``FileWatch``.
    private struct Listener {
        /// The kernel's number for the folder.
        let folder: Int32
        let files: Set<String>?
        /// Calls the listener's body, and merges wake-ups that come before it has.
        let wakes: any DispatchSourceUserDataOr
    }

    /// The listeners of one folder, by the names that they wait for.
    private struct Folder {
        var byFile: [String: Set<Int>] = [:]
        var ofAll: Set<Int> = []

        var isEmpty: Bool { byFile.isEmpty && ofAll.isEmpty }
        var all: Set<Int> { byFile.values.reduce(into: ofAll) { $0.formUnion($1) } }
    }

    private struct State {
        /// Opened with the first watch, and kept.
        var instance: Int32?
        var source: (any DispatchSourceRead)?
        var listeners: [Int: Listener] = [:]
        var folders: [Int32: Folder] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    // A writer makes a commit visible after its last write, in shared memory, for which there is no event. It therefore
    // announces the commit; if it dies before that, closing its file is the event. Removing a file, or the folder
    // itself, also counts as a write.
    private static let events = UInt32(
        IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF
            | IN_DELETE_SELF)

    func add(
        _ folder: String, _ files: Set<String>?, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) -> Int {
        try state.withLock { state throws(SystemError) in
            let instance = try open(&state, for: folder)
            // inotify returns the same number for every watch of the same folder.
            let watch = unsafe inotify_add_watch(instance, folder, Self.events)
            guard watch >= 0 else { throw SystemError(.watch, folder) }
            let number = state.nextNumber
            state.nextNumber += 1
            let wakes = DispatchSource.makeUserDataOrSource(queue: .global())
            wakes.setEventHandler(handler: body)
            wakes.activate()
            state.listeners[number] = Listener(folder: watch, files: files, wakes: wakes)
            if let files {
                for file in files { state.folders[watch, default: Folder()].byFile[file, default: []].insert(number) }
            } else {
                state.folders[watch, default: Folder()].ofAll.insert(number)
            }
            return number
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let listener = state.listeners.removeValue(forKey: number) else { return }
            listener.wakes.cancel()
            // The kernel's watch ended already if the folder was removed.
            guard var folder = state.folders[listener.folder] else { return }
            folder.ofAll.remove(number)
            for file in listener.files ?? [] {
                folder.byFile[file]?.remove(number)
                if folder.byFile[file]?.isEmpty == true { folder.byFile[file] = nil }
            }
            state.folders[listener.folder] = folder.isEmpty ? nil : folder
            if folder.isEmpty, let instance = state.instance { inotify_rm_watch(instance, listener.folder) }
        }
    }

    private func open(_ state: inout State, for folder: String) throws(SystemError) -> Int32 {
        if let instance = state.instance { return instance }
        let instance = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard instance >= 0 else { throw SystemError(.watch, folder) }
        let source = DispatchSource.makeReadSource(fileDescriptor: instance)
        source.setEventHandler { [self] in readEvents(of: instance) }
        source.activate()
        (state.instance, state.source) = (instance, source)
        return instance
    }

    private func readEvents(of instance: Int32) {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = unsafe read(instance, &bytes, bytes.count)
            guard count > 0 else { return }
            state.withLock { state in
                for event in WatchEvent.all(in: bytes.prefix(count)) { wake(event, in: &state) }
            }
        }
    }

    private func wake(_ event: WatchEvent, in state: inout State) {
        // The kernel dropped events: anyone may have missed one.
        if event.isOverflow {
            for listener in state.listeners.values { listener.wakes.or(data: 1) }
        }
        guard let folder = state.folders[event.folder] else { return }
        let numbers = event.file.map { folder.byFile[$0, default: []].union(folder.ofAll) } ?? folder.all
        for number in numbers { state.listeners[number]?.wakes.or(data: 1) }
        if event.isLast { state.folders[event.folder] = nil }
    }
}

/// An event as inotify writes it: four 32-bit numbers, then a name that is padded with zeros.
private struct WatchEvent {
    /// The kernel's number for the folder.
    let folder: Int32
    private let mask: UInt32
    /// The file's name; `nil` for an event of the folder itself.
    let file: String?

    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    /// Whether the kernel has ended its watch, since the folder is gone.
    var isLast: Bool { mask & UInt32(IN_IGNORED) != 0 }

    /// The events in the bytes that one call of `read` returned; it never splits an event.
    static func all(in bytes: ArraySlice<UInt8>) -> [WatchEvent] {
        var (events, rest): ([WatchEvent], ArraySlice<UInt8>) = ([], bytes)
        while rest.count >= 16 {
            let numbers = stride(from: rest.startIndex, to: rest.startIndex + 16, by: 4).map { start in
                // In this machine's byte order.
                unsafe rest[start..<start + 4].withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
            }
            let name = rest.dropFirst(16).prefix(Int(numbers[3])).prefix { $0 != 0 }
            events.append(
                WatchEvent(
                    folder: Int32(bitPattern: numbers[0]), mask: numbers[1],
                    file: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
            rest = rest.dropFirst(16 + Int(numbers[3]))
        }
        return events
    }
}
