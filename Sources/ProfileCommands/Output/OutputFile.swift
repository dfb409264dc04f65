internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// Writes files that the user asked for.
enum OutputFile {
    /// Writes a file that only this user can access. It gets its name when it is complete, and never replaces another
    /// file.
    ///
    /// - Parameters:
    ///   - isWritten: whether the body, by its result, has written what belongs into the file.
    ///   - body: called with a function that writes the next piece. If it throws, or hasn't written it, no file is left
    ///     behind.
    /// - Returns: the body's result.
    /// - Throws: ``StoreError`` with `exists`; ``UserError`` with `io`; and what the body throws.
    static func write<Result>(
        to path: String, isWritten: (Result) -> Bool = { _ in true },
        _ body: (_ write: @escaping (String) throws -> Void) throws -> Result
    ) throws -> Result {
        try write(bytesTo: path, isWritten: isWritten) { put in
            try withoutActuallyEscaping(put) { put in try body { text in try put(Array(text.utf8)) } }
        }
    }

    /// Writes a file of any bytes; otherwise like ``write(to:isWritten:_:)``.
    @discardableResult
    static func write<Result>(
        bytesTo path: String, isWritten: (Result) -> Bool = { _ in true },
        _ body: (_ write: ([UInt8]) throws -> Void) throws -> Result
    ) throws -> Result {
        do {
            let file = try NewFile(for: path)
            var (pending, written): ([UInt8], Int) = ([], 0)
            let result = try body { bytes in
                pending += bytes
                guard pending.count >= gathered else { return }
                try file.write(pending, at: written)
                (pending, written) = ([], written + pending.count)
            }
            guard isWritten(result) else { return result }
            try file.write(pending, at: written)
            try file.publish()
            return result
        } catch let error as SystemError {
            throw failure(error, path)
        }
    }

    /// Writes bytes to a file as ``write(to:isWritten:_:)`` does.
    static func write(_ bytes: [UInt8], to path: String) throws {
        do throws(SystemError) {
            let file = try NewFile(for: path)
            try file.write(bytes, at: 0)
            try file.publish()
        } catch {
            throw failure(error, path)
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> any Error {
        error.alreadyExists
            ? StoreError(.fileExists(path: path))
            : UserError(.io, "\(path) cannot be written: \(error.reason)", hint: "Check the folder and the disk.")
    }

    private static let gathered = 256 << 10
}
