import FoundationEssentials
import Glibc
import ProfileKit
import SQLiteKit
import Testing

/// One change of the store in `Fixtures`, how the result is opened, and what must come of it.
///
/// `make_vectors.py` writes them from the documentation of the format.
struct Vector: Decodable, CustomTestStringConvertible, Sendable {
    /// A sentence.
    let name: String
    /// What the vector is about, as in row R22 of the reliability programme.
    let kind: String
    let changes: [Change]
    let account: String
    /// In the order of the stages; `nil` to open it with a recovery code.
    let secrets: [String]?
    let recovery: String?
    let outcome: Outcome

    var testDescription: String { name }

    /// One change of a copy of the fixture.
    struct Change: Decodable, Sendable {
        /// Statements to run on the database, on a connection of their own.
        let sql: [String]?
        /// A file: of the fixture, or as `account/name` of an account's state folder.
        let file: String?
        /// The number of the bit to flip.
        let flip: Int?
        /// The length to which the file is cut.
        let cut: Int?
        /// The new content of the file, in hexadecimal.
        let hex: String?
        /// A file to put in its place.
        let from: String?
        let remove: Bool?
    }

    /// What comes of opening a store and reading everything in it.
    enum Outcome: String, Decodable, Sendable {
        case opens
        case wrongPasscode, wrongRecoveryCode
        /// Something typed that has the wrong shape, or a mistyped recovery code.
        case invalidValue
        case noDeviceSecret
        case noStore, noAccount
        case newerStore
        /// The store is older than the last one seen.
        case older
        case damaged
        /// Everything that is shown opens, and a check of the whole store finds damage elsewhere.
        case damageFoundByCheck
    }

    static let all: [Vector] = {
        let file = VectorStore.sources.appending(path: "vectors.json")
        guard let data = try? Data(contentsOf: file), let all = try? JSONDecoder().decode([Vector].self, from: data)
        else { return [] }
        return all
    }()
}

/// A copy of the fixture.
enum VectorCopy {
    /// Lends a changed copy to a body.
    static func with<Result>(_ changes: [Vector.Change], _ body: (_ folder: String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.path + "/profile-vector-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try make(in: folder, changes)
        return try body(folder)
    }

    /// Makes a changed copy, as a new folder.
    static func make(in folder: String, _ changes: [Vector.Change]) throws {
        try FileManager.default.copyItem(atPath: VectorStore.folder, toPath: folder)
        // A checkout doesn't keep who may read what.
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder).map({ "\(folder)/\($0)" }) + [folder] {
            var isFolder = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard chmod(path, isFolder ? 0o700 : 0o600) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        }
        for change in changes { try apply(change, in: folder) }
    }

    private static func apply(_ change: Vector.Change, in folder: String) throws {
        if let statements = change.sql {
            // Opened as any program can, without what protects our own connections.
            let database = try Connection(
                opening: "\(folder)/\(VectorStore.file)", mode: .existing, busyTimeout: .seconds(1))
            for statement in statements { try database.run(statement) }
        }
        guard let file = change.file else { return }
        let url = URL(filePath: try path(of: file, in: folder))
        if change.remove == true { return try FileManager.default.removeItem(at: url) }
        var content = (try? Data(contentsOf: url)) ?? Data()
        if let from = change.from { content = try Data(contentsOf: URL(filePath: try path(of: from, in: folder))) }
        if let hex = change.hex { content = try bytes(hex) }
        if let length = change.cut {
            try #require(length < content.count, "a file that is cut becomes shorter")
            content = content.prefix(length)
        }
        if let bit = change.flip {
            try #require(bit / 8 < content.count)
            content[content.startIndex + bit / 8] ^= 1 << (bit % 8)
        }
        try content.write(to: url)
        guard chmod(url.path, 0o600) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    /// The path of a file as a vector names it.
    private static func path(of file: String, in folder: String) throws -> String {
        guard file.contains("/") else { return "\(folder)/\(file)" }
        var parent = "\(folder)/\(VectorStore.state)/profile"
        // The folders of the store's id, and of its instance.
        for _ in 1...2 { parent += "/\(try #require(FileManager.default.contentsOfDirectory(atPath: parent).first))" }
        return "\(parent)/\(file)"
    }

    private static func bytes(_ hex: String) throws -> Data {
        let digits = Array(hex)
        return Data(
            try stride(from: 0, to: digits.count, by: 2).map { index in
                try #require(UInt8(String(digits[index...index + 1]), radix: 16))
            })
    }
}
