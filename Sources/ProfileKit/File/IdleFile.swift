internal import Synchronization

/// A store's file that one operation opened and the next may use, so that a command opens it once.
final class IdleFile: Sendable {
    private let path: String
    private let file = Mutex<StoreFile?>(nil)

    init(path: String) {
        self.path = path
    }

    /// The idle file, or one opened anew when there is none or another file stands at the path by now.
    ///
    /// - Throws: as ``StoreFile/init(opening:)``.
    func take() throws -> StoreFile {
        let idle = file.withLock { $0.take() }
        switch consume idle {
        case .some(let idle) where idle.isCurrent: return idle
        default: return try StoreFile(opening: path)
        }
    }

    /// Lends the file to an operation that doesn't keep it.
    func use<Result: Sendable>(_ body: (borrowing StoreFile) throws -> Result) throws -> Result {
        let taken = try take()
        let result = try body(taken)
        var returned: StoreFile? = consume taken
        file.withLock { $0 = returned.take() }
        return result
    }
}
