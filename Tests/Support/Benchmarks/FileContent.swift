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
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { throw Command.Failure(description: "\(path) cannot be written") }
        defer { close(file) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress!, $0.count) }
            guard count > 0 else { throw Command.Failure(description: "\(path) cannot be written") }
            rest = rest.dropFirst(count)
        }
    }
}
