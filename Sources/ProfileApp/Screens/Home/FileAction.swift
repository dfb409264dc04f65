public import ProfileKit

/// Something of a store that is written into a file, such as a backup. The program supplies these actions, and the
/// command palette lists them.
public struct FileAction: Sendable {
    /// Writes the file, which must not exist.
    ///
    /// - Parameter hikes: the ids of the hikes that are listed; empty for all, and for an action that isn't of hikes.
    /// - Returns: what was written, in a sentence.
    public typealias Writing = @Sendable (_ store: ProfileStore, _ path: String, _ hikes: [Int]) throws -> String

    /// What it does, in a few words.
    let label: String
    /// What the file contains, and who can read it.
    let explanation: String
    /// The suggested name of the file.
    let fileName: String
    /// Whether it writes the listed hikes alone.
    let isOfListedHikes: Bool
    let write: Writing

    public init(
        _ label: String, explanation: String, fileName: String, isOfListedHikes: Bool = false, write: @escaping Writing
    ) {
        (self.label, self.explanation, self.fileName) = (label, explanation, fileName)
        (self.isOfListedHikes, self.write) = (isOfListedHikes, write)
    }
}
