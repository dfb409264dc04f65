internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering

extension FileAction {
    /// What the app writes into files, as the commands of these names do.
    ///
    /// - Parameter home: the folder that `~` refers to.
    static func all(home: String?) -> [FileAction] {
        func action(
            _ label: String, _ fileName: String, _ explanation: String, _ write: @escaping Writing
        ) -> FileAction {
            FileAction(label, explanation: explanation, fileName: fileName) { store, path, hikes in
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
                let damaged = try ExportCommand.write(store, toFile: path).damaged
                return damaged.isEmpty
                    ? "Exported" : "Exported what opens: without \(damaged.names.joined(separator: ", "))"
            },
        ]
    }
}
