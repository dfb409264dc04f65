internal import ProfileKit
internal import SystemKit

/// Files that a person wants written.
enum OutputFile {
    /// Writes a file for this user alone. It gets its name when it is whole, and takes no other's place.
    ///
    /// - Throws: ``StoreError`` with `exists`; ``Complaint`` with `io`.
    static func write(_ content: [UInt8], to path: String) throws {
        do {
            let file = try NewFile(for: path)
            try file.write(content)
            try file.publish()
        } catch  where error.alreadyExists {
            throw StoreError(.fileExists(path: path))
        } catch {
            throw Complaint(.io, "\(path) cannot be written: \(error.reason)", hint: "Check the folder and the disk.")
        }
    }
}
