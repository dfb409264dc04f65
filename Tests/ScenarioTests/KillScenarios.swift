import Glibc
import ProfileKit
import TestSupport
import Testing

/// Commands that change the profile, ended by SIGKILL at any moment: from just after their start to past their end,
/// half of them just after their first write. Whatever the moment, the store is as it was before the command or as it
/// is after it, and what a command has acknowledged by its exit stays.
///
/// Control: delete a commit's draft in a separate transaction. A kill between the two leaves a draft that was already
/// committed, and this test fails.
@Suite(.aboutFiles, .timeLimit(.minutes(20))) struct `A command that is killed` {
    private enum Operation: CaseIterable {
        case edit, save, commit, discard
    }

    private enum Moment {
        case afterStart(Duration)
        case afterFirstWrite(Duration)

        /// - Parameter usual: how long a command takes that isn't killed.
        static func random(within usual: Duration, using random: inout SeededSource) -> Moment {
            Bool.random(using: &random)
                ? .afterStart(usual * Double.random(in: 0...1, using: &random))
                : .afterFirstWrite(.microseconds(Int.random(in: 0...600, using: &random)))
        }
    }

    /// Everything visible of the profile and its draft at one moment.
    private struct VisibleState: Hashable {
        var revision: Int
        var profile: Profile
        var draft: Edit?

        struct Edit: Hashable {
            let base: Profile
            var profile: Profile
        }

        mutating func commit(_ next: Profile) {
            guard next != profile else { return }
            (revision, profile) = (revision + 1, next)
        }
    }

    @Test(arguments: [false, true])
    func `leaves either all of its change or none of it`(isWatched: Bool) throws {
        let kills = ReliabilityFigure.isTorture ? 100 : isWatched ? 10 : 20
        let home = try Home.withStore(unlocked: true)
        let watch = isWatched ? try home.program.start("watch", "--json") : nil
        let firstSeen = try watch?.nextLine(timeout: .seconds(30))
        #expect(try firstSeen.map { try JSONValue($0).revision } == (isWatched ? 1 : nil))
        var random = SeededSource(seed: isWatched ? 2 : 1)
        let usual = try usualTime(in: home)
        var state = try look(home)
        var (killed, effective, round) = (0, 0, 0)
        // Few kills may by chance all come before the commits, or all after them.
        while killed < kills || effective == 0 || effective == killed, round < 1000 {
            round += 1
            let operation = Operation.allCases[round % 4]
            let moment = Moment.random(within: usual, using: &random)
            if state.draft == nil, operation == .commit || operation == .discard {
                try home.store().updateDraft { $0.profile.take(number: round) }
                state = try look(home)
            }
            let after = expectation(of: operation, number: round, from: state)
            let ended = try run(arguments(of: operation, number: round), in: home, killing: moment, usual: usual)
            let seen = try look(home)
            if ended.signal == SIGKILL {
                killed += 1
                effective += seen == after ? 1 : 0
                #expect(seen == state || seen == after, "\(operation) in round \(round)")
            } else {
                #expect(ended.exitCode == 0, "\(ended)")
                #expect(seen == after, "\(operation) in round \(round) was acknowledged")
            }
            state = seen
        }
        #expect(killed >= kills)
        #expect(effective > 0 && effective < killed, "kills hit before the commits and after them")

        let history = try home.store().history()
        #expect(history.map(\.revision) == Array((1...state.revision).reversed()))
        #expect(try home.run("check").exitCode == 0)
        if let watch { try expect(watch, toHaveShown: history.reversed().dropFirst()) }
    }

    /// Expects the watch to have shown every committed profile, each complete.
    private func expect(_ watch: RunningProgram, toHaveShown history: some Sequence<ProfileHistoryEntry>) throws {
        for entry in history {
            let shown = try JSONValue(try #require(try watch.nextLine(timeout: .seconds(30))))
            #expect(shown.revision == .number(Double(entry.revision)))
            #expect(shown.profile?.username == .string(entry.profile.username))
            #expect(shown.profile?.seasonalPhoto == .string(entry.profile.seasonalPhoto.rawValue))
            #expect(shown.profile?.prefersNotifications == .bool(entry.profile.prefersNotifications))
        }
        watch.kill()
        try watch.wait()
    }

    // MARK: What the command does

    private func arguments(of operation: Operation, number: Int) -> [String] {
        var profile = Profile(username: "", goalDate: Day(year: 2027, month: 5, day: 1))
        profile.take(number: number)
        let values = [
            "--username", profile.username, "--season", profile.seasonalPhoto.rawValue, "--notifications",
            profile.prefersNotifications ? "on" : "off",
        ]
        return switch operation {
        case .edit: ["edit"] + values
        case .save: ["edit", "--no-commit"] + values
        case .commit: ["commit", "--take", "mine"]
        case .discard: ["discard"]
        }
    }

    private func expectation(of operation: Operation, number: Int, from state: VisibleState) -> VisibleState {
        var after = state
        switch operation {
        case .edit:
            var edited = state.profile
            edited.take(number: number)
            after.commit(edited)
        case .save:
            var edit = state.draft ?? VisibleState.Edit(base: state.profile, profile: state.profile)
            edit.profile.take(number: number)
            after.draft = edit
        case .commit:
            if let edit = state.draft {
                let merge = Merge(base: edit.base, mine: edit.profile, theirs: state.profile)
                after.commit(merge.deciding(.all(.mine)).profile)
            }
            after.draft = nil
        case .discard: after.draft = nil
        }
        return after
    }

    // MARK: When the command is killed

    /// How long an edit takes that isn't killed.
    private func usualTime(in home: Home) throws -> Duration {
        let times = try (0..<5).map { number in
            try ContinuousClock().measure { _ = try home.run("edit", "--username", "undisturbed \(number)") }
        }
        return times.sorted()[2]
    }

    private func run(
        _ arguments: [String], in home: Home, killing moment: Moment, usual: Duration
    ) throws -> Finished {
        let log = home.path(of: "test.profile-wal")
        let before = stamp(of: log)
        let running = try home.program.start(arguments: arguments)
        var end = ContinuousClock.now
        switch moment {
        case .afterStart(let wait): end = end.advanced(by: wait)
        case .afterFirstWrite(let wait):
            // A command that ended without being seen to write is not waited for any longer.
            let last = end.advanced(by: usual * 2)
            while ContinuousClock.now < last, stamp(of: log) == before { usleep(20) }
            end = .now.advanced(by: wait)
        }
        while ContinuousClock.now < end { usleep(20) }
        running.kill()
        return try running.wait()
    }

    /// The attributes of a file that change when it is written.
    private func stamp(of path: String) -> [Int] {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_size > 0 else { return [] }
        return [Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    }

    // MARK: What is visible

    /// Reads the store with the library, which opens it as a command does and so recovers it after a kill.
    private func look(_ home: Home) throws -> VisibleState {
        let summary = try home.store().summary
        return VisibleState(
            revision: summary.committed.revision, profile: summary.committed.profile,
            draft: summary.draft.map { VisibleState.Edit(base: $0.base, profile: $0.profile) })
    }
}

extension Profile {
    /// Sets values that differ from the previous ones in every field.
    fileprivate mutating func take(number: Int) {
        username = "number \(number)"
        seasonalPhoto = SeasonalPhoto.allCases[number % 4]
        prefersNotifications = number.isMultiple(of: 2)
    }
}
