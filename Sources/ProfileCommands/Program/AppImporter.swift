internal import FoundationEssentials
internal import Interchange
internal import ProfileApp
internal import ProfileKit
internal import SampleData

extension HikeImporter {
    /// Maximum number of paths to offer.
    private static let mostCompletions = 200

    /// Creates an importer that reads files as `profile hike import` does.
    ///
    /// - Parameter home: the folder that `~` refers to.
    static func ofFiles(home: String?) -> HikeImporter {
        HikeImporter { store in
            ImportReport(imported: try store.importHikes(try LandmarksFormat.read(SampleData.hikes)).imported)
        } complete: { path in
            completions(of: path, home: home)
        } problem: { path in
            HikeFile(path: HikeFile.path(typed: path, home: home)).problem
        } read: { store, paths, goesOn in
            guard goesOn(ImportProgress(done: 0, total: 0, file: "")) else { return ImportReport() }
            var batch = HikeBatch(isInApp: true)
            var remarks: [String] = []
            batch.renewed += try store.renewFigures()
            let files = HikeFile.all(named: paths.map { HikeFile.path(typed: $0, home: home) })
            var unread = 0
            // The members of archives count as files.
            var members = 0
            var unreadable: [String] = []
            func report(
                stoppedBy complaint: UserError? = nil, unread: Int, isCutOffByLock: Bool = false
            ) -> ImportReport {
                ImportReport(
                    imported: batch.result.imported, skipped: batch.result.skipped.count,
                    refused: (complaint?.messages ?? batch.refusals) + unreadable,
                    remarks: remarks + [batch.passedRemark, batch.renewalRemark, complaint?.hint].compactMap(\.self),
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
                    var others = 0
                    let left = try batch.add(file, to: store) {
                        remarks.append($0)
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
                } catch let error as StoreError where error.code == .locked {
                    return report(unread: files.count - done, isCutOffByLock: true)
                } catch  where !batch.result.imported.isEmpty {
                    return report(
                        stoppedBy: batch.complaint(stoppedBy: error, at: file), unread: files.count - done - 1)
                }
            }
            return report(unread: unread)
        }
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
