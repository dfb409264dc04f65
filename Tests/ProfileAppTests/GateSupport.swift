import ProfileKit
import ProfileRendering
import ProfileSupport
import Sealing
import Synchronization
import TestSupport

@testable import ProfileApp

/// Sizes, keys and drawings that the tests of the gate's screens share.
enum GateTest {
    static let terminal = CellSize(columns: 80, rows: 24)
    static let smallest = CellSize(columns: 40, rows: 16)
    static let sizes = [terminal, smallest]

    /// A shuffled order of keys that a seed determines.
    static func shuffled(_ seed: UInt64) -> RandomWords {
        let source = Mutex(SeededSource(seed: seed))
        return RandomWords { source.withLock { $0.next() } }
    }

    static func shared(_ text: String) -> SharedSecret {
        // A test machine has enough memory.
        SharedSecret(try! Secret(text))
    }

    static func code(_ text: String) -> RecoveryCode {
        // The tests' codes have right check symbols.
        try! RecoveryCode(reading: Secret(text))
    }

    /// A recovery code whose groups are all "0000", whichever one is asked for.
    static let zeros = code("0000-0000-0000-0000-0000-0000-0000")

    static func isTyped(_ text: String, in secret: SharedSecret) -> Bool {
        (try? secret.secret.equals(Secret(text))) ?? false
    }

    static func settings(
        _ motion: Motion = .full, random: RandomWords = .system, isStoreNamed: Bool = true, isDemo: Bool = false
    ) -> AppSettings {
        var settings = AppSettings()
        settings.isDemo = isDemo
        (settings.presentation.motion, settings.random) = (motion, random)
        settings.isStoreNamed = isStoreNamed
        return settings
    }

    static func status(
        _ stages: [CodeFormat], account: String = "main", shuffles: Bool = false, isOneOfSeveral: Bool = false
    ) -> AccountStatus {
        AccountStatus(
            id: try! AccountID(account), stages: stages, shufflesKeypad: shuffles,
            attempts: AccountStatus.Attempts(beforeWait: 5, retryAfter: .zero), isOneOfSeveral: isOneOfSeveral)
    }
}

extension PasscodeScreen {
    /// A lock screen for a code format.
    init(
        format: CodeFormat, account: String? = nil, order: KeyOrder = .ordered, motion: Motion = .full,
        size: CellSize = GateTest.terminal
    ) {
        var settings = GateTest.settings(motion)
        if case .shuffled(let random) = order { settings.random = random }
        var shuffles = false
        if case .shuffled = order { shuffles = true }
        self.init(
            GateTest.status(
                [format], account: account ?? "main", shuffles: shuffles, isOneOfSeveral: account != nil),
            settings: settings)
        window.size = size
    }
}

extension CredentialsScreen {
    /// The number of characters that the password's field shows.
    var passwordCount: Int { text().count { $0 == "•" } }
}

/// A gate's answers, as the worker reports them.
extension Screen {
    mutating func accepted(failures: Int = 0, at now: Moment) throws -> [Effect] {
        let sample = try AppSample.shared.get()
        return handle(.opened(sample.opening(failures: failures)), at: now)
    }

    mutating func refused(
        _ message: String, attemptsLeft: Int?, retryAfter: Duration = .zero, account: AccountStatus? = nil,
        at now: Moment
    ) -> [Effect] {
        let account = account ?? shownAccount ?? GateTest.status([.sixDigits])
        let next = AccountStatus(
            id: account.id, stages: account.stages, stage: account.stage, shufflesKeypad: account.shufflesKeypad,
            attempts: AccountStatus.Attempts(beforeWait: attemptsLeft, retryAfter: retryAfter),
            isOneOfSeveral: account.isOneOfSeveral)
        return handle(.refused(UserMessage(.wrongPasscode, message, hint: ""), next), at: now)
    }

    mutating func throttled(until end: Moment, at now: Moment) -> [Effect] {
        handle(.refused(UserMessage(.throttled, "wait", hint: "", retryAfter: end - now), nil), at: now)
    }

    mutating func failed(_ message: String, hint: CommandText = "", at now: Moment = .zero) -> [Effect] {
        handle(.refused(UserMessage(.io, message, hint: hint), nil), at: now)
    }

    private var shownAccount: AccountStatus? { (self as? PasscodeScreen)?.account }
}

extension [Effect] {
    /// The effects' names in order, without values, for comparisons.
    var names: [String] {
        map { effect in
            switch effect {
            case .ring: "ring"
            case .request(let request, _): request.name
            case .show(let screen): "show \(type(of: screen))"
            case .replace(let screen): "replace \(type(of: screen))"
            case .close: "close"
            case .showCommands: "commands"
            case .run(let command): "run \(command.item.label)"
            case .alert: "alert"
            case .use(let theme): "use \(theme.rawValue)"
            case .say(let toast): "say \(toast.text)"
            case .enter: "enter"
            case .lock: "lock"
            case .switchAccount: "switch"
            case .chooseAccount: "choose an account"
            case .leave: "leave"
            }
        }
    }

    /// The secret that a check is requested for.
    var checked: SharedSecret? {
        lazy.compactMap { if case .request(.gate(.open(let secret, _)), _) = $0 { secret } else { nil } }.first
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Effect: @retroactive Equatable {
    /// Compares the effects' kinds, and the values of those that are comparable.
    static func == (first: Effect, second: Effect) -> Bool {
        guard case .request(let one, let asker) = first, case .request(let other, let otherAsker) = second else {
            return [first].names == [second].names
        }
        let isSame =
            switch (one, other) {
            case (.draft(.save(let draft)), .draft(.save(let otherDraft))),
                (.draft(.overwrite(let draft)), .draft(.overwrite(let otherDraft))):
                draft == otherDraft
            case (.draft(.commit(let draft, let decisions)), .draft(.commit(let otherDraft, let others))):
                draft == otherDraft && decisions == others
            case (.hikes(.load(let id)), .hikes(.load(let otherID))): id == otherID
            case (.hikes(.purge(let hike)), .hikes(.purge(let otherHike))): hike == otherHike
            case (.hikes(.remove(let ids, let shown)), .hikes(.remove(let otherIDs, let otherShown))):
                ids == otherIDs && shown == otherShown
            case (.hikes(.restore(let ids)), .hikes(.restore(let otherIDs))): ids == otherIDs
            case (.hikes(.add(let hike)), .hikes(.add(let otherHike))): hike == otherHike
            case (.hikes(.edit(let edit)), .hikes(.edit(let otherEdit))): edit == otherEdit
            case (.hikes(.editAll(let edits)), .hikes(.editAll(let otherEdits))): edits == otherEdits
            case (.history(.undo(let revision)), .history(.undo(let otherRevision))): revision == otherRevision
            case (.history(.goBack(let revision, let newest)), .history(.goBack(let otherRevision, let otherNewest))):
                (revision, newest) == (otherRevision, otherNewest)
            case (.places(.load(let id)), .places(.load(let otherID))): id == otherID
            case (.places(.drawPhoto(let one)), .places(.drawPhoto(let other))): one == other
            case (.hikes(.takeBack(let number)), .hikes(.takeBack(let otherNumber))): number == otherNumber
            case (.hikes(.findSameWay(let id)), .hikes(.findSameWay(let otherID))): id == otherID
            case (.hikes(.trim(let id, let start, let end)), .hikes(.trim(let otherID, let otherStart, let otherEnd))):
                (id, start, end) == (otherID, otherStart, otherEnd)
            case (.places(.change(let change)), .places(.change(let otherChange))): change == otherChange
            case (.places(.readPhotos(let id)), .places(.readPhotos(let otherID))): id == otherID
            case (.hikes(.find(let filter)), .hikes(.find(let otherFilter))): filter == otherFilter
            case (.hikes(.readView(let view)), .hikes(.readView(let otherView))): view == otherView
            case (.hikes(.group(let grouping)), .hikes(.group(let otherGrouping))): grouping == otherGrouping
            case (.files(.complete(let path)), .files(.complete(let otherPath))): path == otherPath
            case (.files(.importHikes(let paths, _)), .files(.importHikes(let otherPaths, _))): paths == otherPaths
            case (.gate(.findAccounts(let name)), .gate(.findAccounts(let otherName))): name == otherName
            case (.gate(.enter(let account)), .gate(.enter(let otherAccount))): account == otherAccount
            default: true
            }
        return isSame && asker == otherAsker && one.name == other.name
    }
}

extension Screen {
    /// Types a text key by key, a tenth of a second each.
    mutating func enter(_ text: String, from start: Moment = .zero) -> [Effect] {
        text.enumerated().flatMap { index, character in
            update(.key(.character(character)), at: start + .milliseconds(100 * index))
        }
    }

    /// Sends keys one after the other at one moment.
    @discardableResult
    mutating func send(_ keys: Key..., at now: Moment = .zero) -> [Effect] {
        keys.flatMap { update(.key($0), at: now) }
    }

    /// The screen in a window of another size, as the stack shows it.
    func sized(_ size: CellSize) -> Self {
        var screen = self
        screen.window.size = size
        return screen
    }

    func picture(_ size: CellSize = GateTest.terminal, at now: Moment = .zero) -> Canvas {
        var canvas = Canvas(size: size)
        sized(size).draw(on: &canvas, at: now)
        return canvas
    }

    /// The screen's text, without colours.
    func text(_ size: CellSize = GateTest.terminal, at now: Moment = .zero) -> String {
        picture(size, at: now).text
    }

    /// The place of a text on the screen.
    func place(of text: String, _ size: CellSize = GateTest.terminal, at now: Moment = .zero) -> CellPoint? {
        picture(size, at: now).place(of: text)
    }

    /// Compares the screen with its golden files: as text in every window size, and as a picture at 80 by 24.
    func differenceFromGolden(_ name: String, at now: Moment = .zero, test: String = #filePath) throws -> String? {
        for size in Picture.sizes {
            var screen = self
            _ = screen.update(.resized(size), at: now)
            let difference = try Picture.difference(of: screen.picture(size, at: now), from: name, test: test)
            if let difference { return difference }
        }
        return try GoldenFile("\(name).svg", test: test).difference(from: picture(at: now).svg(title: "profile"))
    }
}

extension Canvas {
    var text: String { lines(depth: .none).joined(separator: "\n") }

    func place(of text: String) -> CellPoint? {
        for (row, line) in lines(depth: .none).enumerated() {
            if let range = line.range(of: text) {
                return CellPoint(column: String(line[..<range.lowerBound]).cells, row: row)
            }
        }
        return nil
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<Index>? {
        indices.lazy.compactMap { start in
            self[start...].hasPrefix(part) ? start..<index(start, offsetBy: part.count) : nil
        }.first
    }
}

/// A stack of screens as one screen, so that the helpers for screens apply.
struct Stack: Screen {
    var window = Window() {
        didSet { if window.size != oldValue.size { _ = screens.resize(to: window.size, at: .zero) } }
    }
    private(set) var screens: ScreenStack

    init(_ screen: any Screen, motion: Motion = .reduced) {
        screens = ScreenStack(named: ScreenID.gate, motion: motion, ending: .cancelled)
        _ = screens.resize(to: screen.size, at: .zero)
        window.size = screen.size
        _ = screens.begin(with: screen, at: .zero)
    }

    func top<Kind: Screen>(_ kind: Kind.Type) -> Kind? { screens.top as? Kind }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event {
            let effects = screens.resize(to: size, at: now)
            window.size = size
            return effects
        }
        return screens.update(event, at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        screens.topID.map { screens.handle(reply, for: $0, at: now) } ?? []
    }

    /// Gives a reply to the screen that asked, which may be covered by now.
    mutating func handle(_ reply: Reply, for asker: ScreenID) -> [Effect] {
        screens.handle(reply, for: asker, at: .zero)
    }

    func draw(on canvas: inout Canvas, at now: Moment) { screens.draw(on: &canvas, at: now) }
    func nextTick(after now: Moment) -> Moment? { screens.nextTick(after: now) }
}
