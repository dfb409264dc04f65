internal import FoundationEssentials

/// A process's changes to its files, in their order, as `FaultLayer` recorded them.
public struct FileChanges: Sendable {
    public enum Change: Sendable {
        case create(path: String, file: UInt64)
        case write(file: UInt64, offset: Int, bytes: [UInt8])
        case truncate(file: UInt64, length: Int)
        case sync(file: UInt64)
        case syncFolder(path: String)
        case rename(path: String, to: String)
        case remove(path: String)
        case makeFolder(path: String)
        case removeFolder(path: String)
        case link(path: String, to: String)
        /// A note by the process.
        case note(String)
    }

    public var changes: [Change]

    public struct Malformed: Error {}

    /// - Parameter root: the watched folder, which is removed from the paths.
    public init(readingLogAt path: String, root: String) throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        changes = []
        var position = 0
        func integer() throws -> UInt64 {
            guard position + 8 <= bytes.count else { throw Malformed() }
            defer { position += 8 }
            return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
        }
        func take(_ count: UInt64) throws -> [UInt8] {
            guard count <= UInt64(bytes.count - position) else { throw Malformed() }
            defer { position += Int(count) }
            return Array(bytes[position..<position + Int(count)])
        }
        func relative(_ bytes: [UInt8]) -> String {
            let path = String(decoding: bytes, as: UTF8.self)
            return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
        }
        while position < bytes.count {
            let (kind, file, offset) = (try integer(), try integer(), Int(clamping: try integer()))
            let lengths = (try integer(), try integer(), try integer())
            let (path, other, data) = (try take(lengths.0), try take(lengths.1), try take(lengths.2))
            let change: Change
            switch kind {
            case 1: change = .create(path: relative(path), file: file)
            case 2: change = .write(file: file, offset: offset, bytes: data)
            case 3: change = .truncate(file: file, length: offset)
            case 4: change = path.isEmpty ? .sync(file: file) : .syncFolder(path: relative(path))
            case 5: change = .rename(path: relative(path), to: relative(other))
            case 6: change = .remove(path: relative(path))
            case 7: change = .makeFolder(path: relative(path))
            case 8: change = .removeFolder(path: relative(path))
            case 9: change = .link(path: relative(path), to: relative(other))
            case 10: change = .note(String(decoding: path, as: UTF8.self))
            default: throw Malformed()
            }
            changes.append(change)
        }
    }

    /// The recording of a program that never syncs some files, for negative controls.
    public func withoutSyncs(ofFilesEndingIn ending: String) -> FileChanges {
        var (names, kept) = ([UInt64: String](), self)
        kept.changes = changes.filter { change in
            switch change {
            case .create(let path, let file): names[file] = path
            case .rename(let path, let other):
                if let file = names.first(where: { $0.value == path })?.key { names[file] = other }
            case .sync(let file): return !(names[file] ?? "").hasSuffix(ending)
            default: break
            }
            return true
        }
        return kept
    }
}
