public import ProfileKit
internal import ProfileRendering

/// Imports hikes from files. The program supplies it, since the app doesn't know any file formats.
public struct HikeImporter: Sendable {
    /// Imports the hikes of files, folders and archives into a store, one file at a time.
    ///
    /// The closure is called before each file. If it returns `false`, the remaining files are not read, and what was
    /// imported stays.
    public typealias Reading = @Sendable (ProfileStore, [String], (ImportProgress) -> Bool) throws -> ImportReport

    let read: Reading
    /// Imports the sample hikes.
    let samples: @Sendable (ProfileStore) throws -> ImportReport
    /// The possible completions of a path; folders end in a slash.
    let complete: @Sendable (String) -> [String]
    /// Why nothing can be read at a path; `nil` if it names a file or a folder.
    let problem: @Sendable (String) -> String?

    public init(
        samples: @escaping @Sendable (ProfileStore) throws -> ImportReport,
        complete: @escaping @Sendable (String) -> [String], problem: @escaping @Sendable (String) -> String?,
        read: @escaping Reading
    ) {
        (self.samples, self.complete, self.problem, self.read) = (samples, complete, problem, read)
    }
}
