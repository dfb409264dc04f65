import ProfileKit
import ProfileKitTesting
import ProfileRendering

@testable import ProfileApp

/// The app's state as tests set it up: with real values of a store, and outcomes made by the test.
struct AppSample {
    let content: Content
    let committed: CommittedProfile
    let draft: ProfileDraft
    let conflict: DraftConflict
    let hike: Hike
    let history: [ProfileHistoryEntry]
    let change: HikeChange
    let account: AccountID
    let path: String

    /// Makes the values with a real store.
    ///
    /// - Parameter places: the places of its content.
    static func make(places: [PlaceEntry] = []) throws -> AppSample {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        let hikes = (1...12).map { id in
            let observations = (0..<4).map { HikeObservation(distanceFromStart: Double($0)) }
            let header = HikeHeader(id: id, name: "Hike \(id)", distance: Double(id))
            return ImportedHike(sourceID: id, hike: Hike(header: header, observations: observations))
        }
        try store.importHikes(hikes)
        let draft = try store.updateDraft { $0.seasonalPhoto = .autumn }
        try store.edit { $0.seasonalPhoto = .summer }
        let change = try store.removeHike(12)
        try store.restoreHikes([12])
        var content = try Content(of: store)
        content.places = places
        return AppSample(
            content: content, committed: try store.committed, draft: draft,
            conflict: try conflict(store, draft),
            hike: try store.hike(1), history: try store.history(), change: change, account: temporary.gate.account,
            path: temporary.gate.path)
    }

    private static func conflict(_ store: ProfileStore, _ draft: ProfileDraft) throws -> DraftConflict {
        do {
            try store.commit(draft)
        } catch let conflict as DraftConflict {
            return conflict
        }
        throw MissingConflict()
    }

    private struct MissingConflict: Error {}

    /// One sample for all tests that don't change it.
    static let shared = Result { try make() }

    func opening(
        _ number: Int = 1, hasSession: Bool = true, account: AccountID? = nil, stages: [CodeFormat] = [.sixDigits],
        failures: Int = 0, isOneOfSeveral: Bool = false
    ) -> OpenedStore {
        var status = status(stages, account: account)
        status.isOneOfSeveral = isOneOfSeveral
        return OpenedStore(
            number: number, account: status, path: path, content: content, failuresBefore: failures,
            hasSession: hasSession)
    }

    func status(
        _ stages: [CodeFormat] = [.sixDigits], stage: Int = 0, failures: Int = 0, retryAfter: Duration = .zero,
        account: AccountID? = nil
    ) -> AccountStatus {
        AccountStatus(
            id: account ?? self.account, stages: stages, stage: stage, shufflesKeypad: false,
            attempts: AccountStatus.Attempts(beforeWait: max(5 - failures, 0), retryAfter: retryAfter))
    }

    static func settings(
        isStoreNamed: Bool = true, motion: Motion = .reduced, isDemo: Bool = false
    ) -> AppSettings {
        var settings = AppSettings()
        settings.isDemo = isDemo
        settings.presentation.motion = motion
        settings.isStoreNamed = isStoreNamed
        return settings
    }
}

extension Canvas {
    /// Whether the cursor is on the screen, above the key line.
    var hasCursorAboveKeys: Bool { cursor.map { size.aboveKeyLine.contains($0) } ?? false }

    /// The text from the cursor to the end of its row.
    var textAtCursor: String {
        guard let cursor else { return "" }
        return String(row(cursor.row).dropFirst(cursor.column).compactMap(\.character))
    }
}

extension Moment {
    static func seconds(_ seconds: Double) -> Moment { Moment(sinceStart: .seconds(seconds)) }

    static func seconds(_ seconds: Int) -> Moment { Moment(sinceStart: .seconds(seconds)) }

    static func milliseconds(_ milliseconds: Int) -> Moment { Moment(sinceStart: .milliseconds(milliseconds)) }
}

extension App {
    mutating func press(_ keys: Key..., at now: Moment = .zero) -> [Effect] {
        keys.flatMap { update(.input(.key($0)), at: now) }
    }

    mutating func type(_ text: String, at now: Moment = .zero) -> [Effect] {
        text.flatMap { update(.input(.key(.character($0))), at: now) }
    }

    /// Passes a reply to the visible screen.
    mutating func handle(_ reply: Reply, at now: Moment = .zero) -> [Effect] {
        shownID.map { update(.reply(reply, $0), at: now) } ?? []
    }

    mutating func tell(_ news: StoreNews, opening: Int = 1, at now: Moment = .zero) -> [Effect] {
        update(.news(news, opening: opening), at: now)
    }

    func text(at now: Moment = .zero) -> String {
        var canvas = Canvas(size: size)
        draw(on: &canvas, at: now)
        return canvas.lines(depth: .none).joined(separator: "\n")
    }

    /// The visible screen, if it has a given type.
    func shown<Kind: Screen>(_ kind: Kind.Type) -> Kind? { shown as? Kind }
}

extension [Effect] {
    /// The requests to the worker.
    var requests: [Request] {
        compactMap { if case .request(let request, _) = $0 { request } else { nil } }
    }

    /// The screen that made the last request.
    var asker: ScreenID? { compactMap { if case .request(_, let screen) = $0 { screen } else { nil } }.last }

    var ending: AppEnding? {
        for case .leave(let ending) in self { return ending }
        return nil
    }

    var rings: Bool { contains { if case .ring = $0 { true } else { false } } }
}

extension Request {
    /// The request's name, without its values.
    var name: String {
        switch self {
        case .gate(.findAccounts): "find"
        case .gate(.enter): "enter"
        case .gate(.open): "open"
        case .gate(.forget): "forget"
        case .secrets(.verifyRecovery): "verify recovery"
        case .secrets(.recover): "recover"
        case .gate(.readEmergencyCard): "emergency"
        case .session(.lock): "lock"
        case .session(.extend): "use"
        case .hikes(.load): "hike"
        case .draft(.read): "draft"
        case .draft(.save): "save"
        case .draft(.overwrite): "overwrite"
        case .draft(.commit): "commit"
        case .draft(.discard): "discard"
        case .hikes(.group): "groups"
        case .history(.read): "history"
        case .history(.goBack): "go back"
        case .history(.undo): "undo"
        case .hikes(.readRemoved): "removed"
        case .hikes(.add): "add"
        case .hikes(.edit): "edit"
        case .hikes(.editAll): "edit all"
        case .hikes(.remove): "remove"
        case .hikes(.restore): "restore"
        case .hikes(.purge): "purge"
        case .hikes(.trim): "trim"
        case .hikes(.untrim): "untrim"
        case .hikes(.findSameWay): "same way"
        case .hikes(.readChanges): "changes"
        case .hikes(.takeBack): "take back"
        case .places(.change): "change a place"
        case .places(.readPhotos): "photos"
        case .files(.complete): "complete"
        case .files(.find): "find a path"
        case .files(.importHikes): "import"
        case .files(.importSamples): "samples"
        case .files(.write): "write"
        case .hikes(.readView): "view"
        case .hikes(.find): "find hikes"
        case .places(.load): "place"
        case .places(.drawPhoto): "draw photo"
        case .gate(.awaitSession): "await"
        case .gate(.join): "join"
        case .secrets(.prepareCreation): "prepare"
        case .secrets(.create): "create"
        case .session(.release): "release"
        case .session(.listAccounts): "accounts"
        case .session(.read): "session"
        case .session(.readCard): "card"
        case .session(.setCard): "set card"
        case .secrets(.change): "change"
        case .secrets(.verify): "verify"
        case .secrets(.renewRecoveryCode): "renew"
        case .session(.readDay): "day"
        }
    }
}
