import ProfileKit
import ProfileKitTesting
import ProfileSupport
import Testing

@Suite(.temporaryStore) struct `The content of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private static let content = StoreContent(
        profile: Profile(
            username: "Zoë 🥾", prefersNotifications: false, seasonalPhoto: .autumn,
            goalDate: Day(year: 1999, month: 12, day: 31)),
        hikes: [
            Hike(header: HikeHeader(id: 3, name: "Fox Loop", distance: 2.5, date: Day(year: 1999, month: 12, day: 31))),
            Hike(
                header: HikeHeader(id: 7, name: "Elk Loop", distance: 10, ascent: 300),
                observations: [HikeObservation(distanceFromStart: 0, elevation: 100...120)]),
        ])

    /// The content without the identifiers of its sources, which follow from it here.
    private func contentWithoutSources(_ store: ProfileStore) throws -> StoreContent {
        var content = try store.content
        #expect(content.sources.keys.sorted() == content.hikes.map(\.id))
        content.sources = [:]
        return content
    }

    @Test func `is restored unchanged, in one revision, including an old goal date`() throws {
        let store = try temporary.unlock()
        let commit = try store.restore(Self.content)
        #expect(commit.revision == 2)
        #expect(commit.changes.count == 4)
        #expect(try contentWithoutSources(store) == Self.content)
        let digest = try store.summary.hikes
        #expect(digest.totals.hikes == 2)
        #expect(digest.earnedBadges.map(\.badge.name).contains("Goal Reached"))
        #expect(try store.check().filter { !$0.isOK }.isEmpty)
        try store.edit { $0.username = "later" }
    }

    @Test func `replaces existing hikes only when it may`() throws {
        let store = try temporary.unlock()
        let old = Hike(header: HikeHeader(id: 7, name: "Old", distance: 1))
        try store.importHikes(
            [old, Hike(header: HikeHeader(id: 9, name: "Gone", distance: 1))].map {
                ImportedHike(sourceID: $0.id, hike: $0)
            })
        let before = try store.content
        #expect(code { try store.restore(Self.content) } == .exists)
        #expect(try store.content == before)
        try store.restore(Self.content, replacing: true)
        #expect(try contentWithoutSources(store) == Self.content)
        #expect(try store.restore(Self.content, replacing: true).changes.isEmpty)
        #expect(try store.committed.revision == 2, "equal profiles make no revision")
    }

    @Test func `does not change the draft`() throws {
        let store = try temporary.unlock()
        let draft = try store.updateDraft { $0.username = "draft" }
        try store.restore(Self.content)
        #expect(try store.savedDraft == draft)
    }

    @Test func `is refused as a whole with a value that breaks the rules`() throws {
        let store = try temporary.unlock()
        let before = try store.content
        var content = Self.content
        content.profile.username = "\u{1B}[31m"
        #expect(code { try store.restore(content) } == .invalidValue)
        content = Self.content
        content.hikes[1].distance = .infinity
        #expect(code { try store.restore(content) } == .invalidValue)
        content = Self.content
        content.hikes[1].id = content.hikes[0].id
        #expect(code { try store.restore(content) } == .invalidValue)
        #expect(try store.content == before)
        #expect(try store.committed.revision == 1)
    }

    @Test func `is exported and imported one hike at a time`() throws {
        let store = try temporary.unlock()
        var added = 0
        try store.restore { add in
            for hike in Self.content.hikes {
                try add(.hike(hike, nil))
                added += 1
            }
            return Self.content.profile
        }
        #expect(added == 2)
        #expect(try contentWithoutSources(store) == Self.content)
        var hikes: [Hike] = []
        let readable = try store.readContent(exact: true) { profile in
            #expect(profile == Self.content.profile && hikes.isEmpty)
            return true
        } hike: { hike, source in
            #expect(source != nil)
            hikes.append(hike)
        }
        #expect(hikes == Self.content.hikes && readable.value && readable.damaged.isEmpty)
        let unwanted = try store.readContent { _ in
            false
        } hike: { _, _ in
            Issue.record("a hike")
        }
        #expect(!unwanted.value)
    }

    @Test func `changes nothing when it breaks off half-way`() throws {
        let store = try temporary.unlock()
        try store.importHikes([ImportedHike(sourceID: 1, hike: Hike(header: HikeHeader(id: 1, name: "A", distance: 1)))]
        )
        let before = try store.content
        struct BrokenOff: Error {}
        #expect(throws: BrokenOff.self) {
            try store.restore(replacing: true) { add in
                try add(.hike(Self.content.hikes[0], nil))
                throw BrokenOff()
            }
        }
        #expect(throws: BrokenOff.self) {
            try store.importHikes { add in
                try add(ImportedHike(sourceID: 3, hike: Self.content.hikes[0]))
                throw BrokenOff()
            }
        }
        #expect(try store.content == before && store.check().allSatisfy(\.isOK))
    }
}
