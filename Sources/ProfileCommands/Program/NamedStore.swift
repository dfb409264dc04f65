internal import SealedStore

#if Postgres
    internal import PostgresStore
#endif

extension Settings {
    /// The location of the store.
    ///
    /// - Throws: ``ServerAddressError``, which is a usage error.
    var place: StoreLocation {
        get throws { try Self.place(named: storePath) }
    }

    /// Whether the store is on a server.
    var isOnServer: Bool { Self.isServer(storePath) }

    /// The location named by a text: a server for a `postgresql:` URL, else a file.
    static func place(named text: String) throws -> StoreLocation {
        guard isServer(text) else { return .file(text) }
        #if Postgres
            return try .postgres(text)
        #else
            throw UsageError(
                message: "this program was built without the engine for servers",
                hint: "Build it with the trait Postgres, or name a file.")
        #endif
    }

    private static func isServer(_ text: String) -> Bool {
        text.hasPrefix("postgresql:") || text.hasPrefix("postgres:")
    }
}

/// A URL that is rejected, with the reason in words.
protocol RefusedAddress: Error {
    var message: String { get }
    var hint: String { get }
}

#if Postgres
    extension ServerAddressError: RefusedAddress {
        var message: String {
            switch problem {
            case .malformed: "the server's URL can't be read"
            case .password: "the server's URL holds a password, and others can read a program's arguments"
            case .workspace: "the workspace in the server's URL does not have a valid name"
            case .weakTransport(let mode): "sslmode=\(mode) does not protect what goes to another machine"
            }
        }

        var hint: String {
            switch problem {
            case .malformed: "It is written as postgresql://HOST/DATABASE, without a password."
            case .password: "Put it into the file that PGPASSFILE names, or use a service or a client certificate."
            case .workspace: "A name is 1 to 55 characters of a-z, 0-9 and -: postgresql://HOST/DATABASE?workspace=NAME"
            case .weakTransport: "Leave sslmode out, or set it to verify-full."
            }
        }
    }
#endif
