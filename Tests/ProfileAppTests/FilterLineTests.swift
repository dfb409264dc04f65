import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The filter line` {
    @Test func `reads words and every condition of a filter`() throws {
        let line = FilterLine("elk year:2025 since:2025-03 activity:running longer:4,5 Förde #wet id:7 id:9-12")
        let filter = line.filter
        #expect(line.problem == nil && filter.words == ["elk", "forde"])
        #expect(filter.year == 2025 && filter.since == Day("2025-03-01") && filter.activity == .running)
        #expect(filter.longerThan == 4.5 && filter.tag == "wet" && filter.ids == [7...7, 9...12])
        #expect(FilterLine("tag:\"two words\" favourite:").filter.tag == "two words")
        #expect(FilterLine("favourite:").filter.onlyFavourites && !FilterLine("favourite").filter.onlyFavourites)
        #expect(
            FilterLine("import:last higher:2000 near:46.4,13.7,3").filter.evidence == [
                .lastImport, .highestPoint, .track,
            ])
        // What isn't the name of a condition is a word.
        #expect(FilterLine("10:30 #").filter.words == ["10:30", "#"])
    }

    @Test func `leaves nothing out by a condition that is only begun, and says what is wrong with another`() {
        for text in ["", "year:", "tag:", "id:", "near:"] {
            #expect(!FilterLine(text).filter.isFilter && FilterLine(text).problem == nil, "\(text)")
        }
        for text in ["year:soon", "activity:sleeping", "id:9-7", "near:100,200", "import:first"] {
            let line = FilterLine("\(text) ridge")
            #expect(line.filter.words == ["ridge"] && line.problem != nil, "\(text)")
        }
        var home = Sample.home()
        _ = home.press("/")
        _ = home.type("year:soon")
        #expect(home.shows("year:soon") && home.shows("must be"))
    }

    private static let hikes: [HikeHeader] = {
        var hikes = Sample.headers
        hikes[1].tags = ["Wet"]
        hikes[2].isFavourite = true
        return hikes
    }()

    private func home(_ text: String) -> (home: HomeScreen, effects: [Effect]) {
        var home = Sample.home(Self.hikes)
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        _ = home.press("/")
        let effects = home.type(text)
        return (home, effects)
    }

    @Test func `filters by what headers tell, at once`() {
        #expect(home("#wet").home.hikes.map(\.id) == [Self.hikes[1].id])
        #expect(home("favourite:").home.hikes.map(\.id) == [Self.hikes[2].id])
        let both = home("year:2026 ridge #wet").home
        #expect(both.hikes.allSatisfy { $0.hasTag("wet") && $0.date?.year == 2026 && $0.name.contains("Ridge") })
        // Its first letters alone would be words, for which the store is asked.
        var pasted = home("").home
        #expect(!pasted.update(.paste("year:2026"), at: .zero).requests.contains { $0.name == "find hikes" })
        #expect(!pasted.hikes.isEmpty && pasted.hikes.allSatisfy { $0.date?.year == 2026 })
    }

    @Test func `finds words in names at once, and in notes once the store has answered`() throws {
        var (home, effects) = home("ridge")
        let named = home.hikes.map(\.id)
        #expect(!named.isEmpty && effects.requests.map(\.name).filter { $0 == "find hikes" }.count == 1)
        let other = try #require(Self.hikes.first { !named.contains($0.id) }).id
        // The answer to the first letter is asked again for the whole word.
        guard case .hikes(.find(let first))? = effects.requests.first(where: { $0.name == "find hikes" }) else {
            return
        }
        #expect(first.words == ["r"])
        let again = home.handle(.matches([other], of: first), at: .zero)
        guard case .hikes(.find(let whole))? = again.requests.first(where: { $0.name == "find hikes" }) else {
            Issue.record("the whole word isn't asked for")
            return
        }
        #expect(whole.words == ["ridge"] && home.hikes.map(\.id) == named)
        #expect(home.handle(.matches([other], of: whole), at: .zero).requests.allSatisfy { $0.name != "find hikes" })
        #expect(Set(home.hikes.map(\.id)) == Set(named + [other]))
    }

    @Test func `lists nothing that only the store can decide before it has`() throws {
        var (home, _) = home("near:46.4,13.7")
        #expect(home.hikes.isEmpty && home.shows("Searching…"))
        let filter = try #require(home.list.question)
        let id = Self.hikes[3].id
        let asked = FilterLine("near:4").filter
        var effects = home.handle(.matches([], of: asked), at: .zero)
        while case .hikes(.find(let next))? = effects.requests.first(where: { $0.name == "find hikes" }) {
            effects = home.handle(.matches([id], of: next), at: .zero)
        }
        #expect(filter == FilterLine("near:46.4,13.7").filter)
        #expect(home.hikes.map(\.id) == [id])
        // What changed is searched anew, also if only notes or places did, which the index doesn't have.
        var content = Sample.content(Self.hikes)
        content.hikeReadings += 1
        #expect(home.refresh(content, at: .zero).requests.contains { $0.name == "find hikes" })
        _ = home.handle(.matches([id], of: filter), at: .zero)
        var changed = Self.hikes
        changed[0].name += "!"
        #expect(home.refresh(Sample.content(changed), at: .zero).requests.contains { $0.name == "find hikes" })
    }

    @Test func `says why the store can't answer, and asks again for the next text`() {
        var (home, _) = home("higher:2")
        let failure = Reply.failed(UserMessage(.io, "the disk is full", hint: ""))
        #expect(home.handle(failure, at: .zero).names == ["alert"])
        #expect(home.type("0").requests.map(\.name).contains("find hikes"))
    }
}

@Suite(.temporaryStore) struct `The app's search` {
    @Test func `finds hikes by their notes`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let store = try TemporaryStore.current.unlock()
        let ids = try (1...2).map { try store.addHike(HikeHeader(id: 0, name: "Hike \($0)", distance: 5)).ids[0] }
        try store.editHike(ids[1]) { $0.notes = "An elk crossed the path." }
        let filter = FilterLine("elk").filter
        guard case .matches(let found, let asked)? = await bench.replies(to: .hikes(.find(filter))).last else {
            Issue.record("no answer")
            return
        }
        #expect(found == [ids[1]] && asked == filter)
        // The name of a place while it is typed.
        let near = FilterLine("near:Ce").filter
        guard case .matches([], of: near)? = await bench.replies(to: .hikes(.find(near))).last else {
            Issue.record("a place that doesn't exist is an error")
            return
        }
    }
}
