internal import CPostgres
internal import Glibc

/// One connection to a server. Statements are sent together, in libpq's pipeline mode, and their answers come back
/// together: one round trip for each ``run(_:)``.
///
/// It may be passed from thread to thread, but not be used by two at the same time.
@safe public final class PostgresConnection: @unchecked Sendable {
    // Unchecked because of the pointer and the counts: the owner of a connection lends it to one thread at a time.
    private let handle: OpaquePointer
    private let library: profile_pq
    private let taken: ClientLibrary
    private let notices: Notices
    private var patience: Duration
    private let longWaitHandler: (@Sendable () -> Void)?
    /// The names of the statements prepared on the server, by their texts.
    private var prepared: [String: String] = [:]
    /// The answers that are outstanding, in order.
    private var due: [Due] = []
    /// The number of times that an answer was awaited.
    public private(set) var roundTrips = 0

    private enum Due {
        case preparation(of: String)
        case answer(to: PostgresQuery, isWanted: Bool)
        case end
    }

    /// Connects with the settings of the address and the environment.
    ///
    /// - Parameters:
    ///   - limit: the timeout for connecting.
    ///   - patience: the timeout for each later answer, renewed while data is flowing.
    ///   - longWaitHandler: called when the server hasn't answered for a second, on the thread that waits.
    /// - Throws: ``PostgresError`` with `libraryMissing`, `address` or `connection`.
    public init(
        to address: ServerAddress, connectingWithin limit: Duration = .seconds(10),
        patience: Duration = .seconds(30), longWaitHandler: (@Sendable () -> Void)? = nil
    ) throws(PostgresError) {
        let library = try ClientLibrary.open()
        let notices = Notices(library)
        let named = try ConnectionSettings.named(in: address.url, library)
        var settings = ["client_encoding": "UTF8", "fallback_application_name": "profile"]
        if named["gssencmode"].isEmpty { settings["gssencmode"] = "disable" }
        // libpq would print a warning over the app's screen.
        let ignored = try PasswordFile.ignored(at: address, settings, library, notices)
        if ignored != nil { settings["passfile"] = PasswordFile.none }
        var handle = unsafe try Self.start(address, settings, library, notices)
        var effective = unsafe ConnectionSettings(library.functions.conninfo(handle), library)
        if !ServerAddress.areLocal(hosts: effective["host"], addresses: effective["hostaddr"]) {
            // Nothing but a SYN has been sent so far.
            unsafe library.functions.finish(handle)
            let mode = named["sslmode"]
            guard mode.isEmpty || mode == "verify-full" else {
                throw PostgresError(
                    .address(.weakTransport(mode: mode)), "sslmode=\(mode) doesn't protect what goes to another machine"
                )
            }
            settings["sslmode"] = "verify-full"
            if effective["sslrootcert"].isEmpty, let bundle = Self.systemBundle { settings["sslrootcert"] = bundle }
            unsafe handle = unsafe try Self.start(address, settings, library, notices)
            effective = unsafe ConnectionSettings(library.functions.conninfo(handle), library)
        }
        unsafe self.handle = unsafe handle
        self.library = library.functions
        (taken, self.notices, self.patience, self.longWaitHandler) = (library, notices, patience, longWaitHandler)
        do throws(PostgresError) {
            try connect(within: limit)
        } catch {
            guard let ignored else { throw error }
            let note = "; the password file \(ignored) is not used, since it isn't a plain file that only you can read"
            throw PostgresError(error.kind, error.message + note, sql: error.sql)
        }
    }

    deinit {
        // A server that answers when nobody is there any more logs that as a fatal error.
        patience = .milliseconds(500)
        if !due.isEmpty, !isBroken { _ = try? collect() }
        unsafe library.finish(handle)
    }

    static func start(
        _ address: ServerAddress, _ settings: [String: String], _ library: ClientLibrary, _ notices: Notices
    ) throws(PostgresError) -> OpaquePointer {
        // The URL comes first: the later settings override its own.
        let pairs = [(key: "dbname", value: address.url)] + settings.sorted { $0.key < $1.key }
        let keys = unsafe pairs.map { unsafe UnsafePointer(strdup($0.key)) } + [nil]
        let values = unsafe pairs.map { unsafe UnsafePointer(strdup($0.value)) } + [nil]
        defer {
            for index in pairs.indices {
                unsafe free(UnsafeMutablePointer(mutating: keys[index]))
                unsafe free(UnsafeMutablePointer(mutating: values[index]))
            }
        }
        let handle = unsafe library.functions.connectStartParams(keys, values, 1)
        guard let handle = unsafe handle else { throw PostgresError(.connection, "out of memory") }
        // libpq would print the server's notices to the terminal.
        let receiver: PQnoticeReceiver = { context, result in
            guard let context = unsafe context, let result = unsafe result else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().receive(result)
        }
        _ = unsafe library.functions.setNoticeReceiver(handle, receiver, Unmanaged.passUnretained(notices).toOpaque())
        // Adds the SQLSTATE to the message, which is all that is known of a refused connection.
        _ = unsafe library.functions.setErrorVerbosity(handle, PQERRORS_VERBOSE)
        return unsafe handle
    }

    /// The system's trusted certificates, in the places where distributions keep them.
    private static var systemBundle: String? {
        ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"].first {
            unsafe access($0, R_OK) == 0
        }
    }

    private func connect(within limit: Duration) throws(PostgresError) {
        let deadline = ContinuousClock.now.advanced(by: limit)
        var state = unsafe library.status(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        var stage = unsafe library.status(handle)
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw refusal(at: stage) }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            try wait(for: Int16(events), until: deadline)
            stage = unsafe library.status(handle)
            state = unsafe library.connectPoll(handle)
        }
        _ = unsafe library.setErrorVerbosity(handle, PQERRORS_DEFAULT)
        guard unsafe library.setnonblocking(handle, 1) == 0, unsafe library.enterPipelineMode(handle) == 1 else {
            throw loss()
        }
    }

    // MARK: Running statements

    /// Sends statements together and waits for all answers, in one round trip.
    ///
    /// The server runs them in order. If it refuses one, it doesn't run the rest.
    ///
    /// - Returns: one answer for each statement.
    /// - Throws: ``PostgresError`` of the first statement that was refused, or `connection`.
    public func run(_ queries: [PostgresQuery]) throws(PostgresError) -> [PostgresRows] {
        notices.warning = nil
        try queue(queries, areWanted: true)
        roundTrips += 1
        return try collect()
    }

    public func run(_ query: PostgresQuery) throws(PostgresError) -> PostgresRows {
        let answers = try run([query])
        guard let answer = answers.first else { throw loss() }
        return answer
    }

    /// The last warning that came with the answers to the last ``run(_:)``; `nil` if there was none.
    public var warning: String? { notices.warning }

    /// Sends statements without waiting for the answers, which are received and discarded with the next ones that are
    /// awaited.
    public func post(_ queries: [PostgresQuery]) throws(PostgresError) {
        try queue(queries, areWanted: false)
        try flush()
    }

    /// Waits for the answers to what was posted.
    public func finish() throws(PostgresError) {
        if !due.isEmpty { _ = try collect() }
    }

    /// Whether the connection seems usable, without asking the server.
    public var isAlive: Bool {
        guard !isBroken, unsafe library.status(handle) == CONNECTION_OK else { return false }
        guard due.isEmpty else { return true }
        // A server that shuts down sends a message or closes the connection.
        guard unsafe library.consumeInput(handle) == 1, unsafe library.isBusy(handle) == 0 else { return false }
        return unsafe library.status(handle) == CONNECTION_OK
    }

    private func queue(_ queries: [PostgresQuery], areWanted: Bool) throws(PostgresError) {
        for query in queries {
            var name = ""
            if query.isPrepared {
                if let known = prepared[query.sql] {
                    name = known
                } else {
                    name = Self.name(of: query.sql)
                    prepared[query.sql] = name
                    let types = query.values.map(\.type)
                    try require(unsafe library.sendPrepare(handle, name, query.sql, Int32(types.count), types))
                    due.append(.preparation(of: query.sql))
                }
            }
            try send(query, named: name)
            due.append(.answer(to: query, isWanted: areWanted))
        }
        try require(unsafe library.pipelineSync(handle))
        due.append(.end)
    }

    /// The name of a prepared statement: a hash of its text (FNV-1a). Where a pooler gives a session to several clients,
    /// the name stands for the same statement or for none, never for another client's.
    static func name(of sql: String) -> String {
        let hash = sql.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "profile_\(String(hash, radix: 16))"
    }

    private func send(_ query: PostgresQuery, named name: String) throws(PostgresError) {
        // All values are in one contiguous buffer.
        var bytes: [UInt8] = []
        var ranges: [Range<Int>?] = []
        for value in query.values {
            let start = bytes.count
            ranges.append(value.append(to: &bytes) ? start..<bytes.count : nil)
        }
        bytes.append(0)
        let types = query.values.map(\.type)
        let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: ranges.count)
        let isQueued = unsafe bytes.withUnsafeBytes { buffer in
            let pointers = unsafe ranges.map { range in
                unsafe range.flatMap { unsafe buffer.baseAddress?.advanced(by: $0.lowerBound) }?
                    .assumingMemoryBound(to: CChar.self)
            }
            return unsafe name.isEmpty
                ? library.sendQueryParams(
                    handle, query.sql, Int32(ranges.count), types, pointers, lengths, formats, 1)
                : library.sendQueryPrepared(handle, name, Int32(ranges.count), pointers, lengths, formats, 1)
        }
        try require(isQueued)
    }

    /// Receives the answers to everything that was sent.
    private func collect() throws(PostgresError) -> [PostgresRows] {
        var answers: [PostgresRows] = []
        var refusal: PostgresError?
        var position = 0
        defer { due.removeAll(keepingCapacity: true) }
        while position < due.count {
            let next = due[position]
            position += 1
            guard let result = unsafe try nextResult() else { throw loss() }
            switch (next, unsafe library.resultStatus(result)) {
            case (.end, PGRES_PIPELINE_SYNC):
                unsafe library.clear(result)
            case (.preparation, PGRES_COMMAND_OK):
                unsafe library.clear(result)
                try endOfAnswer()
            case (.answer(let query, true), PGRES_TUPLES_OK), (.answer(let query, true), PGRES_COMMAND_OK):
                unsafe answers.append(PostgresRows(result, of: query.sql, taken))
                try endOfAnswer()
            case (.answer(_, false), _), (_, PGRES_PIPELINE_ABORTED):
                unsafe library.clear(result)
                if case .preparation(let sql) = next { prepared[sql] = nil }
                try requireConnection()
                try endOfAnswer()
            case (_, PGRES_FATAL_ERROR):
                let error = unsafe Self.error(in: result, to: next, library)
                unsafe library.clear(result)
                if case .preparation(let sql) = next { prepared[sql] = nil }
                guard unsafe library.status(handle) == CONNECTION_OK, error.sqlState != nil else {
                    isBroken = true
                    throw PostgresError(.connection, error.message, sql: error.sql)
                }
                refusal = refusal ?? error
                try endOfAnswer()
            default:
                unsafe library.clear(result)
                isBroken = true
                throw PostgresError(.unexpectedAnswer, "the server's answer doesn't match the statement")
            }
        }
        if let refusal { throw refusal }
        return answers
    }

    /// Whether the order of answers was lost, so that later answers can't be attributed.
    private var isBroken = false

    /// Checks that a statement has no further result before the next statement's begins.
    private func endOfAnswer() throws(PostgresError) {
        guard let result = unsafe try nextResult() else { return }
        unsafe library.clear(result)
        isBroken = true
        throw PostgresError(.unexpectedAnswer, "the server answered twice to one statement")
    }

    private func nextResult() throws(PostgresError) -> OpaquePointer? {
        guard !isBroken else { throw PostgresError(.connection, "the connection can't be used any more") }
        var deadline = ContinuousClock.now.advanced(by: patience)
        var isFlushed = unsafe library.flush(handle) == 0
        while unsafe library.isBusy(handle) == 1 {
            try wait(for: Int16(isFlushed ? POLLIN : POLLIN | POLLOUT), until: deadline)
            guard unsafe library.consumeInput(handle) == 1 else { throw loss() }
            let pending = unsafe library.flush(handle)
            guard pending >= 0 else { throw loss() }
            isFlushed = pending == 0
            // There was progress in one direction or the other.
            deadline = ContinuousClock.now.advanced(by: patience)
        }
        return unsafe library.getResult(handle)
    }

    private func flush() throws(PostgresError) {
        let deadline = ContinuousClock.now.advanced(by: patience)
        while true {
            switch unsafe library.flush(handle) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                guard unsafe library.consumeInput(handle) == 1 else { throw loss() }
            default: throw loss()
            }
        }
    }

    // MARK: Waiting

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws(PostgresError) {
        var announcement = longWaitHandler.map { _ in ContinuousClock.now.advanced(by: .seconds(1)) }
        while true {
            let now = ContinuousClock.now
            if let due = announcement, now >= due {
                announcement = nil
                longWaitHandler?()
            }
            guard now < deadline else {
                isBroken = true
                throw PostgresError(.connection, "the server doesn't answer")
            }
            let left = now.duration(to: min(deadline, announcement ?? deadline))
            var watched = pollfd(fd: unsafe library.socket(handle), events: events, revents: 0)
            let milliseconds = Int32(clamping: Int64(left / .milliseconds(1)) + 1)
            let count = unsafe poll(&watched, 1, milliseconds)
            if count > 0 { return }
            if count < 0, errno != EINTR { throw loss() }
        }
    }

    private func require(_ status: Int32) throws(PostgresError) {
        guard status == 1 else { throw loss() }
    }

    private func requireConnection() throws(PostgresError) {
        guard unsafe library.status(handle) == CONNECTION_OK else { throw loss() }
    }

    private func loss() -> PostgresError {
        isBroken = true
        let message = unsafe library.errorMessage(handle).map { unsafe String(cString: $0) } ?? ""
        return PostgresError(.connection, message.isEmpty ? "the connection was lost" : message.inOneLine)
    }

    /// Why the server, or libpq on its behalf, refuses the connection.
    ///
    /// - Parameter stage: how far the connection had come.
    private func refusal(at stage: ConnStatusType) -> PostgresError {
        let error = loss()
        let found = VerboseMessage(error.message)
        if let state = found.sqlState { return PostgresError(.refused(sqlState: state), found.text) }
        // libpq itself misses a password, for which it has no state: as the server refuses a wrong one.
        if found.text.contains("no password supplied") { return PostgresError(.refused(sqlState: "28P01"), found.text) }
        return PostgresError(stage == CONNECTION_SSL_STARTUP ? .transport : .connection, found.text)
    }

    private static func error(in result: OpaquePointer, to due: Due, _ library: profile_pq) -> PostgresError {
        func field(_ code: Character) -> String? {
            let number = Int32(code.asciiValue ?? 0)
            guard let text = unsafe library.resultErrorField(result, number) else { return nil }
            return unsafe String(cString: text)
        }
        // Not the detail, which may contain values.
        let message = field("M") ?? "the connection was lost"
        let sql =
            switch due {
            case .preparation(let sql): sql
            case .answer(let query, _): query.sql
            case .end: ""
            }
        guard let state = field("C") else { return PostgresError(.connection, message.inOneLine, sql: sql) }
        return PostgresError(.refused(sqlState: state), message.inOneLine, sql: sql)
    }

    // MARK: Notifications

    /// Returns the notifications from other sessions since the last call. Receiving any requires LISTEN.
    public func takeNotifications() throws(PostgresError) -> [PostgresNotification] {
        guard unsafe library.consumeInput(handle) == 1 else { throw loss() }
        var taken: [PostgresNotification] = []
        while let notice = unsafe library.notifies(handle) {
            unsafe taken.append(
                PostgresNotification(
                    channel: String(cString: notice.pointee.relname), payload: String(cString: notice.pointee.extra)))
            unsafe library.freemem(notice)
        }
        try requireConnection()
        return taken
    }

    /// The file descriptor that becomes readable when the server sends something.
    public var descriptor: Int32 { unsafe library.socket(handle) }
}
