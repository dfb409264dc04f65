import FoundationEssentials
import TestSupport
import Testing

@Suite struct `What the README shows` {
    @Test func `runs on a temporary store as profile demo, and leaves nothing behind`() throws {
        let home = try Home()
        let demo = try home.run("demo")
        #expect(demo.exitCode == 0)
        #expect(demo.output.contains("$ profile edit --season spring"))
        #expect(demo.output.contains("winter → spring"))
        #expect(demo.output.contains("Tenth Hike"))
        #expect(demo.errors.contains("Lock it with: profile lock\n"))
        #expect(demo.output.contains("Earth Day"))
        let folder = try #require(demo.output.firstMatch(of: /sealed in (\S+)\/demo.profile/)?.1)
        #expect(!exists(String(folder)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test func `profile demo leaves nothing behind when it is ended in the middle`() throws {
        let home = try Home()
        let place = home.path(of: "tmp")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let environment = home.program.environment.merging(["TMPDIR": place]) { $1 }
        let demo = try Program(path: home.program.path, environment: environment, workingDirectory: home.path)
            .start("demo")
        _ = try demo.nextLine(timeout: .seconds(30))
        demo.signal(15)
        #expect(try demo.wait().exitCode == 143)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test func `ends in the app on a terminal, and leaves nothing behind there either`() throws {
        let home = try Home()
        let terminal = try home.app("demo")
        try terminal.see("q quit", timeout: .seconds(20))
        try terminal.send("\u{C}")
        try terminal.see("Enter Passcode")
        try terminal.send("\u{5}")
        try terminal.see("Its passcode is 739158.")
        try terminal.press(.escape)
        // Sent together with the digits, Escape would be read as Alt.
        try terminal.see("Enter Passcode", without: "Its passcode is 739158.")
        try terminal.send("739158")
        try terminal.see("Show the notice")
        try terminal.press(.escape)
        try terminal.see("q quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        let folder = try #require(terminal.transcript.firstMatch(of: /sealed in (\S+)\/demo.profile/)?.1)
        #expect(!exists(String(folder)))
    }

    @Test func `is a snippet for getting started that runs`() throws {
        let snippet = try String(
            decoding: Data(contentsOf: URL(filePath: "\(packageFolder)/Snippets/GettingStarted.swift")), as: UTF8.self)
        let readme = try String(
            decoding: Data(contentsOf: URL(filePath: "\(packageFolder)/README.md")), as: UTF8.self)
        #expect(readme.contains("```swift\n\(snippet)```"))

        let home = try Home()
        let program = Program(
            path: Program.built("GettingStarted"), environment: home.program.environment, workingDirectory: home.path)
        // Twice in a row: the second time, the store exists.
        for isFirst in [true, false] {
            let terminal = try program.onTerminal()
            if isFirst { try terminal.expect("Keep this: ", timeout: .seconds(30)) }
            // The last line waits for further commits, so the test ends it once it has printed the name.
            try terminal.waitUntil("the username is printed") {
                $0.transcript.split(separator: "\r\n").count >= (isFirst ? 2 : 1)
            }
            terminal.signal(15)
            #expect(try terminal.expectExit().signal == 15)
            #expect(terminal.transcript.contains("Keep this") == isFirst)
        }
        #expect(exists(home.path(of: "hiker.profile")))
    }

    @Test func `is a snippet in which the store alone serves another model`() throws {
        let source = try String(
            decoding: Data(contentsOf: URL(filePath: "\(packageFolder)/Snippets/TravelDocuments.swift")), as: UTF8.self)
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
        let imports = source.split(separator: "\n").filter { $0.hasPrefix("import ") }
        #expect(imports == ["import SealedStore"])

        try expect("SealedStore/SealedStore.docc/SealedStore.md", toShow: "TravelDocuments")
        let home = try Home()
        let program = Program(
            path: Program.built("TravelDocuments"), environment: home.program.environment, workingDirectory: home.path)
        // Twice in a row: the second time, the store exists, and has the visits of the first.
        for visits in [1...2, 1...4] {
            let shown = try program.run()
            var lines = shown.output.split(separator: "\n")
            if visits.count == 2 { #expect(lines.removeFirst().hasPrefix("Keep this: ")) }
            let followed = visits.map { "\($0.isMultiple(of: 2) ? "Bhutan" : "Nepal") [\"far\", \"high\"]" }
            #expect(
                lines.joined(separator: "|")
                    == #"Ada of Turin 3|\#(followed)|taken back: \#(Array(visits))|autumn ["far"] Namaste"#,
                "\(shown)")
        }
        // Its files don't mention profiles, and another program's store isn't mistaken for one.
        #expect(exists(home.path(of: ".local/state/travel")))
        #expect(try home.run("status", "--store", home.path(of: "travel.sealed")).exitCode == 13)
    }

    @Test func `is a first sample of the store alone that runs`() throws {
        try expect("SealedStore/SealedStore.docc/SealedStore.md", toShow: "SealedPapers")
        let home = try Home()
        let program = Program(
            path: Program.built("SealedPapers"), environment: home.program.environment, workingDirectory: home.path)
        for isFirst in [true, false] {
            let shown = try program.run()
            #expect(shown.output.hasPrefix("Keep this: ") == isFirst)
            #expect(shown.output.hasSuffix("Passport C01X0006H\n"), "\(shown.errors)")
        }
    }

    /// Expects a page of the documentation to show a part of a snippet.
    private func expect(_ page: String, toShow snippet: String) throws {
        func text(_ path: String) throws -> String {
            try String(decoding: Data(contentsOf: URL(filePath: "\(packageFolder)/\(path)")), as: UTF8.self)
        }
        let source = try text("Snippets/\(snippet).swift")
        let blocks = try text("Sources/\(page)").split(separator: "```swift\n").compactMap {
            $0.split(separator: "\n```").first
        }
        #expect(blocks.contains { source.contains($0) }, "\(page)")
    }

    @Test func `is an editor whose draft waits, and is merged by the field`() throws {
        let home = try Home()
        let program = Program(
            path: Program.built("LetterEditor"), environment: home.program.environment, workingDirectory: home.path)
        for isFirst in [true, false] {
            let shown = try program.run()
            let readers = isFirst ? "" : "Dear Tenzing, the pass is open."
            #expect(
                shown.output.hasSuffix(
                    """
                    a \(isFirst ? "fresh draft" : "draft is waiting")
                    readers see “\(readers)”
                    \(isFirst ? "Pasang" : "Dorje") Dear Tenzing, the pass is open.

                    """), "\(shown)")
        }
    }

    @Test func `is a model that grows, and keeps what the first one wrote`() throws {
        let home = try Home()
        let program = Program(
            path: Program.built("GrowingModel"), environment: home.program.environment, workingDirectory: home.path)
        for metres in [2450, 2451] {
            let shown = try program.run()
            #expect(shown.output.hasSuffix("Unnamed \(metres) m [\"autumn\"]\n2451 Ada\n"), "\(shown)")
        }
    }

    @Test func `is a service of many accounts, whose backup opens elsewhere with a recovery code`() throws {
        let home = try Home()
        let program = Program(
            path: Program.built("NoteService"), environment: home.program.environment, workingDirectory: home.path)
        let shown = try program.run()
        #expect(
            shown.output == """
                that is Ada's passcode
                ["The pass is open."]
                awaiting recovery: ["ada", "ben"]
                ["The pass is open."]

                """, "\(shown)")
    }

    /// Sample code that isn't compiled goes stale. What isn't Swift code of one's own is a package's manifest.
    @Test func `has no sample in the pages that tests don't compile`() throws {
        func text(_ path: String) throws -> String {
            try String(decoding: Data(contentsOf: URL(filePath: "\(packageFolder)/\(path)")), as: UTF8.self)
        }
        func files(_ folder: String, _ suffix: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: "\(packageFolder)/\(folder)")
                .filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
        }
        let compiled = try (files("Snippets", ".swift") + files("Tests", "Samples.swift")).map(text)
        let folders = ["SealedStore/SealedStore.docc", "ProfileKit/ProfileKit.docc", "Interchange/Interchange.docc"]
        var count = 0
        // The steps in Extending change the package itself.
        for page in try folders.flatMap({ try files("Sources/\($0)", ".md") }) where !page.hasSuffix("/Extending.md") {
            for block in try text(page).split(separator: "```swift\n").dropFirst() {
                let sample = try #require(block.split(separator: "\n```").first)
                if sample.contains("// swift-tools-version") { continue }
                count += 1
                #expect(compiled.contains { $0.contains(sample) }, "\(page): \(sample)")
            }
        }
        #expect(count >= 10)
    }

    @Test func `is a snippet that reads a passcode from a terminal, which doesn't show it`() throws {
        try expect("SealedStore/SealedStore.docc/SealedStore.md", toShow: "PasscodePrompt")
        let home = try Home()
        let program = Program(
            path: Program.built("PasscodePrompt"), environment: home.program.environment, workingDirectory: home.path)
        for passcode in ["739158", "150726"] {
            let terminal = try program.onTerminal()
            try terminal.expect("Passcode")
            try terminal.send("\(passcode)\n")
            try terminal.expect(passcode == "739158" ? "It opened." : "That isn't it.", timeout: .seconds(30))
            #expect(try terminal.expectExit().exitCode == 0)
            #expect(!terminal.transcript.contains(passcode))
        }
    }

    @Test func `is a snippet that imports recordings`() throws {
        try expect("ProfileKit/ProfileKit.docc/ProfileKit.md", toShow: "HikeFile")
        let home = try Home()
        let program = Program(
            path: Program.built("HikeFile"), environment: home.program.environment, workingDirectory: home.path)
        let recording = "\(recordings)/gpxpy-Mojstrovka.gpx"
        let seen = try program.run(recording, recording, "none.gpx")
        #expect(seen.output.contains("\(recording): 1 imported, 0 skipped\n"), "\(seen)")
        #expect(seen.output.contains("\(recording): 0 imported, 1 skipped\n"))
        #expect(seen.output.contains("none.gpx: NoFile()"))
    }

    @Test func `is an observable host that follows a store and reports when it is locked`() throws {
        let home = try Home()
        let program = Program(
            path: Program.built("ProfileHost"), environment: home.program.environment, workingDirectory: home.path)
        let shown = try program.run()
        #expect(shown.output == "the view is redrawn\nshown: notifications on\nlocked: true\n")
    }
}
