import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

/// Notes, tags and favourites, of one hike and of several.
@Suite struct `A hike's words` {
    private static let hike: HikeHeader = {
        var hike = HikeHeader(id: 4, name: "Ridge", distance: 7)
        (hike.tags, hike.notes) = (["wet", "boots"], "First line\nSecond line")
        return hike
    }()

    private static let inUse = ["boots", "borrowed", "wet"]

    private func form(_ size: CellSize = Sample.terminal) -> HikeForm {
        var listed = Self.hike
        listed.notes = ""
        var form = HikeForm(listed, tagsInUse: Self.inUse, units: .metric, today: Sample.today).sized(size)
        #expect(form.begin(at: .zero) == [.request(.hikes(.load(4)))])
        _ = form.handle(.hike(Hike(header: Self.hike)), at: .zero)
        return form
    }

    private func saved(_ form: inout HikeForm) -> HikeHeader? {
        guard case .request(.hikes(.edit(let edit)), _)? = form.press(.control("s")).first else { return nil }
        return edit.to
    }

    // MARK: The form

    @Test func `are edited in its form, whose notes have several lines`() {
        var form = form()
        #expect(form.shows("boots, wet") && form.shows("First line") && form.shows("Second line"))
        _ = form.press(.tab, .tab, .tab, .tab, .tab)
        _ = form.type(", mud")
        _ = form.press(.tab, .enter)
        _ = form.type("Above")
        _ = form.press(.up)
        _ = form.type("Top")
        let edited = saved(&form)
        #expect(edited?.tags == ["wet", "boots", "mud"])
        #expect(edited?.notes == "First line\nSecond line\nAbove".replacing("Second line", with: "SeconTopd line"))
    }

    @Test func `leave the notes by the keys that move the focus, once they are at their ends`() {
        var form = form()
        _ = form.press(.tab, .tab, .tab, .tab, .tab, .tab)
        #expect(form.shows("› Notes"))
        _ = form.press(.up, .up)
        #expect(form.shows("› Tags"))
        _ = form.press(.down, .down, .down)
        #expect(!form.shows("› Notes") && form.shows("[ Save ]"))
    }

    @Test func `stay as they are stored if they weren't edited`() {
        var listed = Self.hike
        listed.notes = "tab\there\r\nnext"
        var form = HikeForm(listed, tagsInUse: [], units: .metric, today: Sample.today)
        _ = form.type("!")
        #expect(saved(&form)?.notes == listed.notes)
    }

    @Test func `complete a tag by the most frequent one in use`() {
        var form = form()
        _ = form.press(.tab, .tab, .tab, .tab, .tab)
        _ = form.type(", bo")
        #expect(form.shows("boots, wet, borrowed"), "boots are there already")
        #expect(saved(&form)?.tags == ["wet", "boots", "bo"], "a proposal isn't part of the text")
        form = self.form()
        _ = form.press(.tab, .tab, .tab, .tab, .tab)
        _ = form.type(", bo")
        _ = form.press(.right)
        #expect(saved(&form)?.tags == ["wet", "boots", "borrowed"])
    }

    @Test func `refuse a tag that is too long`() {
        var form = form()
        _ = form.press(.tab, .tab, .tab, .tab, .tab, .control("u"))
        _ = form.type(String(repeating: "x", count: HikeTags.lengths.upperBound + 1))
        #expect(form.press(.control("s")) == [.ring])
        #expect(form.shows("tags of up to 32 characters"))
    }

    @Test(arguments: Picture.sizes) func `have room in every window size`(size: CellSize) throws {
        var form = form(size)
        _ = form.press(.tab, .tab, .tab, .tab, .tab)
        _ = form.type(", bo")
        try Picture.check(form, "hike-form-words", size)
        var several = HikesForm([Self.hike, Sample.headers[0]], tagsInUse: Self.inUse).sized(size)
        _ = several.type("mud, -wet")
        try Picture.check(several, "hikes-form", size)
    }

    // MARK: The page and the list

    @Test func `are on its page, and mark it in the list`() {
        var header = Self.hike
        header.isFavourite = true
        var screen = HikeScreen(4, settings: `A hike's page`.settings, today: Sample.today).sized(Sample.terminal)
        screen.loaded(Hike(header: header), recording: nil)
        #expect(screen.shows("★ favourite · boots · wet") && screen.shows("First line") && screen.shows("Second line"))
        #expect(Sample.home([header]).shows("★ Ridge"))
        var home = Sample.home([header])
        _ = home.press("/")
        _ = home.type("BOOTS")
        #expect(home.list.count == 1)
    }

    @Test func `make it a favourite with a key, and no longer with the same`() {
        var screen = HikeScreen(4, settings: `A hike's page`.settings, today: Sample.today)
        screen.loaded(Hike(header: Self.hike), recording: nil)
        var favourite = Self.hike
        favourite.isFavourite = true
        let edit = HikeEdit(from: Self.hike, to: favourite)
        #expect(screen.press("*") == [.request(.hikes(.editAll([edit])))])
        let change = HikeChange(ids: [4], badgesEarned: [], badgesLost: [])
        let made = screen.handle(.hikesEdited([edit], change, takeBack: 7), at: .zero)
        #expect(made.names == ["say Made a favourite"])
        let back = HikeEdit(from: favourite, to: Self.hike)
        let again = screen.handle(.hikesEdited([back], change, takeBack: 8), at: .zero)
        #expect(again.names == ["say No longer a favourite"])
    }

    // MARK: Several hikes

    @Test func `are changed for several hikes at once, which are selected with Space`() throws {
        var home = Sample.home()
        _ = home.press(" ", .down, " ")
        let ids = [home.hikes[0].id, home.hikes[2].id]
        #expect(home.list.marked == Set(ids) && home.shows("2 selected") && home.shows("✓ "))
        guard case .show(var form as HikesForm)? = home.press("e").first else {
            Issue.record("no form for two hikes")
            return
        }
        _ = form.type("mud")
        guard case .request(.hikes(.editAll(let edits)), _)? = form.press(.control("s")).first else {
            Issue.record("nothing is stored")
            return
        }
        #expect(edits.map(\.to.id) == ids && edits.allSatisfy { $0.to.tags == ["mud"] })
        let change = HikeChange(ids: ids, badgesEarned: [], badgesLost: [])
        let effects = form.handle(.hikesEdited(edits, change, takeBack: 7), at: .zero)
        #expect(effects.names == ["close", "say Changed 2 hikes"])
        guard case .say(let toast)? = effects.last, case .hikes(.takeBack(7))? = toast.request else {
            Issue.record("no undo is offered")
            return
        }
    }

    @Test func `are refused if they are too long, with an error that the next change removes`() {
        var form = HikesForm([Self.hike], tagsInUse: [])
        #expect(form.update(.paste(String(repeating: "x", count: 1_025)), at: .zero) == [.ring])
        #expect(form.shows("That is too long"))
        _ = form.press(.tab)
        for key in [Key.right, .tab, .right] {
            #expect(form.handle(.failed(UserMessage(.io, "the disk is full", hint: "")), at: .zero) == [.ring])
            _ = form.press(key)
            #expect(form.shows("The disk is full.") == (key == .tab))
        }
    }

    @Test func `are changed with the next try after others changed or removed some of the hikes`() {
        var form = HikesForm([Self.hike, Sample.headers[0]], tagsInUse: [])
        #expect(form.press(.escape) == [.close])
        _ = form.type("mud")
        #expect(form.press(.escape) == [] && form.shows("Discard the changes?"))
        _ = form.press(.enter, .control("s"))
        let gone = UserMessage(StoreError(.noRecord(kind: "hike", number: 1)))
        #expect(form.handle(.failed(gone), at: .zero) == [.ring] && form.shows("A hike was removed elsewhere"))
        var theirs = Self.hike
        theirs.name = "Theirs"
        _ = form.refresh(Sample.content([theirs]), at: .zero)
        guard case .request(.hikes(.editAll(let edits)), _)? = form.press(.control("s")).first else {
            Issue.record("nothing is stored")
            return
        }
        #expect(edits.map(\.from) == [theirs] && edits.map(\.to.tags) == [["wet", "boots", "mud"]])
    }

    @Test func `select all listed hikes and none with keys, and only listed ones`() {
        var home = Sample.home()
        _ = home.press("A")
        #expect(home.list.marked.count == home.hikes.count)
        _ = home.press("/")
        _ = home.type("ridge")
        _ = home.press(.enter)
        #expect(home.list.marked == Set(home.list.ids))
        _ = home.press(.escape)
        #expect(home.list.marked.isEmpty && home.list.query.isFilter, "the first Esc leaves the selection alone")
        _ = home.press("A", "A")
        #expect(home.list.marked.isEmpty)
    }

    @Test func `act on the chosen hike while none are selected, and on all that are otherwise`() {
        var home = Sample.home()
        #expect(
            home.press("x", .right, .enter) == [.request(.hikes(.remove([home.hikes[0].id], shown: [home.hikes[0]])))])
        _ = home.press("A")
        #expect(home.press("x") == [])
        #expect(home.shows("Remove 12 hikes?"))
        #expect(home.press(.right, .enter) == [.request(.hikes(.remove(home.list.ids, shown: home.list.targets)))])
        let change = HikeChange(ids: home.list.ids, badgesEarned: [], badgesLost: [])
        let effects = home.handle(.hikesChanged(change), at: .zero)
        #expect(effects.names.contains("say Removed 12 hikes") && home.list.marked.isEmpty)
        guard case .say(let toast)? = effects.first, case .hikes(.restore(let ids))? = toast.request else {
            Issue.record("no undo is offered")
            return
        }
        #expect(ids == change.ids)
    }

    @Test func `change only what is given, in each hike that it makes different`() {
        var edit = HikesEdit()
        edit.readTags(" mud , -WET, +boots,, ")
        (edit.activity, edit.isFavourite) = (.running, true)
        let edits = [Self.hike].edits { edit.apply(to: &$0) }
        #expect(edits.count == 1 && edits[0].to.tags == ["boots", "mud"])
        #expect(edits[0].to.activity == .running && edits[0].to.isFavourite && edits[0].to.notes == Self.hike.notes)
        #expect([edits[0].to].edits { edit.apply(to: &$0) }.isEmpty)
    }

    @Test func `of an import can be undone by its toast`() {
        var screen = ImportScreen()
        _ = screen.type("walks")
        _ = screen.press(.enter, .enter)
        let effects = screen.handle(.imported(ImportReport(imported: [3, 5])), at: .zero)
        #expect(effects.names == ["say 2 hikes imported"])
        guard case .say(let toast)? = effects.first, case .hikes(.remove([3, 5], shown: []))? = toast.request else {
            Issue.record("no undo is offered")
            return
        }
        #expect(!screen.takesText, "its key isn't typed into the field")
    }
}

@Suite struct `A field of several lines` {
    private var area = TextArea("one two three\nfour", limit: 40)

    private mutating func press(_ keys: Key...) { for key in keys { _ = area.update(.key(key), width: 8) } }

    private func lines() -> [String] {
        var canvas = Canvas(size: CellSize(columns: 9, rows: 4))
        area.draw(on: &canvas, in: canvas.size.whole, isFocused: true)
        return canvas.lines(depth: .none)
    }

    @Test func `breaks its lines between words`() { #expect(lines() == ["one two", "three", "four", ""]) }

    @Test mutating func `moves between its rows, and says when there is none`() {
        press(.up, .home, .character("X"))
        #expect(area.text == "one two Xthree\nfour")
        press(.up, .end, .backspace, .character("Y"))
        #expect(area.text == "one twY Xthree\nfour")
        press(.up)
        let isAbove = area.update(.key(.up), width: 8)
        press(.down, .down, .down)
        let isBelow = area.update(.key(.down), width: 8)
        #expect(!isAbove && !isBelow)
    }

    @Test mutating func `shows the lines around the cursor, and that there are more`() {
        area = TextArea("a\tb", limit: 20)
        #expect(area.text == "a\tb" && lines().first == "a b")
        area = TextArea((1...9).map { "line \($0)" }.joined(separator: "\n"), limit: 100)
        press(.up, .up, .up, .up)
        #expect(lines() == ["line 3  …", "line 4", "line 5", "line 6  …"])
        area.click(
            CellPoint(column: 2, row: 3), in: CellRectangle(column: 0, row: 0, columns: 9, rows: 4), isFocused: true)
        press("-")
        #expect(area.text.contains("li-ne 6"))
        press(.up, .up, .up, .up, .up, .up, .up)
        #expect(lines() == ["line 1", "line 2", "line 3", "line 4  …"])
    }

    @Test mutating func `takes pasted lines, and refuses what is too long or isn't text`() {
        press(.enter)
        _ = area.update(.paste("a\r\nb\tc"), width: 8)
        #expect(area.text == "one two three\nfour\na\nb c")
        _ = area.update(.paste(String(repeating: "x", count: 40)), width: 8)
        #expect(area.hasRefused && area.wasTooLong)
        _ = area.update(.paste("a\u{1B}[2J"), width: 8)
        #expect(area.hasRefused && area.text == "one two three\nfour\na\nb c")
    }
}

@Suite(.temporaryStore) struct `The app's changes of several hikes` {
    @Test func `are stored and taken back, but not where something was changed since`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let store = try TemporaryStore.current.unlock()
        let ids = try (1...3).map { try store.addHike(HikeHeader(id: 0, name: "Hike \($0)", distance: 5)).ids[0] }
        let hikes = try ids.map { try store.hike($0).header }
        let edits = hikes.edits { $0.difficulty = 3 }
        func edit() async throws -> Int {
            let reply = await bench.replies(to: .hikes(.editAll(edits))).last
            guard case .hikesEdited(edits, _, takeBack: let number?)? = reply else {
                throw UserMessage(.io, "The edits were not stored, or can't be taken back.", hint: "")
            }
            return number
        }
        let first = try await edit()
        #expect(try ids.allSatisfy { try store.hike($0).header.difficulty == 3 })
        _ = await bench.replies(to: .hikes(.takeBack(first)))
        #expect(try ids.allSatisfy { try store.hike($0).header.difficulty == nil })
        let second = try await edit()
        try store.editHike(ids[2]) { $0.difficulty = 5 }
        guard case .takenBack(let undone, _, _)? = await bench.replies(to: .hikes(.takeBack(second))).last else {
            Issue.record("nothing says what stays")
            return
        }
        #expect(undone.remaining.map(\.number) == [ids[2]])
        #expect(try ids.map { try store.hike($0).header.difficulty } == [nil, nil, 5])
        _ = await bench.replies(to: .hikes(.remove(ids)), .hikes(.restore(ids)))
        #expect(try store.hikes.count == 3)
        try store.editHike(ids[0]) { $0.tags = ["wet"] }
        // What was confirmed for hikes as they were isn't done to others.
        guard case .failed(let change)? = await bench.replies(to: .hikes(.remove(ids, shown: hikes))).last else {
            Issue.record("another hike than was shown was removed")
            return
        }
        #expect(change.code == .conflict && change.message == "“Hike 1” was changed meanwhile.")
        let now = try store.hikes.sorted { $0.id < $1.id }
        _ = await bench.replies(to: .hikes(.remove(ids, shown: now)))
        #expect(try store.hikes.isEmpty && store.readableRemovedHikes.value.count == 3)
        guard case .failed(let other)? = await bench.replies(to: .hikes(.purge(hikes[0]))).last else {
            Issue.record("another hike than was shown was purged")
            return
        }
        #expect(other.code == .conflict)
        _ = await bench.replies(to: .hikes(.purge(now[0])))
        #expect(try store.readableRemovedHikes.value.map(\.id).sorted() == Array(ids[1...]))
    }
}
