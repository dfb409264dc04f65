internal import FoundationEssentials
internal import Interchange
internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering
internal import SampleData

extension HikeImporter {
    /// Maximum number of paths to offer.
    private static let mostCompletions = 200

    /// Creates an importer that reads files as `profile hike import` does.
    ///
    /// - Parameters:
    ///   - home: the folder that `~` refers to.
    ///   - inbox: the folder whose recordings are imported by themselves.
    static func ofFiles(home: String?, inbox: Inbox? = nil) -> HikeImporter {
        let ofInbox = inbox.map { inbox in
            { @Sendable (store: ProfileStore, goesOn: (ImportProgress) -> Bool) in
                try readInbox(inbox, into: store, goesOn)
            }
        }
        return HikeImporter(
            samples: { store in
                ImportReport(imported: try store.importHikes(try LandmarksFormat.read(SampleData.hikes)).imported)
            }, complete: { completions(of: $0, home: home) },
            problem: { HikeFile(path: HikeFile.path(typed: $0, home: home)).problem }, readInbox: ofInbox,
            read: { store, paths, goesOn in
                guard goesOn(ImportProgress(done: 0, total: 0, file: "")) else { return ImportReport() }
                let files = HikeFile.all(named: paths.map { HikeFile.path(typed: $0, home: home) })
                return try read(files, into: store, goesOn)
            })
    }

    /// Imports what has appeared in the inbox.
    private static func readInbox(
        _ inbox: Inbox, into store: ProfileStore, _ goesOn: (ImportProgress) -> Bool
    ) throws -> ImportReport? {
        let waiting = try inbox.waiting(in: store)
        guard !waiting.isEmpty else { return nil }
        return try read(waiting.map(\.file), into: store, goesOn) { done in
            try store.takeInboxFiles([waiting[done].entry])
        }
    }

    /// - Parameter taken: called with the index of each file that was read.
    private static func read(
        _ files: [HikeFile], into store: ProfileStore, _ goesOn: (ImportProgress) -> Bool,
        taken: (Int) throws -> Void = { _ in }
    ) throws -> ImportReport {
        var batch = HikeBatch(isInApp: true)
        var notices: [String] = []
        batch.renewed += try store.renewFigures()
        var unread = 0
        // The members of archives count as files.
        var members = 0
        var unreadable: [String] = []
        func report(
            stoppedBy error: UserError? = nil, unread: Int, isCutOffByLock: Bool = false
        ) -> ImportReport {
            ImportReport(
                imported: batch.result.imported, skipped: batch.result.skipped.count,
                refused: (error?.messages ?? batch.refusals) + unreadable,
                notices: notices + [batch.passedNotice, batch.renewalNotice, error?.hint.text].compactMap(\.self),
                unread: unread,
                isCutOffByLock: isCutOffByLock)
        }
        for (done, file) in files.enumerated() {
            guard goesOn(ImportProgress(done: done + members, total: files.count + members, file: file.path)) else {
                unread = files.count - done
                break
            }
            if let problem = file.problem {
                unreadable.append("\(file.path): \(problem)")
                continue
            }
            do {
                let before = batch.unread
                var others = 0
                let left = try batch.add(file, to: store) {
                    notices.append($0)
                } goesOn: { next in
                    others = next.count - 1
                    return goesOn(
                        ImportProgress(
                            done: done + members + next.index, total: files.count + members + others,
                            file: next.path))
                }
                members += others
                guard left == 0 else {
                    unread = left + files.count - done - 1
                    break
                }
                if batch.unread == before { try taken(done) }
            } catch let error as StoreError where error.code == .locked {
                return report(unread: files.count - done, isCutOffByLock: true)
            } catch  where !batch.result.imported.isEmpty {
                return report(
                    stoppedBy: batch.error(stoppedBy: error, at: file), unread: files.count - done - 1)
            }
        }
        return report(unread: unread)
    }

    /// The completions of a path, written as the path is: folders, which end in a slash, and files with the name of
    /// what can be imported.
    private static func completions(of path: String, home: String?) -> [String] {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, beginning) = (path[..<end], path[end...])
        let folderPath = folder.isEmpty ? "." : HikeFile.path(typed: String(folder), home: home)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
        let fitting = names.filter { $0.hasPrefix(beginning) && ($0.first != "." || beginning.first == ".") }
        let found = fitting.sorted().lazy.compactMap { name -> String? in
            var isFolder = false
            _ = FileManager.default.fileExists(atPath: "\(folderPath)/\(name)", isDirectory: &isFolder)
            if isFolder { return folder + name + "/" }
            return HikeFile.isNamedLikeHikes(name) ? folder + name : nil
        }
        return Array(found.prefix(mostCompletions))
    }
}
