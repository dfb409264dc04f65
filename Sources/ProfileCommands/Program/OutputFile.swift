internal import ProfileKit
internal import SystemKit

/// Files that a person wants written.
enum OutputFile {
    /// Writes a file for this user alone. It gets its name when it is whole, and takes no other's place.
    ///
    /// - Parameter body: is lent what writes the next piece. When it throws, or says that it won't go on, no file is left.
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
