import FoundationEssentials
import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SealedStore

/// A profile with one more field, as a later program may have it: the property, its default, and an entry in the list.
private struct LaterProfile: DocumentModel {
    var username = "hiker"
    var seasonalPhoto = SeasonalPhoto.winter
    var goalDate = Day(year: 2000, month: 1, day: 1)
    var prefersNotifications = true
    var bio = ""

    static let kinds = Profile.kinds
    static let fields: [ModelField<LaterProfile>] = [
        ModelField("username", tag: 1, label: "Username", \.username),
        ModelField("prefersNotifications", tag: 2, label: "Notifications", \.prefersNotifications),
        ModelField("seasonalPhoto", tag: 3, label: "Seasonal Photos", \.seasonalPhoto),
        ModelField("goalDate", tag: 4, label: "Goal Date", \.goalDate),
        ModelField("bio", tag: 99, label: "About", \.bio),
    ]
}

/// Adding a field, end to end: the same stores in a program with it and one without it.
@Suite(.temporaryStore) struct `An additional field` {
    private let later = DocumentRecords<LaterProfile>()

    @Test func `has its default in a store without it`() throws {
        let store = try TemporaryStore.current.unlock()
        let committed = try store.opened.read { try later.committed(in: &$0)?.model }
        let username = try store.profile.username
        #expect(committed?.bio == "" && committed?.username == username)
    }

    @Test func `appears in JSON, differences and the history without further code`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.opened.write { transaction in
            _ = try later.edit(at: store.now, in: &transaction) { $0.bio = "Walks a lot." }
        }
        let (committed, history) = try store.opened.read { transaction in
            var history: [HistoryEntry<LaterProfile>] = []
            try later.forEachCommit(in: &transaction) {
                history.append($0)
                return true
            }
            return (try later.committed(in: &transaction)?.model, history)
        }
        let field = try #require(LaterProfile.field(named: "bio"))
        #expect(field.value(of: try #require(committed)).json == .text("Walks a lot."))
        #expect(try field.read(.text("x")) == field.parse("x"))
        #expect(history.first?.changes.map(\.field) == ["bio"])
        #expect(history.first?.changes.map(\.to.description) == ["Walks a lot."])
    }

    @Test(arguments: [0, -1, Int.max]) func `of a whole number is the same after JSON`(number: Int) throws {
        let json = try JSONEncoder().encode(["steps": number.json, "other": .number(1.5), "none": .null])
        let read = try JSONDecoder().decode([String: FieldJSON].self, from: json)
        #expect(read == ["steps": .integer(number), "other": .number(1.5), "none": .null])
        #expect(try Int(json: try #require(read["steps"])) == number)
    }

    @Test func `is kept by a program without it, through an edit, a draft and an undo`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.opened.write { transaction in
            _ = try later.edit(at: store.now, in: &transaction) { $0.bio = "Walks a lot." }
        }
        func bio() throws -> String? { try store.opened.read { try later.committed(in: &$0)?.model.bio } }
        try store.edit { $0.username = "someone" }
        #expect(try bio() == "Walks a lot.")
        var draft = try store.draft()
        draft.seasonalPhoto = .autumn
        try store.save(&draft)
        try store.commit(draft)
        #expect(try bio() == "Walks a lot.")
        try store.undo()
        #expect(try bio() == "Walks a lot." && store.profile.seasonalPhoto == .winter)
    }
}
