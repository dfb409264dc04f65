internal import Glibc
internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering
internal import Synchronization
internal import SystemKit

/// The failed attempts before an unlock: "2 attempts failed before this one, the last on Tuesday at 15:42."
struct FailureNotice {
    let text: String

    init(_ failures: PastFailures, today: Day) {
        let last = LocalTime(failures.lastAt)
        let count = failures.count.counted("attempt")
        text = "\(count) failed before this one, the last \(last.day.spelled(from: today)) at \(last.clockTime)."
    }
}

/// The hikes whose figures were recomputed by newer rules.
struct RenewalNotice {
    let text: String

    /// - Returns: `nil` if there are none.
    init?(_ renewed: [Int]) {
        guard !renewed.isEmpty else { return nil }
        let hikes = renewed.count == 1 ? "hike \(renewed[0])" : renewed.count.counted("hike")
        text = "The figures of \(hikes) were recomputed by newer rules, and have changed."
    }
}

extension Reporter {
    /// Reports that a session stays open, and how to end it.
    func notice(_ session: RemainingSession, of call: CommandCall) {
        let store =
            session.path == call.settings.storePath
            ? "" : " " + RepeatedOptions.text(for: GlobalOptions.store, session.path)
        let isOther = call.settings.account.map { $0 != session.account } ?? false
        let account =
            isOther ? " " + RepeatedOptions.text(for: GlobalOptions.account, session.account.description) : ""
        let unused = session.idleLimit < session.left ? ", or \(session.idleLimit.inWords) without use" : ""
        self.notice("The session stays open for \(session.left.inWords)\(unused).")
        // On a line of its own, so that the command isn't broken.
        self.notice("Lock it: \(command: "lock\(store)\(account)")")
    }

    /// Reports that a recovery code, which was on the screen when the app ended, is void.
    func notice(_ code: VoidRecoveryCode) {
        let (nothing, earlier) =
            switch code {
            case .first: ("Nothing was created.", "")
            case .further: ("Nothing was changed.", " The one you had before still works.")
            }
        notice("\(nothing) The recovery code that was just shown is void: throw it away.\(earlier)")
    }

    /// Reports a file or folder that was accessible to other users, and no longer is.
    func notice(_ change: TightenedPermissions) {
        let mode = "0" + String(change.mode, radix: 8)
        notice("\(change.path) was open to other users (mode \(mode)). It is yours alone now.")
    }

    /// Reports a folder of the store in which other users may remove or replace files.
    func notice(exposed folder: UnsafeFile) {
        let way =
            folder.problem == .foreign
            ? "Use a folder of yours." : "Take that from them with: chmod go-w \(RepeatedOptions.quoted(folder.path))"
        notice("\(StoreCheck.Note.exposedFolders([folder]).message.capitalizedFirst). \(way)")
    }

    /// Reports that a store was migrated, and where its copy is; or what failed in an operation that took effect.
    func notice(_ notice: GateNotice) {
        switch notice {
        case .migrated(let store):
            self.notice(
                "\(store.path) was migrated to the format of this version. A copy of it as it was is in \(store.copy).")
        case .failed(let error, _):
            let shown = UserMessage(error)
            guard case .sessionKeyNotFound = (error as? StoreError)?.reason else {
                return self.notice("The change took effect, though an error was reported: \(shown.message)")
            }
            let text: CommandText = "\(shown.message.capitalizedFirst). \(shown.hint)"
            self.notice(text)
        }
    }

    func notice(badgesOf change: HikeChange) { notice(badgesEarned: change.badgesEarned, lost: change.badgesLost) }

    /// Reports which badges a change earned and lost.
    func notice(badgesEarned earned: [Badge], lost: [Badge]) {
        for badge in earned { notice("Earned: \(badge.name).") }
        for badge in lost { notice("No longer earned: \(badge.name).") }
    }

    /// Reports a problem that occurred after a change of secrets took effect, and so isn't an error.
    func notice(_ warning: Gate.ChangeWarning) {
        switch warning {
        case .commitReportedFailure(let error):
            self.notice("The change took effect, though the disk reported an error: \(UserMessage(error).message)")
        case .stateFilesUnfinished(let error):
            self.notice(
                "The change took effect. The next command completes the files in the state folder: "
                    + UserMessage(error).message
            )
        case .logNotEmptied(let error):
            self.notice(
                "The change took effect. What it replaced stays in the store's log until the next command: "
                    + UserMessage(error).message
            )
        case .stateFilesNotRemoved(let error):
            self.notice(
                "The account was removed, but not all of its files in the state folder: \(UserMessage(error).message)")
        }
    }
}

/// The text of a notice about an imported hike.
struct ImportNoticeText {
    let line: String

    /// - Parameter isOneOfMany: whether its file contains other hikes, so that it must be named.
    init(_ notice: ImportNotice, of hike: ImportedHike, isOneOfMany: Bool) {
        let what: String
        switch notice {
        case .pointsLeftOut(let count): what = "\(count.counted("point")) left out"
        case .valuesLeftOut(let count): what = "\(count.counted("value")) left out"
        case .timesLeftOut(let count): what = "\(count.counted("timestamp")) left out"
        case .routesLeftOut(let count):
            let routes = count.counted("route")
            line = "\(routes) not read, since the file has a track"
            return
        case .jumps(let count):
            what = "\(count.counted("jump")) of the position not counted as distance"
        case .ridesInGaps(let kilometres, let speed):
            what =
                "\(kilometres.decimal(1)) km in gaps of the recording at up to \(speed.decimal(0)) km/h, too fast for "
                + "\(hike.hike.activity.rawValue); they count as distance"
        case .activityOfSpeed(let activity):
            what = "no activity named; its speed is that of \(activity.rawValue)"
        case .speed(let speed):
            what = "\(speed.decimal(0)) km/h, too fast for \(hike.hike.activity.rawValue)"
        }
        line = isOneOfMany ? "\(hike.hike.name): \(what)" : what
    }
}

/// Reports once, after a second, what the command is waiting for: ten silent seconds look like a crash.
enum WaitingNotice {
    static func install(isOnServer: Bool) {
        let text = isOnServer ? "waiting for another process, or for the server…" : "waiting for another process…"
        let wasSaid = Atomic(false)
        StoreWait.observe {
            guard !wasSaid.exchange(true, ordering: .relaxed) else { return }
            // The waiting thread may be any, so this bypasses the buffered output.
            let line = Array("\(text)\n".utf8)
            _ = unsafe write(STDERR_FILENO, line, line.count)
        }
    }

    /// Removes the notice for screens, which output on stderr would corrupt.
    static func remove() {
        StoreWait.observe(nil)
    }
}
