import FoundationEssentials
import TestSupport
import Testing

/// Pages and pictures in a real browser. Skipped where none is installed.
@Suite(.enabled(if: exists(Browser.path), "needs a browser")) struct `A browser` {
    @Test func `shows the page without errors`() throws {
        let home = try `Pictures on the command line`.home()
        let page = try home.run("show", "--html").output
        let seen = try Browser(home).open(page, name: "page.html")
        #expect(seen.complaints.isEmpty, "\(seen.complaints)")
        #expect(seen.pictureBytes > 20_000)
        // The browser's document has all that was written: nothing was dropped, moved or run.
        #expect(seen.elements("svg") == page.matches(of: /<svg\b/).count)
        #expect(seen.elements("article") == 2)
        #expect(seen.elements("script") == 0)
    }

    @Test func `shows the archive without errors, and runs its script`() throws {
        let home = try `Pictures on the command line`.home()
        let photo = home.path(of: "dot.png")
        try `profile hike photo`.dot.write(to: URL(filePath: photo))
        #expect(try home.run("hike", "photo", "add", "7", photo).exitCode == 0)
        let page = try home.run("page").output
        let seen = try Browser(home).open(page, name: "archive.html")
        // A style or a script with another digest would be refused.
        #expect(seen.complaints.isEmpty, "\(seen.complaints)")
        #expect(seen.pictureBytes > 20_000)
        #expect(seen.elements("svg") == page.matches(of: /<svg\b/).count)
        #expect(seen.elements("img") == 1)
        #expect(page.contains("<form hidden=") && !seen.document.contains("<form hidden="))
        // The graphs of one hike have a pointer, and six columns can be sorted.
        #expect(seen.document.matches(of: /type="range"/).count == 1)
        #expect(seen.document.matches(of: /<button type="button">/).count == 6)
    }

    @Test func `shows a badge without errors`() throws {
        let home = try `Pictures on the command line`.home()
        let seen = try Browser(home).open(
            try home.run("badge", "show", "First Hike", "--svg").output, name: "badge.svg")
        #expect(seen.complaints.isEmpty, "\(seen.complaints)")
        #expect(seen.pictureBytes > 5_000)
    }

    @Test func `reports the errors of a faulty page`() throws {
        let home = try `Pictures on the command line`.home()
        let page = try home.run("show", "--html").output
        let broken = page.replacing(
            "</body>", with: "<script>alert(1)</script><img src=\"https://example.invalid/\"></body>")
        #expect(try Browser(home).open(broken, name: "broken.html").complaints.count >= 2)
    }
}

/// A headless Chromium with a separate home.
private struct Browser {
    static let path = "/usr/bin/chromium"

    private let home: Home

    init(_ home: Home) {
        self.home = home
    }

    struct Reading {
        /// The console's messages, errors and refusals alike.
        let complaints: [String]
        /// The document as the browser parsed it.
        let document: String
        let pictureBytes: Int

        func elements(_ name: String) -> Int { document.split(separator: "<\(name)").count - 1 }
    }

    func open(_ text: String, name: String) throws -> Reading {
        let file = try home.write(text, to: name)
        let picture = home.path(of: "\(name).png")
        let arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
            "--user-data-dir=\(home.path(of: "browser"))", "--window-size=390,844", "--enable-logging=stderr",
        ]
        let program = Program(path: Self.path, environment: home.program.environment, workingDirectory: home.path)
        let shot = try program.run(arguments: arguments + ["--screenshot=\(picture)", "file://\(file)"])
        try #require(shot.exitCode == 0, "\(shot.errors)")
        let dump = try program.run(arguments: arguments + ["--dump-dom", "file://\(file)"])
        let complaints = (shot.errors + dump.errors).split(separator: "\n").filter { $0.contains("CONSOLE") }
        let bytes = (try? Data(contentsOf: URL(filePath: picture)))?.count ?? 0
        return Reading(complaints: complaints.map(String.init), document: dump.output, pictureBytes: bytes)
    }
}
