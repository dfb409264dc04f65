import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import SealedStore

extension Sample {
    /// An edit of two hikes.
    static func change(
        _ number: Int, isUndone: Bool = false, of ids: [Int] = headers.prefix(2).map(\.id)
    ) -> LoggedChange {
        let fields = [
            FieldChange(
                field: "distance", from: AnyFieldValue(Kilometres(number: 4.5)),
                to: AnyFieldValue(Kilometres(number: 5.2))),
            // It is only stored, so it isn't shown.
            FieldChange(field: "declared", from: AnyFieldValue(Set(["distance"])), to: AnyFieldValue(Set<String>())),
            FieldChange(
                field: "movingTime", from: AnyFieldValue(Seconds(number: 3600)),
                to: AnyFieldValue(Seconds(number: 3000))),
        ]
        return LoggedChange(
            number: number, at: WallTime(secondsSince1970: 1_795_000_000 + number * 40_000), label: nil, undoes: nil,
            isUndone: isUndone,
            items: ids.map { LoggedChange.Item(kind: "hike", number: $0, change: .edited, fields: fields) })
    }

    static let removedHike = HikeHeader(id: 99, name: "Taken Away", distance: 3)

    static let undone = UndoneChange(
        number: 3, label: nil, change: .edited, elements: ["hike": [7]],
        remaining: [UndoneChange.Remainder(kind: "hike", number: 7, field: "distance")])
}

@Suite struct `The changes of hikes and places` {
    private static let changes: [LoggedChange] = [
        LoggedChange(
            number: 14, at: WallTime(secondsSince1970: 1_795_600_000), label: "import", undoes: nil, isUndone: false,
            items: (1...718).map { LoggedChange.Item(kind: "hike", number: $0, change: .added, fields: []) }),
        LoggedChange(
            number: 13, at: WallTime(secondsSince1970: 1_795_500_000), label: nil, undoes: 9, isUndone: false,
            items: Sample.change(9).items),
        LoggedChange(
            number: 12, at: WallTime(secondsSince1970: 1_795_400_000), label: nil, undoes: nil, isUndone: false,
            items: [LoggedChange.Item(kind: "place", number: 1, change: .removed, fields: [])]),
        LoggedChange(
            number: 11, at: WallTime(secondsSince1970: 1_795_350_000), label: nil, undoes: nil, isUndone: false,
            items: [LoggedChange.Item(kind: "hike", number: 99, change: .removed, fields: [])]),
        LoggedChange(
            number: 10, at: WallTime(secondsSince1970: 1_795_300_000), label: nil, undoes: nil, isUndone: false,
            items: []),
        Sample.change(9, isUndone: true), Sample.change(8),
    ]

    static func screen(_ size: CellSize = Sample.terminal) -> ChangesScreen {
        let content = Sample.content(places: Sample.places)
        var screen = ChangesScreen(content, settings: `A hike's page`.settings).sized(size)
        #expect(screen.begin(at: .zero).names == ["changes"])
        _ = screen.handle(.changes(Salvaged(value: changes, damaged: []), removed: [Sample.removedHike]), at: .zero)
        return screen
    }

    @Test(arguments: Picture.sizes) func `match their golden files`(size: CellSize) throws {
        var screen = Self.screen(size)
        _ = screen.press(.end)
        try Picture.check(screen, "changes", size)
    }

    @Test func `say what was changed, with the names and the values`() {
        var screen = Self.screen()
        #expect(screen.shows("import of 718 hikes") && screen.shows("undo of 9, 2 hikes"))
        #expect(screen.shows("removal of place 1") && screen.shows("↶ edit of 2 hikes: distance, moving time"))
        _ = screen.press(.end)
        #expect(screen.shows("\(Sample.headers[0].name): distance 4.5 → 5.2, moving time 1h → 50m"))
        _ = screen.press(.up, .up, .up)
        #expect(screen.shows("Taken Away"), "it is among the removed hikes")
        _ = screen.press(.up)
        #expect(screen.shows("Turtle Rock"))
    }

    @Test func `give a value of several lines on one`() {
        let change = FieldChange(field: "notes", from: AnyFieldValue("one\ntwo"), to: AnyFieldValue(""))
        #expect(change.spacedText == "notes one two → (empty)")
    }

    @Test func `are taken back one by one, after a question`() {
        var screen = Self.screen()
        _ = screen.press(.end)
        #expect(screen.press(.enter) == [] && screen.shows("Take it back?"))
        #expect(screen.press(.enter) == [], "Back has the focus")
        #expect(screen.press(.enter, .right, .enter) == [.request(.hikes(.takeBack(8)))])
        #expect(screen.shows("taking back…") && screen.press(.enter) == [], "it is under way")
        var late = screen
        let gone = UserMessage(.notFound, "It was taken back already.", hint: "")
        #expect(
            late.handle(.failed(gone), at: .zero).names == ["say It was taken back or purged elsewhere", "changes"])
        let effects = screen.handle(.takenBack(Sample.undone, earned: [], lost: []), at: .zero)
        #expect(effects.names == ["say Hike 7: the distance was changed since, and stays.", "changes"])
        var undo = Sample.change(15)
        undo = LoggedChange(
            number: 15, at: undo.at, label: nil, undoes: 8, isUndone: false, items: undo.items)
        _ = screen.handle(.changes(Salvaged(value: [undo] + Self.changes, damaged: []), removed: []), at: .zero)
        #expect(screen.list.index == 0 && screen.list.chosen?.number == 15, "the undo is selected")
    }

    @Test func `aren't taken back twice, or after a purge`() {
        var screen = Self.screen()
        _ = screen.press(.end, .up)
        #expect(screen.press(.enter).names == ["say It was taken back already"])
        _ = screen.press(.up)
        #expect(screen.press(.enter).names == ["say Nothing of it is left"])
    }

    @Test func `are read again when something changes, and after an unlock`() {
        var screen = Self.screen()
        #expect(screen.refresh(Sample.content(), at: .zero).names == ["changes"])
        #expect(screen.refresh(Sample.content(), at: .zero) == [], "they are being read")
        let answer = Reply.changes(Salvaged(value: [], damaged: []), removed: [])
        #expect(screen.handle(answer, at: .zero).names == ["changes"], "there were others meanwhile")
        #expect(screen.handle(answer, at: .zero) == [])
        #expect(screen.resume(at: .zero).names == ["changes"])
    }
}

@Suite(.temporaryStore) struct `The app's changes` {
    @Test func `are read from the open store, and taken back in it`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let store = try TemporaryStore.current.unlock()
        let id = try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 10)).ids[0]
        try store.editHike(id) { $0.name = "Crest" }
        guard case .changes(let changes, removed: _)? = await bench.replies(to: .hikes(.readChanges(limit: 10))).last
        else {
            Issue.record("no changes")
            return
        }
        #expect(changes.value.map(\.hikeChangeKind) == [.edit, .add])
        guard
            case .takenBack(let undone, _, _)? = await bench.replies(to: .hikes(.takeBack(changes.value[0].number)))
                .last
        else {
            Issue.record("nothing was taken back")
            return
        }
        #expect(undone.remaining.isEmpty)
        #expect(try store.hike(id).name == "Ridge")
        for number in [99, changes.value[0].number] {
            guard case .failed(let error)? = await bench.replies(to: .hikes(.takeBack(number))).last else {
                Issue.record("what isn't in the history, or was taken back already, was taken back")
                continue
            }
            #expect(error.code == .notFound)
        }
    }
}
