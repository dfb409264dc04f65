internal import Glibc

enum FileContent {
    static func read(_ path: String) throws -> [UInt8] {
        let file = unsafe open(path, O_RDONLY)
        guard file >= 0 else { throw Command.Failure(description: "\(path) cannot be read") }
        defer { close(file) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress!, $0.count) }
            guard count > 0 else { return content }
            content += piece[..<count]
        }
    }

    static func write(_ text: String, to path: String) throws {
        try write(to: path) { write in _ = try write(text) }
    }

    /// Writes a file in pieces: the body calls a function that appends a text and returns its number of bytes.
    static func write<Result>(to path: String, _ body: ((String) throws -> Int) throws -> Result) throws -> Result {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { throw Command.Failure(description: "\(path) cannot be written") }
        defer { close(file) }
        return try body { text in
            var rest = Array(text.utf8)[...]
            let size = rest.count
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress!, $0.count) }
                guard count > 0 else { throw Command.Failure(description: "\(path) cannot be written") }
                rest = rest.dropFirst(count)
            }
            return size
        }
    }
}
