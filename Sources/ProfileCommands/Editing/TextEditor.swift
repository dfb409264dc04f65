internal import FoundationEssentials
internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// Runs the user's own text editor on a form of the profile.
enum TextEditor {
    /// Lets the user edit a profile until the form is valid, or they give up.
    ///
    /// The form is kept in memory, in a folder for this user alone. It is wiped and removed in any case.
    ///
    /// - Returns: the fields that were changed.
    /// - Throws: ``Complaint`` with `invalidValue` for an invalid form that isn't edited again, `failure` when the
    ///   editor fails, `io` when there is no folder in memory.
    static func changes(
        of profile: Profile, _ call: CommandCall, rules: (Profile) throws -> [FieldProblem]
    ) throws -> [FieldSetting] {
        let form = ProfileForm(profile)
        let folder = try MemoryFolder(environment: call.context.environment)
        defer { folder.wipe() }
        let path = "\(folder.path)/profile.txt"
        try PrivateFile.write(Array(form.text.utf8), to: path)
        while true {
            if let signal = try run(on: path, call) {
                folder.wipe()
                raise(signal)
            }
            do {
                return try form.changes(in: try read(path), rules: rules) ?? []
            } catch let problems as ProfileForm.Problems {
                let messages = problems.all.map(\.description)
                guard let person = call.person else { throw refused(messages) }
                for message in messages { person.tell(message.terminalSafe) }
                let answer = try person.askOpenly("Go on editing? (yes, or no to give up) [yes] ")
                guard ["", "y", "yes"].contains(answer.lowercased()) else { throw refused(messages) }
            }
        }
    }

    /// - Returns: the signal that should end this process, if one arrived meanwhile.
    private static func run(on path: String, _ call: CommandCall) throws -> Int32? {
        let environment = call.context.environment
        let editor = environment["VISUAL"]?.nonEmpty ?? environment["EDITOR"]?.nonEmpty ?? "vi"
        call.context.output.flush()
        let (status, signal) = try Subprogram.havingTerminal {
            try Subprogram(shell: editor, [path], environment: environment).waitHoldingSignals()
        }
        guard signal == nil else { return signal }
        guard status != 127 else {
            throw Complaint(
                .failure, "there is no editor '\(editor)'",
                hint: "Nothing was changed. Set VISUAL or EDITOR to one that is installed.")
        }
        guard status == 0 else {
            throw Complaint(
                .failure, "the editor '\(editor)' failed (exit code \(status))",
                hint: "Nothing was changed. Set VISUAL or EDITOR to another one.")
        }
        return nil
    }

    private static func read(_ path: String) throws -> String {
        let content: [UInt8]
        do {
            content = try PrivateFile.read(path, limit: ProfileForm.longest)
        } catch {
            throw Complaint(.io, "the form cannot be read: \(error)", hint: "Nothing was changed.")
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Complaint(.invalidValue, "the form is not UTF-8", hint: "Nothing was changed.")
        }
        return text
    }

    private static func refused(_ messages: [String]) -> Complaint {
        Complaint(.invalidValue, messages, hint: "Nothing was changed.")
    }
}
