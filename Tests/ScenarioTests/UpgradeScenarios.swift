import FoundationEssentials
import TestSupport
import Testing

/// A store with a hundred hikes that the program of 0.1.0 made, and what that program said of it.
@Suite(.aboutFiles) struct `An upgrade from 0.1.0` {
    private static let fixture = "\(packageFolder)/Tests/ProfileKitTests/Fixtures/version-1-hundred"

    private static func home() throws -> Home {
        let home = try Home()
        let files = FileManager.default
        try files.copyItem(atPath: "\(fixture)/test.profile", toPath: home.path(of: "test.profile"))
        try files.createDirectory(atPath: home.path(of: ".local"), withIntermediateDirectories: false)
        try files.copyItem(atPath: "\(fixture)/state", toPath: home.path(of: ".local/state"))
        return home
    }

    private static func told(_ name: String) throws -> JSONValue {
        try JSONValue(String(decoding: Data(contentsOf: URL(filePath: "\(fixture)/\(name)")), as: UTF8.self))
    }

    private static func number(_ value: JSONValue?) -> Double? {
        if case .number(let number)? = value { number } else { nil }
    }

    @Test func `keeps a hundred hikes, each with its figures, and their sums and badges`() throws {
        let home = try Self.home()
        #expect(try home.unlock().exitCode == 0)
        let (before, after) = (try Self.told("list.json").hikes, try home.json("hike", "list").hikes)
        #expect(before?.count == 100 && after?.count == 100)
        let hikes = Dictionary(uniqueKeysWithValues: (after?.elements ?? []).map { (Self.number($0.id), $0) })
        for old in before?.elements ?? [] {
            let new = try #require(hikes[Self.number(old.id)])
            guard case .object(let members) = old, case .object(let now) = new else { throw NoObject() }
            for (name, value) in members { #expect(now[name] == value, "\(name) of \(old)") }
        }
        let (was, shown) = (try Self.told("show.json"), try home.json("show"))
        for name in ["hikes", "ascent", "movingTime", "distance"] {
            guard case .object(let old)? = was.totals, case .object(let new)? = shown.totals else { throw NoObject() }
            let sums = (try #require(Self.number(old[name])), try #require(Self.number(new[name])))
            #expect(abs(sums.0 - sums.1) < 0.001, "\(name)")
        }
        // There are more badges now.
        for badge in was.badges?.elements ?? [] { #expect(shown.badges?.elements.contains(badge) == true, "\(badge)") }
        #expect(shown.profile == was.profile)
        // Those of one day were listed by id, and not by their starts.
        let (recent, past) = (shown.recentHikes?.elements ?? [], was.recentHikes?.elements ?? [])
        #expect(recent.map(\.date) == past.map(\.date))
        #expect(recent.map(\.id) == after?.elements.prefix(5).map(\.id))
        #expect(try home.run("check").exitCode == 0)
        #expect(exists(home.path(of: "test.profile.v1.backup")))
    }

    private struct NoObject: Error {}
}
