import FoundationEssentials
import ProfileKit
import SystemKit
import Testing

@testable import ProfileCommands

@Suite struct ProfileFormTests {
    private let profile = Profile(
        username: "g_kumar", prefersNotifications: true, seasonalPhoto: .winter,
        goalDate: Day(year: 2026, month: 11, day: 22))

    private func changes(_ text: String, rules: [FieldProblem] = []) throws -> [String]? {
        let changes = try FieldForm(profile).changes(in: text) { _ in rules }
        return changes?.map { "\($0.field.name)=\($0.value)" }
    }

    @Test func `an unchanged form changes nothing`() throws {
        let form = FieldForm(profile)
        #expect(
            form.text.contains(
                "\nusername: g_kumar\nnotifications: on\nseason: winter\ngoal: \ngoal-date: 2026-11-22\n"))
        #expect(try changes(form.text) == [])
    }

    @Test func `only different values are changed, whatever the order and the spaces`() throws {
        #expect(try changes("# note\n\n  season :  SPRING \r\nusername: g_kumar") == ["seasonalPhoto=spring"])
        #expect(try changes("notifications: off\nusername: a: b") == ["prefersNotifications=off", "username=a: b"])
        #expect(try changes("season: ❄️") == [])
    }

    @Test(arguments: ["", "\n\n", "# all of it gone\n"])
    func `a form with only comments cancels the edit`(text: String) throws {
        #expect(try changes(text) == nil)
    }

    @Test(arguments: [
        ("season: mild", 1, "season must be one of"), ("#\n\ngoal-date: soon", 3, "goal-date must be a day"),
        ("seasons: spring", 1, "the field is not one of username"), ("season spring", 1, "a line must be a field"),
        ("season: spring\nseason: winter", 2, "season is given twice"),
    ])
    func `an invalid line is reported with its number`(text: String, line: Int, message: String) throws {
        let problems = #expect(throws: FormProblems.self) { try changes(text) }
        let problem = try #require(problems?.all.first)
        #expect(problem.line == line)
        #expect(problem.message.hasPrefix(message), "\(problem)")
    }

    @Test func `the rules apply only to lines that changed`() throws {
        let rule = FieldProblem("username", .length(1...64))
        let problems = #expect(throws: FormProblems.self) { try changes("\nusername: x", rules: [rule]) }
        #expect(problems?.all.map(\.line) == [2])
        #expect(problems?.all.first?.message.contains("1 to 64 characters") == true)
        #expect(try changes("season: spring", rules: [rule]) == ["seasonalPhoto=spring"])
    }

    @Test(.enabled(if: PrivateFolder.isInMemory("/dev/shm"), "there is no folder in memory"))
    func `a form in memory is wiped if its process is gone, and no other`() throws {
        let root = try #require(TemporaryFolder.make("/dev/shm/profile-form-test-"))
        defer { try? FileManager.default.removeItem(atPath: root) }
        let abandoned = try #require(TemporaryFolder.make("\(root)/profile-edit-"))
        let other = try #require(TemporaryFolder.make("\(root)/other-"))
        try PrivateFile.write([1, 2, 3], to: "\(abandoned)/profile.txt")
        let live = try MemoryFolder(among: [root])
        MemoryFolder.wipeAbandoned(in: root)
        #expect(Set(PrivateFolder.names(in: root).map { "\(root)/\($0)" }) == [other, live.path])
        live.wipe()
    }

    @Test func `the form is only written to a folder in memory`() {
        #expect(throws: UserError.self) { _ = try MemoryFolder(among: ["/proc", "/nowhere", "relative"]) }
    }
}
