internal import ProfileKit
internal import ProfileRendering

/// The folder whose recordings are imported by themselves, each once. Nothing in it is moved or deleted.
struct Inbox: Sendable {
    let folder: String

    /// The folder of the config file; `nil` if none is set.
    init?(_ config: ConfigFile, environment: [String: String]) {
        guard let value = config.values[.inbox] else { return nil }
        var folder = HikeFile.path(typed: value, home: SystemUser.home(environment: environment))
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
    }

    /// The files that weren't imported from it yet, in the order of their names.
    ///
    /// - Throws: ``UserError`` with `io` when the folder can't be read.
    func waiting(in store: ProfileStore) throws -> [(file: HikeFile, entry: InboxFile)] {
        guard let found = HikeFile.all(below: folder) else {
            throw UserError(
                .io, "the inbox \(folder) cannot be read: \(systemReason())",
                hint: "Make that folder, or name another one with: \(command: "config inbox FOLDER")")
        }
        let files = found.compactMap { file in
            file.status.map { status in
                (
                    file: file,
                    entry: InboxFile(
                        name: String(file.path.dropFirst(folder.count + 1)), size: status.size,
                        modified: status.modified)
                )
            }
        }
        let waiting = Set(try store.waitingInboxFiles(among: files.map(\.entry)))
        return files.filter { waiting.contains($0.entry) }
    }
}
