import Glibc
import ProfileKit
import TestSupport
import Testing

/// Keeps a running program from making any file larger than a size.
private func limitFiles(of process: Int32, to size: String) throws {
    let tool = Program(path: "/usr/bin/prlimit", environment: [:])
    let done = try tool.run(arguments: ["--pid", String(process), "--fsize=\(size):unlimited"])
    try #require(done.exitCode == 0, "\(done)")
}

@Suite struct `The app behind its lock screen` {
    @Test func `shows the hikes, then the profile over them, then the hikes again`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        let terminal = try home.app()
        // With a live session, no passcode is asked for.
        try terminal.see("12 hikes", "[Elevation]", without: "Enter Passcode")
        try terminal.send("p")
        try terminal.see("Completed Badges")
        try terminal.press(.escape)
        try terminal.see("12 hikes")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `shows elevation, heart rate and pace of the latest hike`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        let terminal = try home.app()
        try terminal.see("[Elevation]")
        for title in ["[Heart Rate]", "[Pace]"] {
            try terminal.press(.right)
            try terminal.see(title)
        }
        try terminal.send("o")
        try terminal.see("the graph closed") { !$0.text.contains("[Pace]") }
        try terminal.send("o")
        try terminal.see("[Pace]")
    }

    @Test func `shows each recent hike on the profile with its graph`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        let terminal = try home.app(rows: 40, columns: 120)
        try terminal.see("12 hikes")
        try terminal.send("p")
        // A hike's line shows two names side by side; the lines below it show the range of its graphs.
        try terminal.see("five graphs") { picture in
            let below = picture.lines.drop { !$0.contains("Recent Hikes") }
            return below.map { $0.matches(of: /[0-9] m [ ⠀-⣿]/).count }.reduce(0, +) == 10
        }
    }

    @Test func `shows newly earned badges until the next key`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app(moving: true)
        try terminal.see("No hikes yet.")
        try #require(try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json").exitCode == 0)
        try terminal.see("You earned", "First Hike")
        try terminal.send("p")
        try terminal.see("Completed Badges", without: "You earned")
    }

    @Test func `leads from the list to a hike's route, and back to the search results`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        let terminal = try home.app()
        try terminal.see("12 hikes")
        try terminal.send("/RIDGE")
        try terminal.see(" of 12")
        try terminal.send("\r\r")
        try terminal.see("Enter figures", "←→ cursor")
        try terminal.press(.right)
        try terminal.see(" km · ", " bpm · ", " /km")
        try terminal.send("\u{1B}")
        try terminal.see("Enter figures", without: " bpm · ")
        try terminal.send("\u{1B}")
        try terminal.see(" of 12")
    }

    @Test func `asks before it removes a hike, and restores it with one key`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "add", "--name", "Elk Loop", "--distance", "4.5")
        let terminal = try home.app()
        try terminal.see("1 hike", "Elk Loop")
        try terminal.send("x")
        try terminal.see("Remove “Elk Loop”?")
        try terminal.press(.right)
        try terminal.send("\r")
        try terminal.see("u undo", "No hikes yet.")
        #expect(try home.store().hikes.isEmpty)
        try terminal.send("u")
        try terminal.see("1 hike", "Elk Loop")
        #expect(try home.store().hikes.count == 1)
    }

    @Test func `completes the name of a file to import, and reports the result`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("No hikes yet.")
        try terminal.send("i\(packageFolder)/Data/hikeD\t")
        try terminal.see("hikeData.json")
        try terminal.send("\r\r")
        try terminal.see("12 imported, 0 skipped, 0 refused")
        try terminal.press(.escape)
        try terminal.see("12 hikes")
    }

    @Test func `reports an outing that is known already, without naming an option of the shell`() throws {
        let home = try Home.withStore(unlocked: true)
        let recording = try home.write(
            """
            <gpx version="1.1" creator="test"><trk><name>Walk</name><trkseg>
            <trkpt lat="47" lon="11"><time>2026-04-22T10:00:00Z</time></trkpt>
            <trkpt lat="47.01" lon="11"><time>2026-04-22T10:20:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """, to: "watch.gpx")
        #expect(try home.run("hike", "import", recording).exitCode == 0)
        let other = try home.write(
            """
            <gpx version="1.1" creator="test"><trk><name>By phone</name><trkseg>
            <trkpt lat="47" lon="11.0001"><time>2026-04-22T10:00:00Z</time></trkpt>
            <trkpt lat="47.01" lon="11.0001"><time>2026-04-22T10:20:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """, to: "phone.gpx")
        let terminal = try home.app()
        try terminal.see("Walk")
        try terminal.send("i\(other)\r\r")
        try terminal.see("0 imported, 1 skipped, 0 refused", "outing")
        #expect(!terminal.transcript.contains("--duplicates"))
    }

    @Test func `reports what it published, not what others changed meanwhile`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app("edit")
        try terminal.see("^S")
        #expect(try home.run("edit", "--username", "other").exitCode == 0)
        try terminal.see("other")
        try terminal.send("\u{1B}")
        try terminal.see("Nothing changed.")
        #expect(!terminal.transcript.contains("Committed as revision"))
    }

    @Test func `undoes a commit with one key`() throws {
        let home = try Home.withStore(unlocked: true)
        let before = try home.store().profile
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("\u{15}hiker\u{13}")
        try terminal.see("Published as revision 2 · u undo")
        try terminal.send("u")
        try terminal.see("Published as revision 3")
        #expect(try home.store().profile == before)
    }

    @Test func `edits every field by keyboard, and keeps the goal date within its range`() throws {
        let home = try Home.withStore(unlocked: true)
        let today = try home.today()
        try #require(try home.run("edit", "--goal-date", "\(today)").exitCode == 0)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("\u{15}hiker\t \t\u{1B}[D\t120 km\t\u{1B}[C\u{1B}[C+")
        try terminal.see("‹ \(today.year + 1) ›", "[Off]", "[🍂 autumn]")
        // The day and the year are at the end of the range; one month back is within it.
        try terminal.send("+\u{1B}[C+\u{1B}[5~")
        try terminal.until { try home.json("status").draft == true }
        try terminal.send("\u{13}")
        try terminal.until { try home.json("show").profile?.username == "hiker" }
        let profile = try home.store().profile
        #expect(!profile.prefersNotifications)
        #expect(profile.seasonalPhoto == .autumn)
        #expect(profile.goalDate == today.adding(years: 1).adding(months: -1))
    }

    @Test func `keeps the draft when it is killed, and shows it to nobody else until Done`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("\t\t\u{1B}[D")
        try terminal.until { try home.json("status").draft == true }
        #expect(try home.json("show").profile?.seasonalPhoto == "winter")
        terminal.signal(SIGKILL)
        #expect(try terminal.expectExit().signal == SIGKILL)

        let again = try home.app()
        try again.see("A draft from today is waiting: Seasonal Photos winter → autumn")
        #expect(try home.json("show").profile?.seasonalPhoto == "winter")
        try again.openEditor()
        try again.see("[🍂 autumn]")
        try again.send("\u{13}")
        try again.see("Seasonal Photos: 🍂  autumn")
        #expect(try home.json("show").profile?.seasonalPhoto == "autumn")
        #expect(try home.json("status").draft == false)
    }

    @Test func `discards the draft only when that is confirmed`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("\t\t\u{1B}[D")
        try terminal.until { try home.json("status").draft == true }
        try terminal.send("\u{18}")
        // The default answer keeps the draft, so a hasty Enter loses nothing.
        try terminal.see("Discard the draft?", "Seasonal Photos winter → autumn")
        try terminal.send("\r")
        try terminal.see("draft kept", without: "Discard the draft?")
        #expect(try home.json("status").draft == true)
        try terminal.send("\u{18}")
        try terminal.see("Discard the draft?")
        try terminal.send("\u{1B}[C\r")
        try terminal.until { try home.json("status").draft == false }
        #expect(try home.json("show").revision == 1)
    }

    @Test func `locks at a lock elsewhere, and returns to the draft when unlocked`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2")
        try terminal.until { try home.json("status").draft == true }
        #expect(try home.run("lock").exitCode == 0)
        try terminal.see("Enter Passcode", without: "g_kumar")
        try terminal.send("739158")
        try terminal.see("^S done")
        try terminal.see("g_kumar_2")
        try terminal.send("3\u{13}")
        try terminal.until { try home.json("show").profile?.username == "g_kumar_23" }
    }

    @Test func `locks every process with Ctrl-L`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.send("\u{C}")
        try terminal.see("Enter Passcode")
        try terminal.until { try home.run("status", "--check").exitCode == 10 }
    }

    @Test func `locks when the session goes unused`() throws {
        let home = try Home.withStore()
        #expect(try home.run("config", "idle", "1s").exitCode == 0)
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send(Home.passcode)
        try terminal.see("Enter Passcode", "The session ended after 1 s without use")
    }

    @Test func `asks which values to keep when both changed the same field`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("\t\t\u{1B}[D")
        try terminal.until { try home.json("status").draft == true }
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        try terminal.send("\u{13}")
        try terminal.see("Changed on both sides", "winter", "autumn", "spring")
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
        try terminal.send("m\r")
        try terminal.until { try home.json("show").profile?.seasonalPhoto == "autumn" }
    }

    @Test func `resolves a conflict field by field, and publishes nothing until every field is resolved`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2\t\t\u{1B}[D")
        try terminal.see("draft kept", "g_kumar_2", "[🍂 autumn]")
        try #require(try home.run("edit", "--season", "spring", "--username", "sara").exitCode == 0)
        try terminal.send("\u{13}")
        try terminal.see("Changed on both sides", "sara", "spring")
        try terminal.send("m\r")
        try terminal.see("[g_kumar_2]", "› Seasonal Photos")
        #expect(try home.json("show").profile?.username == "sara")
        try terminal.send("t\r")
        try terminal.until { try home.json("show").profile?.username == "g_kumar_2" }
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
    }

    @Test func `does not overwrite another process's draft while someone types`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2")
        try terminal.see("draft kept")
        // The app is held up, so that the keys arrive before the news of the other draft.
        terminal.signal(SIGSTOP)
        try #require(try home.run("edit", "--no-commit", "--username", "theirs").exitCode == 0)
        try terminal.send("A B ")
        terminal.signal(SIGCONT)
        try terminal.see(
            "The draft was changed elsewhere", "Theirs: Username g_kumar → theirs",
            "Mine: Username g_kumar → g_kumar_2A")
        try terminal.send(" C D \r")
        try terminal.see("not saved", without: "The draft was changed elsewhere")
        #expect(try home.json("show", "--draft").profile?.username == "theirs")
        try terminal.send("\u{13}")
        try terminal.see("The draft was changed elsewhere")
        try terminal.send("\u{1B}[C\u{1B}[C\r")
        try terminal.see("draft kept")
        try terminal.until { "\(try home.json("show", "--draft"))".contains("g_kumar_2A") }
    }

    @Test func `shows another process's draft at once while nothing is typed`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try #require(try home.run("edit", "--no-commit", "--username", "theirs").exitCode == 0)
        try terminal.see("theirs", "draft kept")
        try terminal.send("2")
        try terminal.until { "\(try home.json("show", "--draft"))".contains("theirs2") }
        #expect(!terminal.transcript.contains("changed elsewhere"))
    }

    @Test(.aboutFiles) func `says when saving fails, and still publishes what is shown on Done`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2")
        try terminal.see("draft kept")
        // No file can grow, so saving fails as it would on a full disk.
        try limitFiles(of: terminal.processIdentifier, to: "0")
        try terminal.send("3")
        try terminal.see("g_kumar_23", "not saved")
        try terminal.press(.escape)
        try terminal.see("The draft is not saved")
        try terminal.send("\r")
        try terminal.see("not saved", without: "The draft is not saved")
        try limitFiles(of: terminal.processIdentifier, to: "unlimited")
        try terminal.send("\u{13}")
        try terminal.until { try home.json("show").profile?.username == "g_kumar_23" }
    }

    @Test func `opens only the editor for profile edit`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app("edit")
        try terminal.see("^S done")
        try terminal.send("\t\t\u{1B}[D\u{13}")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "autumn")
    }

    @Test func `shows other processes' commits as they arrive`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.send("p")
        try terminal.see("Seasonal Photos: ⛄")
        #expect(try home.run("edit", "--season", "summer").exitCode == 0)
        try terminal.see("Seasonal Photos: 🌞")
    }
}
