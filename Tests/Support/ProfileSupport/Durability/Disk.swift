internal import FoundationEssentials

/// The content of a disk while a ``FileChanges`` is replayed: what is certain to survive a power cut, and what may
/// survive.
///
/// A sync makes a file's content or a folder's names certain. Of later changes, a cut leaves any part: each sector of
/// each write or not, in any order; of each folder's changes of names, those up to any one, since file systems journal
/// them.
public struct Disk {
    private struct File {
        var certain: [UInt8] = []
        var pending: [Pending] = []
    }

    private enum Pending {
        case write(offset: Int, bytes: [UInt8])
        case truncate(length: Int)
    }

    private enum NameChange {
        case add(String, file: Int)
        case remove(String)
        case move(String, to: String)
        case addFolder(String)
        case removeFolder(String)
    }

    private static let sector = 512

    private var files: [File] = []
    /// The newest file of each inode: file systems reuse them.
    private var numbers: [UInt64: Int] = [:]
    private var certainNames: [String: Int] = [:]
    private var certainFolders: Set<String> = []
    private var pendingNames: [NameChange] = []
    /// The names as the process sees them.
    private var names: [String: Int] = [:]

    public init() {}

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Replays the next change.
    public mutating func apply(_ change: FileChanges.Change) {
        switch change {
        case .create(let path, let number):
            files.append(File())
            numbers[number] = files.count - 1
            names[path] = files.count - 1
            pendingNames.append(.add(path, file: files.count - 1))
        case .write(let number, let offset, let bytes):
            if let file = numbers[number] { files[file].pending.append(.write(offset: offset, bytes: bytes)) }
        case .truncate(let number, let length):
            if let file = numbers[number] { files[file].pending.append(.truncate(length: length)) }
        case .sync(let number):
            guard let file = numbers[number] else { return }
            files[file].certain = Self.content(of: files[file]) { true }
            files[file].pending = []
        case .syncFolder(let path):
            let settled = pendingNames.filter { Self.folder(of: $0) == path }
            pendingNames.removeAll { Self.folder(of: $0) == path }
            for change in settled { Self.apply(change, to: &certainNames, &certainFolders) }
        case .rename(let path, let other):
            names[other] = names.removeValue(forKey: path)
            pendingNames.append(.move(path, to: other))
        case .remove(let path):
            names[path] = nil
            pendingNames.append(.remove(path))
        case .link(let path, let other):
            guard let file = names[path] else { return }
            names[other] = file
            pendingNames.append(.add(other, file: file))
        case .makeFolder(let path): pendingNames.append(.addFolder(path))
        case .removeFolder(let path): pendingNames.append(.removeFolder(path))
        case .note: break
        }
    }

    private static func folder(of change: NameChange) -> String {
        switch change {
        case .add(let path, _), .remove(let path), .move(let path, _), .addFolder(let path), .removeFolder(let path):
            folder(of: path)
        }
    }

    private static func apply(_ change: NameChange, to names: inout [String: Int], _ folders: inout Set<String>) {
        switch change {
        case .add(let path, let file): names[path] = file
        case .remove(let path): names[path] = nil
        case .move(let path, let other): names[other] = names.removeValue(forKey: path)
        case .addFolder(let path): folders.insert(path)
        case .removeFolder(let path): folders.remove(path)
        }
    }

    private static func content(of file: File, keeping isKept: () -> Bool) -> [UInt8] {
        var content = file.certain
        for change in file.pending {
            switch change {
            case .truncate(let length):
                guard isKept() else { continue }
                content = Array(content.prefix(length))
                if content.count < length { content += [UInt8](repeating: 0, count: length - content.count) }
            case .write(let offset, let bytes):
                var position = 0
                while position < bytes.count {
                    let start = offset + position
                    let end = min((start / sector + 1) * sector, offset + bytes.count)
                    position = end - offset
                    guard isKept() else { continue }
                    if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
                    content.replaceSubrange(start..<end, with: bytes[(start - offset)..<(end - offset)])
                }
            }
        }
        return content
    }

    /// How much of the uncertain content a cut leaves.
    public enum Survival: Sendable {
        case nothing
        /// All of it, as after a kill.
        case everything
        /// Each piece with this probability.
        case some(Double)
    }

    /// Writes files with what a power cut at this point leaves.
    public func writeRemains(
        _ survival: Survival, to root: String, using random: inout some RandomNumberGenerator
    ) throws {
        func isKept() -> Bool {
            switch survival {
            case .nothing: false
            case .everything: true
            case .some(let probability): Double.random(in: 0..<1, using: &random) < probability
            }
        }
        var (names, folders) = (certainNames, certainFolders)
        var cut: Set<String> = []
        for change in pendingNames {
            let folder = Self.folder(of: change)
            guard !cut.contains(folder), isKept() else {
                cut.insert(folder)
                continue
            }
            Self.apply(change, to: &names, &folders)
        }
        let manager = FileManager.default
        for folder in [""] + folders.sorted() where folders.isSuperset(of: Self.above(folder)) {
            try manager.createDirectory(
                atPath: root + folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        for (path, file) in names.sorted(by: { $0.key < $1.key }) {
            // A file is lost with its folder when the folder's name is lost.
            guard manager.fileExists(atPath: root + Self.folder(of: path)) else { continue }
            let content = Self.content(of: files[file], keeping: isKept)
            try Data(content).write(to: URL(filePath: root + path))
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: root + path)
        }
    }

    private static func above(_ folder: String) -> [String] {
        var (above, rest) = ([String](), Self.folder(of: folder))
        while !rest.isEmpty {
            above.append(rest)
            rest = Self.folder(of: rest)
        }
        return above
    }
}
