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
        try gather(in: path, isWritten) { file in try body { text in try file.put(Array(text.utf8)) } }
    }

    /// Writes a file of any bytes; otherwise like ``write(to:isWritten:_:)``.
    @discardableResult
    static func write<Result>(
        bytesTo path: String, isWritten: (Result) -> Bool = { _ in true },
        _ body: (_ write: ([UInt8]) throws -> Void) throws -> Result
    ) throws -> Result {
        try gather(in: path, isWritten) { file in try body { bytes in try file.put(bytes) } }
    }

    private static func gather<Result>(
        in path: String, _ isWritten: (Result) -> Bool, _ body: (GatheredFile) throws -> Result
    ) throws -> Result {
        do {
            let file = try GatheredFile(path)
            let result = try body(file)
            if isWritten(result) { try file.publish() }
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
}

/// A file that isn't complete yet, whose pieces are gathered so that each write is worth its system call.
private final class GatheredFile {
    private static let size = 256 << 10
    /// `nil` once it is published.
    private var file: NewFile?
    private var pending: [UInt8] = []
    private var written = 0

    init(_ path: String) throws(SystemError) { file = try NewFile(for: path) }

    func put(_ bytes: [UInt8]) throws(SystemError) {
        pending += bytes
        if pending.count >= Self.size { try flush() }
    }

    func publish() throws(SystemError) {
        try flush()
        if let file = file.take() { try file.publish() }
    }

    private func flush() throws(SystemError) {
        try file?.write(pending, at: written)
        (pending, written) = ([], written + pending.count)
    }
}
