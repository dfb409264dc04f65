import FoundationEssentials
import ProfileKit
import TestSupport
import Testing

/// The machine can't be put to sleep here, so what the kernel says of a process's timers is looked at.
@Suite(.timeLimit(.minutes(20))) struct `The timer for an idle limit` {
    /// What is left of the fifteen minutes shortly after they began, in seconds.
    private static let limit = 800...900

    /// The seconds that are left on a process's timers on the clock that runs on while the machine sleeps.
    private func left(of process: Int32) throws -> [Int] {
        let folder = "/proc/\(process)/fdinfo"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
            // One that is closed meanwhile has no file any more.
            let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            let state = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard state.contains("clockid: 7\n"), let match = state.firstMatch(of: #/it_value: \((\d+),/#) else {
                return nil
            }
            return Int(match.1)
        }
    }

    @Test func `runs while the machine sleeps, for a watch of a session`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        _ = try watch.nextLine(timeout: .seconds(30))
        #expect(try left(of: watch.processIdentifier).contains { Self.limit.contains($0) })
        watch.kill()
        try watch.wait()
    }

    @Test func `runs while the machine sleeps, for an app without a session`() throws {
        let home = try Home.withStore(session: "none")
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        #expect(try !left(of: terminal.processIdentifier).contains { Self.limit.contains($0) })
        try terminal.send("739158")
        try terminal.see("q quit")
        try waitUntil { try left(of: terminal.processIdentifier).contains { Self.limit.contains($0) } }
        try terminal.send("q")
        _ = try terminal.expectExit()
    }
}
