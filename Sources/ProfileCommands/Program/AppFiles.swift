internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering

extension FileAction {
    /// What the app writes into files, as the commands of these names do.
    ///
    /// - Parameters:
    ///   - home: the folder that `~` refers to.
    ///   - units: the units of the page.
    static func all(home: String?, units: Units) -> [FileAction] {
        func action(
            _ label: String, _ fileName: String, _ explanation: String, isOfListedHikes: Bool = false,
            _ write: @escaping Writing
        ) -> FileAction {
            FileAction(
                label, explanation: explanation, fileName: fileName, isOfListedHikes: isOfListedHikes
            ) { store, path, hikes in
                do {
                    return try write(store, HikeFile.path(typed: path, home: home), hikes)
                } catch let error as UserError {
                    throw UserMessage(.io, error.messages.joined(separator: "; "), hint: error.hint)
                }
            }
        }
        return [
            action(
                "back up", "~/profile.backup",
                "A copy of the store, verified and sealed as the store is. Keep it and the recovery code apart."
            ) { store, path, _ in
                _ = try store.backup(to: path)
                return "Backed up and verified"
            },
            action(
                "export everything", "~/profile.json",
                "The profile and all hikes as JSON. The file is not sealed: anyone who has it can read it."
            ) { store, path, _ in
                "Exported" + (try ExportCommand.write(store, toFile: path).damaged.leftOut)
            },
            action(
                "export hikes as GPX", "~/hikes.gpx",
                "The recordings of the listed hikes, for other programs. The file is not sealed: anyone who has it can "
                    + "read it.", isOfListedHikes: true
            ) { store, path, hikes in
                let written = try HikeExportCommand.writeGPX(HikeFilter(ids: hikes), of: store, toFile: path)
                let unplaced = written.value.unplaced
                return "\(written.value.hikes.counted("hike")) exported"
                    + (unplaced > 0 ? ", \(unplaced) of them without a position" : "") + written.damaged.leftOut
            },
            action(
                "write a page", "~/hikes.html",
                "The listed hikes as one HTML page with all that is known of them. The file is not sealed: anyone who "
                    + "has it can read it.", isOfListedHikes: true
            ) { store, path, hikes in
                let filter = HikeFilter(ids: hikes)
                return "Page written" + (try PageCommand.write(store, filter, units: units, toFile: path).leftOut)
            },
        ]
    }
}

extension [DamagedPart] {
    /// What a file lacks, since it doesn't open; empty if nothing does.
    fileprivate var leftOut: String { isEmpty ? "" : ", without \(names.joined(separator: ", "))" }
}

extension HikeFilter {
    /// The hikes with these ids; all hikes if there are none.
    fileprivate init(ids: [Int]) {
        self.init()
        for id in ids.sorted() {
            if let last = self.ids.last, last.upperBound + 1 == id {
                self.ids[self.ids.count - 1] = last.lowerBound...id
            } else {
                self.ids.append(id...id)
            }
        }
    }
}
