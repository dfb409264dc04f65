internal import Glibc
internal import Sealing

/// Our commands compared with what people would use instead, each as a separate process, run in turn.
struct WholeProcess {
    let workshop: Workshop
    /// The default build, and the static one if it is there.
    let builds: [(name: String, program: String)]
    let rounds: Int

    func rows() throws -> [Row] {
        try reading() + editing() + unlocking() + size() + landmarks()
    }

    // MARK: Reading

    private func reading() throws -> [Row] {
        let store = try workshop.store(hikes: 10)
        var candidates: [(name: String, run: () throws -> Figures)] = []
        func add(_ name: String, _ command: Command) { candidates.append((name, command.run)) }
        for (build, program) in builds {
            add("show, \(build)", store.command(["show"], program: program))
            add("status, \(build)", store.command(["status", "--check"], program: program))
        }
        add("sqlite3", try plainSelect())
        for (name, command) in try Others(workshop: workshop).readers() { add(name, command) }
        let timed = try Interleaved(rounds: rounds, candidates)

        var rows: [Row] = []
        for (build, program) in builds {
            let show = "show, \(build)"
            rows.append(
                ratio(
                    timed, show, to: "sqlite3", as: "`show` ÷ `sqlite3` select", build,
                    atMost: ["default": 1.5, "static": 1.2]))
            rows.append(
                ratio(
                    timed, "status, \(build)", to: "sqlite3", as: "`status --check` ÷ `sqlite3` select", build,
                    atMost: ["static": 1.0]))
            rows.append(
                Row(
                    what: "peak memory of `show`, 10 hikes, \(build)",
                    figure: try store.command(["show"], program: program).peak(), unit: .bytes,
                    goal: .atMost(12e6)))
        }
        let limits = ["gpg -d": 0.5, "pass show": 0.15, "keepassxc-cli show": 0.1]
        for other in ["gpg -d", "pass show", "keepassxc-cli show", "jrnl"] where timed.has(other) {
            rows.append(
                ratio(
                    timed, "show, default", to: other, as: "`show` ÷ `\(other)`", "default",
                    atMost: limits[other].map { ["default": $0] } ?? [:]))
        }
        return rows
    }

    private func plainSelect() throws -> Command {
        Command(arguments: ["sqlite3", try plainDatabase(), "SELECT body FROM profile WHERE account = 'main'"])
    }

    /// A database with the same profile in plain text.
    private func plainDatabase() throws -> String {
        let file = workshop.path("plain.db")
        guard unsafe access(file, F_OK) != 0 else { return file }
        let body =
            #"{"username":"g_kumar","prefersNotifications":true,"seasonalPhoto":"winter","goalDate":"2027-05-01"}"#
        let statements = """
            PRAGMA journal_mode = WAL; CREATE TABLE profile (account TEXT PRIMARY KEY, body TEXT) STRICT;
            INSERT INTO profile VALUES ('main', '\(body)')
            """
        try Command(arguments: ["sqlite3", file, statements]).run()
        return file
    }

    // MARK: Editing

    private func editing() throws -> [Row] {
        let store = try workshop.store(hikes: 10)
        let plain = try plainDatabase()
        let seasons = Alternating("spring", "summer")
        var candidates: [(name: String, run: () throws -> Figures)] = []
        for (build, program) in builds {
            candidates.append(
                ("edit, \(build)", { try store.command(["edit", "--season", seasons.next()], program: program).run() }))
        }
        let bodies = Alternating("{\"season\":\"spring\"}", "{\"season\":\"summer\"}")
        func update(_ body: String) -> Command {
            let statement = "UPDATE profile SET body = '\(body)' WHERE account = 'main'"
            return Command(arguments: ["sqlite3", plain, "PRAGMA synchronous = FULL; \(statement)"])
        }
        candidates.append(("sqlite3", { try update(bodies.next()).run() }))
        let timed = try Interleaved(rounds: rounds, candidates)
        var rows = builds.map { build, _ in
            ratio(
                timed, "edit, \(build)", to: "sqlite3", as: "`edit --season` ÷ `sqlite3` UPDATE, WAL, FULL", build,
                atMost: ["default": 1.4, "static": 1.0])
        }
        if Command.isInstalled("strace") {
            let ours = try syncs(of: store.command(["edit", "--season", seasons.next()]))
            let theirs = try syncs(of: update(bodies.next()))
            rows.append(
                Row(
                    what: "syncs of an `edit`", figure: Double(ours), unit: .count, goal: .atMost(Double(theirs)),
                    detail: "`sqlite3`: \(theirs)"))
        }
        return rows
    }

    /// The number of times that a command syncs a file.
    private func syncs(of command: Command) throws -> Int {
        var traced = command
        let trace = workshop.path("trace")
        traced.arguments =
            [
                "strace", "-f", "-o", trace, "-e", "trace=fsync,fdatasync",
                Command.path(of: command.arguments[0]) ?? command.arguments[0],
            ]
            + command.arguments.dropFirst()
        try traced.run()
        return try String(decoding: FileContent.read(trace), as: UTF8.self).split(separator: "\n").count {
            $0.contains("sync(")
        }
    }

    // MARK: Unlocking

    /// A command that derives keys, for the cost that `init` chooses and for the lowest that it offers.
    private func unlocking() throws -> [Row] {
        try unlocking(at: .moderate, named: "moderate") + unlocking(at: .interactive, named: "interactive")
    }

    private func unlocking(at cost: KeyDerivation.Cost, named name: String) throws -> [Row] {
        let store = try workshop.store(hikes: 10, cost: name)
        var show = store.command(["show", "--passcode-stdin"])
        show.input = workshop.path("passcode")
        let salt = [UInt8](repeating: 7, count: KeyDerivation.saltLength)
        let timed = try Interleaved(
            rounds: max(rounds / 3, 5),
            [
                ("show", show.run),
                (
                    "derivation",
                    {
                        let passcode = try Secret(Workshop.passcode)
                        return Figures(
                            wall: try seconds {
                                _ = try KeyDerivation.argon2id(passcode, salt: salt, cost: cost)
                            })
                    }
                ),
            ])
        return [
            ratio(
                timed, "show", to: "derivation",
                as: "`show` with the code given ÷ one `crypto_pwhash`, cost \(name)", "default",
                atMost: ["default": 1.05])
        ]
    }

    // MARK: The program

    private func size() throws -> [Row] {
        try builds.map { build, program in
            let stripped = workshop.path("stripped")
            try Command(arguments: ["strip", "-o", stripped, program]).run()
            var status = stat()
            unsafe stat(stripped, &status)
            return Row(
                what: "size of the program, stripped, \(build)", figure: Double(status.st_size), unit: .bytes,
                goal: build == "static" ? .atMost(15e6) : nil)
        }
    }

    // MARK: Landmarks

    private func landmarks() throws -> [Row] {
        let file = workshop.path("ten-thousand.json")
        try workshop.write(HikeFiles.landmarks(count: 10_000), to: "ten-thousand.json")
        let store = try workshop.store(hikes: 0)
        let database = workshop.path("plain-hikes.db")
        let script = """
            import json, sqlite3, sys
            db = sqlite3.connect(sys.argv[2], isolation_level=None)
            db.execute('PRAGMA journal_mode = WAL'); db.execute('PRAGMA synchronous = FULL')
            db.execute('CREATE TABLE hike (id INTEGER PRIMARY KEY, header TEXT, track TEXT)')
            db.execute('BEGIN IMMEDIATE')
            for hike in json.load(open(sys.argv[1])):
                track = hike.pop('observations')
                db.execute('INSERT INTO hike VALUES (?, ?, ?)', (hike['id'], json.dumps(hike), json.dumps(track)))
            db.execute('COMMIT')
            """
        let timed = try Interleaved(
            rounds: 3,
            [
                (
                    "import",
                    {
                        let figures = try store.command(["hike", "import", file]).run()
                        let ids = (1...10_000).map(String.init)
                        try store.command(["hike", "remove", "--yes"] + ids).run()
                        try store.command(["hike", "purge", "--yes"]).run()
                        return figures
                    }
                ),
                (
                    "python3",
                    {
                        try Command(arguments: ["rm", "-f", database, "\(database)-wal", "\(database)-shm"]).run()
                        return try Command(arguments: ["python3", "-c", script, file, database]).run()
                    }
                ),
            ])
        let peak = try store.command(["hike", "import", file]).peak()
        return [
            ratio(
                timed, "import", to: "python3", as: "Landmarks JSON, 10,000 hikes, import ÷ python3 json + sqlite3",
                "default", atMost: ["default": 1.0]),
            Row(what: "peak memory of that import", figure: peak, unit: .bytes, goal: .atMost(60e6)),
            try landmarksExport(from: store, database),
        ]
    }

    /// The same hikes out again: from the sealed store, and from the plain database of the import's reference.
    private func landmarksExport(from store: BenchStore, _ database: String) throws -> Row {
        let script = """
            import json, sqlite3, sys
            hikes = []
            for header, track in sqlite3.connect(sys.argv[1]).execute('SELECT header, track FROM hike ORDER BY id'):
                hike = json.loads(header)
                hike['observations'] = json.loads(track)
                hikes.append(hike)
            json.dump(hikes, sys.stdout, indent=2)
            """
        let timed = try Interleaved(
            rounds: 3,
            [
                ("export", store.command(["hike", "export", "--format", "landmarks"]).run),
                ("python3", Command(arguments: ["python3", "-c", script, database]).run),
            ])
        return ratio(
            timed, "export", to: "python3", as: "Landmarks JSON, 10,000 hikes, export ÷ python3 sqlite3 + json",
            "default", atMost: ["default": 1.0])
    }

    private func ratio(
        _ timed: Interleaved, _ name: String, to reference: String, as what: String, _ build: String,
        atMost limits: [String: Double]
    ) -> Row {
        Row(
            what: "\(what), \(build)", figure: timed.ratio(name, to: reference),
            goal: limits[build].map { .atMost($0) },
            detail: "\(duration(timed.wall(name))), \(duration(timed.wall(reference)))")
    }
}

/// Two alternating values.
final class Alternating {
    private var values: (String, String)

    init(_ first: String, _ second: String) { values = (first, second) }

    func next() -> String {
        values = (values.1, values.0)
        return values.0
    }
}
