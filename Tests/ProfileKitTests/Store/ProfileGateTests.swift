import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `Creating a profile` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `starts with the defaults of Landmarks and today as the goal date`() throws {
        let profile = try temporary.unlock().profile
        #expect(profile.prefersNotifications)
        #expect(profile.seasonalPhoto == .winter)
        #expect(profile.goalDate == Day(year: 2026, month: 11, day: 21))
    }

    @Test func `takes the username that is given, and refuses one that breaks the rules`() throws {
        let (path, configuration) = ("\(temporary.folder)/other.profile", temporary.gate.configuration)
        func create(_ username: String) throws -> Gate {
            try Gate.create(
                NewAccount(passcode: Secret("820461")).named(username), at: .file(path), configuration: configuration
            ).gate
        }
        #expect(code { _ = try create("\u{1B}[2J") } == .invalidValue)
        #expect(code { _ = try Gate(at: .file(path), configuration: configuration) } == .noStore)
        #expect(try create("ada").unlock(with: Secret("820461")).profile.username == "ada")
    }

    @Test func `creates and restores as well without what may be left out`() async throws {
        let (folder, configuration) = (temporary.folder, temporary.gate.configuration)
        let (gate, _) = try await Gate.create(
            NewAccount(passcode: Secret("739158")).named("ada"), at: "\(folder)/1.profile", configuration: configuration
        )
        let store = try await gate.unlock(with: Secret("739158"))
        #expect(try store.profile.username == "ada")
        let secrets = Gate.Secrets(passcode: try Secret("739158"))
        let unnamed = try await Gate.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]), at: "\(folder)/2.profile", configuration: configuration
        )
        let named = try await Gate.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]).named("ada"), at: .file("\(folder)/3.profile"),
            configuration: configuration)
        for (gate, name) in [
            (unnamed.gate, Profile.fresh(at: WallTime(secondsSince1970: 0)).username), (named.gate, "ada"),
        ] {
            #expect(try await gate.unlock(with: Secret("739158")).profile.username == name)
        }
        let backup = "\(folder)/backup"
        try store.backup(to: backup)
        let restored = [
            try await Gate.restore(backup, to: "\(folder)/4.profile", configuration: configuration),
            try await Gate.restore(backup, to: .file("\(folder)/5.profile"), configuration: configuration),
        ]
        #expect(restored.allSatisfy { $0.opened == nil && $0.awaitingRecovery == [.main] })
    }
}
