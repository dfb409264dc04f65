import FoundationEssentials
import SQLiteKit
import TestSupport
import Testing

/// The table, in the page on keys and threats, of which command notices which damage, row by row.
@Suite(.aboutFiles) struct `The table of damage and the commands that notice it` {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The part's name in the table.
        let part: String
        let sql: [String]
        /// The names of the ``commands`` that exit with 18.
        let noticedBy: Set<String>

        var testDescription: String { part }

        /// The row in the table.
        var line: String {
            "| \(part) | " + commands.map { noticedBy.contains($0.name) ? "18" : "–" }.joined(separator: " | ") + " |"
        }
    }

    /// Hike 1, which has a recording, is the damaged one.
    static let commands: [(name: String, words: [String])] = [
        ("show", ["show"]), ("list", ["hike", "list"]), ("hike", ["hike", "show", "1"]),
        ("map", ["hike", "show", "1", "--map"]), ("history", ["history"]), ("check", ["check"]),
    ]

    /// Changes one byte of a sealed value.
    private static func altered(_ column: String) -> String {
        "CAST(substr(\(column), 1, 40) || CASE substr(\(column), 41, 1) WHEN x'00' THEN x'01' ELSE x'00' END "
            + "|| substr(\(column), 42) AS BLOB)"
    }

    static let rows = [
        Row(
            part: "the profile", sql: ["UPDATE profile SET record = \(altered("record"))"],
            noticedBy: ["show", "check"]),
        Row(part: "the draft", sql: ["UPDATE draft SET record = \(altered("record"))"], noticedBy: ["show", "check"]),
        Row(
            part: "the summary: totals, recent hikes, badges",
            sql: ["UPDATE summary SET record = \(altered("record"))"], noticedBy: ["show", "check"]),
        Row(
            part: "a hike's figures", sql: ["UPDATE hike SET header = \(altered("header")) WHERE id = 1"],
            noticedBy: ["list", "hike", "map", "check"]),
        Row(
            part: "a hike's stretches, which graphs are made of",
            sql: ["UPDATE hike SET track = \(altered("track")) WHERE id = 1"], noticedBy: ["hike", "map", "check"]),
        Row(
            part: "a hike's recording", sql: ["UPDATE hike SET recording = \(altered("recording")) WHERE id = 1"],
            noticedBy: ["map", "check"]),
        Row(
            part: "a hike that is missing", sql: ["DELETE FROM hike WHERE id = 1"],
            noticedBy: ["list", "hike", "map", "check"]),
        Row(
            part: "an earlier state of one hike",
            sql: [
                "UPDATE hike SET (revision, header, track) = (SELECT revision, header, track FROM old.hike WHERE id = 1) "
                    + "WHERE id = 1"
            ], noticedBy: ["list", "hike", "map", "check"]),
        Row(
            part: "a page of the list of hikes",
            sql: ["UPDATE record SET head = \(altered("head")) WHERE kind = 'hike.page'"],
            noticedBy: ["list", "hike", "map", "check"]),
        Row(
            part: "a removed hike", sql: ["UPDATE record SET head = \(altered("head")) WHERE kind = 'hike.removed'"],
            noticedBy: ["check"]),
        Row(
            part: "a commit of the history",
            sql: ["UPDATE history SET record = \(altered("record")) WHERE revision = 2"],
            noticedBy: ["history", "check"]),
        Row(
            part: "a commit that is missing", sql: ["DELETE FROM history WHERE revision = 2"],
            noticedBy: ["history", "check"]),
        Row(
            part: "the list of all records", sql: ["UPDATE manifest SET record = \(altered("record"))"],
            noticedBy: ["show", "list", "hike", "map", "history", "check"]),
        Row(
            part: "the gate's stages, its recovery wrap or its MAC, while a session is live",
            sql: ["UPDATE account SET mac = zeroblob(length(mac))"], noticedBy: ["check"]),
    ]

    /// An intact home, in which every command succeeds: made once, since each row needs the same.
    private static let intact = Result { try HomeTemplate(of: home()) }

    private static func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let track = try home.write(
            """
            <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Ridge</name><trkseg>
            \((0..<60).map { "<trkpt lat=\"61.\(100 + $0)\" lon=\"15.2\"><ele>\(300 + $0)</ele></trkpt>" }.joined())
            </trkseg></trk></gpx>
            """, to: "ridge.gpx")
        for words in [
            ["hike", "import", track], ["hike", "import", "\(packageFolder)/Data/hikeData.json"],
            ["hike", "remove", "2001"], ["edit", "--season", "spring"], ["edit", "--season", "summer"],
            ["edit", "--no-commit", "--username", "draft"],
        ] {
            let done = try home.program.run(arguments: words)
            #expect(done.exitCode == 0, "\(done)")
        }
        let store = home.path(of: "test.profile")
        try FileManager.default.copyItem(atPath: store, toPath: home.path(of: "old.profile"))
        #expect(try home.run("hike", "edit", "1", "--name", "Changed").exitCode == 0)
        for command in commands {
            #expect(try home.program.run(arguments: command.words).exitCode == 0, "\(command.words)")
        }
        return home
    }

    @Test(arguments: rows) func `matches what the commands do`(row: Row) throws {
        let home = try Home()
        try Self.intact.get().fill(home)
        do {
            let file = try Connection(opening: home.path(of: "test.profile"), mode: .existing, busyTimeout: .seconds(5))
            try file.run("ATTACH ? AS old", .text(home.path(of: "old.profile")))
            for sql in row.sql {
                try file.run(sql)
                #expect(file.changes > 0)
            }
        }
        for command in Self.commands {
            let noticed = try home.program.run(arguments: command.words).exitCode == 18
            #expect(noticed == row.noticedBy.contains(command.name), "\(command.words)")
        }
        // It is the exit code that show would have.
        let answer = try home.run("status", "--check").exitCode
        #expect(answer == (row.noticedBy.contains("show") ? 18 : 0))
    }

    @Test func `is that of the page`() throws {
        let page = URL(filePath: "\(packageFolder)/Sources/ProfileKit/ProfileKit.docc/KeysAndThreats.md")
        let content = try Data(contentsOf: page)
        let lines = Set(String(decoding: content, as: UTF8.self).split(separator: "\n"))
        for row in Self.rows { #expect(lines.contains(row.line[...]), "\(row.line)") }
    }
}
