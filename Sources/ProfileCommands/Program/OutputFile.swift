internal import ProfileKit
internal import SystemKit

/// Writes files that the user asked for.
enum OutputFile {
    /// Writes a file that only this user can access. It gets its name when it is complete, and never replaces another
    /// file.
    ///
    /// - Parameter body: called with a function that writes the next piece. If it throws or returns false, no file is
    ///   left behind.
    /// - Throws: ``StoreError`` with `exists`; ``Complaint`` with `io`; and what the body throws.
    static func write(to path: String, _ body: (_ write: (String) throws -> Void) throws -> Bool) throws {
        do {
            let file = try NewFile(for: path)
            var (pending, written): ([UInt8], Int) = ([], 0)
            let isWhole = try body { text in
                pending += text.utf8
                guard pending.count >= gathered else { return }
                try file.write(pending, at: written)
                (pending, written) = ([], written + pending.count)
            }
            guard isWhole else { return }
            try file.write(pending, at: written)
            try file.publish()
        } catch let error as SystemError {
            if error.alreadyExists { throw StoreError(.fileExists(path: path)) }
            throw Complaint(.io, "\(path) cannot be written: \(error.reason)", hint: "Check the folder and the disk.")
        }
    }

    private static let gathered = 256 << 10
}
