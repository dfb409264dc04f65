internal import CPostgres
internal import Glibc

/// The location of a store's database: a `postgresql:` URL as accepted by libpq, and the schema within it.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// The URL without user, password and most settings, for errors.
    public let description: String
    /// `profile`, or `profile_NAME` if the URL's `workspace` is `NAME`.
    public let schema: String
    /// The URL for libpq, without `workspace`.
    let url: String

    /// Why a URL is refused.
    public enum Problem: Hashable, Sendable {
        /// The text isn't a URL that libpq accepts.
        case malformed
        /// The URL contains a password, which anyone who sees the arguments could read.
        case password
        /// The workspace's name isn't 1 to 55 characters from `a-z`, `0-9` and `-`.
        case workspace
        /// Data sent to another machine could be read or changed in transit; includes the setting of `sslmode`.
        case weakTransport(mode: String)
    }

    /// Whether a text is a server's URL rather than a file's path.
    public static func isOne(_ text: String) -> Bool {
        ["postgresql:", "postgres:"].contains { text.hasPrefix($0) }
    }

    /// - Throws: ``PostgresError`` with `address`.
    public init(_ text: String) throws(PostgresError) {
        guard let schemeEnd = text.firstRange(of: "://")?.upperBound, Self.isOne(text) else {
            throw PostgresError(.address(.malformed), "the URL does not begin with postgresql://")
        }
        let rest = text[schemeEnd...]
        let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<authorityEnd]
        let hosts = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        // Refused by its form, before libpq is loaded; libpq's own parsing is checked later.
        if let user = authority.lastIndex(of: "@").map({ authority[..<$0] }), user.contains(":") {
            throw Self.password
        }
        let queryStart = rest.firstIndex(of: "?")
        let path = rest[authorityEnd..<(queryStart ?? rest.endIndex)]
        let settings = queryStart.map { rest[rest.index(after: $0)...].split(separator: "&") } ?? []
        if settings.contains(where: { $0.hasPrefix("password=") || $0.hasPrefix("sslpassword=") }) {
            throw Self.password
        }
        let workspace = settings.last { $0.hasPrefix("workspace=") }?.dropFirst("workspace=".count)
        schema = try workspace.map { (name) throws(PostgresError) in try Self.schema(of: String(name)) } ?? "profile"
        let passed = settings.filter { !$0.hasPrefix("workspace=") }
        url =
            "postgresql://\(authority)\(path)" + (passed.isEmpty ? "" : "?\(passed.joined(separator: "&"))")
        let told = settings.filter { setting in
            ["host=", "port=", "dbname=", "service=", "workspace="].contains { setting.hasPrefix($0) }
        }
        description =
            "postgresql://\(hosts)\(path)" + (told.isEmpty ? "" : "?\(told.joined(separator: "&"))")
    }

    /// Returns the name of a workspace's schema.
    ///
    /// - Throws: ``PostgresError`` with `address`.
    static func schema(of workspace: String) throws(PostgresError) -> String {
        let isName = workspace.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isName, (1...55).contains(workspace.utf8.count) else {
            throw PostgresError(.address(.workspace), "the workspace's name is not 1 to 55 of a-z, 0-9 and -")
        }
        return "profile_\(workspace)"
    }

    static let password = PostgresError(.address(.password), "the URL contains a password")

    /// Whether all of the given hosts are this machine: sockets and loopback addresses.
    ///
    /// - Parameters:
    ///   - hosts: names, addresses or socket folders as passed to libpq, separated by commas.
    ///   - addresses: the addresses that override the names at the same places, where they aren't empty.
    static func areLocal(hosts: String, addresses: String) -> Bool {
        let hosts = hosts.split(separator: ",", omittingEmptySubsequences: false)
        let addresses = addresses.split(separator: ",", omittingEmptySubsequences: false)
        return (0..<max(hosts.count, addresses.count)).allSatisfy { place in
            let address = addresses.indices.contains(place) ? addresses[place] : ""
            let host = address.isEmpty && hosts.indices.contains(place) ? hosts[place] : address
            let isSocket = host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@")
            return isSocket || host == "localhost" || isLoopback(String(host))
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        return host == "::1"
    }
}

/// The settings that libpq has for a connection, by name.
@safe struct ConnectionSettings {
    private let values: [String: String]

    /// Reads and frees a list of libpq's.
    init(_ list: UnsafeMutablePointer<PQconninfoOption>?, _ library: ClientLibrary) {
        var values: [String: String] = [:]
        var next = unsafe list
        while let option = unsafe next?.pointee, let keyword = unsafe option.keyword {
            if let value = unsafe option.val {
                unsafe values[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe next = unsafe next?.successor()
        }
        unsafe library.functions.conninfoFree(list)
        self.values = values
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// Returns the settings in the URL itself.
    ///
    /// - Throws: ``PostgresError`` with `address` if it is malformed or contains a password.
    static func named(in url: String, _ library: ClientLibrary) throws(PostgresError) -> ConnectionSettings {
        var problem: UnsafeMutablePointer<CChar>?
        guard let list = unsafe library.functions.conninfoParse(url, &problem) else {
            // The message may repeat parts of the URL.
            unsafe library.functions.freemem(problem)
            throw PostgresError(.address(.malformed), "libpq rejects the URL")
        }
        let settings = unsafe ConnectionSettings(list, library)
        guard settings["password"].isEmpty, settings["sslpassword"].isEmpty else { throw ServerAddress.password }
        return settings
    }
}
