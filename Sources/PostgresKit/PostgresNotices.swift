internal import CPostgres
internal import Glibc

/// A notification sent with NOTIFY.
public struct PostgresNotification: Hashable, Sendable {
    public let channel: String
    public let payload: String

    public init(channel: String, payload: String) {
        (self.channel, self.payload) = (channel, payload)
    }
}

extension String {
    /// The server's message, which may have several lines, in a single one.
    var inOneLine: String {
        split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .joined(separator: "; ")
    }
}

/// Receives the notices of one connection, on the thread that uses the connection.
@safe final class Notices {
    var warning: String?
    private let library: profile_pq

    init(_ library: ClientLibrary) {
        self.library = library.functions
    }

    func receive(_ result: OpaquePointer) {
        func field(_ code: Character) -> String? {
            unsafe library.resultErrorField(result, Int32(code.asciiValue ?? 0)).map { unsafe String(cString: $0) }
        }
        // The severity that isn't translated.
        if field("V") == "WARNING" { warning = field("M")?.inOneLine ?? "a warning" }
    }
}

/// A message of libpq with an SQLSTATE, as it writes them when connecting:
/// "FATAL:  28P01: …; LOCATION:  …, auth.c:326".
struct VerboseMessage {
    /// The last one, since several hosts may have been tried; `nil` if no server has answered.
    let sqlState: String?
    /// The message without the states and the places in the server's source.
    let text: String

    init(_ message: String) {
        func isState(_ word: Substring) -> Bool {
            word.utf8.count == 6 && word.last == ":" && word.contains(where: \.isNumber)
                && word.dropLast().allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
        }
        let lines = message.split(separator: "; ").filter { line in
            guard let file = line.split(separator: " ").last?.split(separator: ":"), file.count == 2 else {
                return true
            }
            return !(file[0].hasSuffix(".c") && file[1].allSatisfy(\.isNumber))
        }
        let words = lines.map { $0.split(separator: " ") }
        sqlState = words.joined().last(where: isState).map { String($0.dropLast()) }
        text = words.map { $0.filter { !isState($0) }.joined(separator: " ") }.joined(separator: "; ")
    }
}

/// The file from which libpq takes passwords.
enum PasswordFile {
    /// A path at which nothing can be.
    static let none = "/dev/null/none"

    /// The file that libpq wouldn't use, with a warning on stderr, because others can read it or it isn't a plain file;
    /// `nil` if it would use the file, or there is none.
    ///
    /// - Parameter settings: the connection settings besides those in the address.
    static func ignored(
        at address: ServerAddress, _ settings: [String: String], _ library: ClientLibrary, _ notices: Notices
    ) throws(PostgresError) -> String? {
        // The URL, a service or the environment may name it, which libpq finds out. With a password it doesn't read the
        // file, and an unknown mode keeps it from connecting.
        let refused = settings.merging(["password": "-", "sslmode": "-"]) { $1 }
        let handle = unsafe try PostgresConnection.start(address, refused, library, notices)
        let named = unsafe ConnectionSettings(library.functions.conninfo(handle), library)["passfile"]
        unsafe library.functions.finish(handle)
        let home = unsafe getenv("HOME").map { unsafe String(cString: $0) } ?? ""
        let path = named.isEmpty ? "\(home)/.pgpass" : named
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        let isPrivate = facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & (S_IRWXG | S_IRWXO) == 0
        return isPrivate ? nil : path
    }
}
