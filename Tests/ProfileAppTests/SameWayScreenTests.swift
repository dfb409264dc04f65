import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `The hikes of the same way` {
    static func screen(_ size: CellSize = Sample.terminal) -> SameWayScreen {
        var screen = SameWayScreen(Sample.headers[0], settings: `A hike's page`.settings).sized(size)
        #expect(screen.begin(at: .zero) == [.request(.hikes(.findSameWay(Sample.headers[0].id)))])
        return screen
    }

    static func found(_ size: CellSize = Sample.terminal) -> SameWayScreen {
        var screen = Self.screen(size)
        let hikes = Sample.headers.dropFirst().prefix(4).enumerated().map { index, hike in
            HikeOfSameWay(hike: hike, direction: index == 1 ? .opposite : .same)
        }
        _ = screen.handle(.sameWay(Salvaged(value: hikes, damaged: [])), at: .zero)
        return screen
    }

    @Test(arguments: Picture.sizes) func `match their golden files`(size: CellSize) throws {
        try Picture.check(Self.found(size), "same-way", size)
    }

    @Test func `are each compared with the hike`() {
        var screen = Self.found()
        #expect(screen.shows("⇄ \(Sample.headers[2].name.prefix(10))"))
        guard case .show(let view as ViewScreen)? = screen.press(.down, .enter).first else {
            Issue.record("no comparison")
            return
        }
        #expect(view.view == .comparison([Sample.headers[0].id, Sample.headers[2].id], kilometres: 1))
    }

    @Test func `are none, or can't be told, in words`() {
        var screen = Self.screen()
        #expect(screen.shows("…"))
        _ = screen.handle(.sameWay(Salvaged(value: [], damaged: [])), at: .zero)
        #expect(screen.shows("No other hike is of the same way.") && screen.press(.enter) == [])
        _ = screen.handle(.failed(UserMessage(.notFound, "No recording of hike 3 is kept.", hint: "")), at: .zero)
        #expect(screen.shows("No recording of hike 3 is kept."))
    }

    @Test func `open from a hike's page`() {
        let (hike, recording) = `A hike's page`.recorded
        var page = HikeScreen(hike.id, settings: `A hike's page`.settings, today: Sample.today)
        page.loaded(hike, recording: recording)
        #expect(page.press("=").names == ["show SameWayScreen"])
    }
}

/// The part of a recording that a hike's page shows.
@Suite struct `A trim on a hike's page` {
    private func page(trim: ClosedRange<Double>? = nil) -> HikeScreen {
        var (hike, recording) = `A hike's page`.recorded
        (hike.header.trim, recording) = (trim, recording.trimmed(to: trim))
        var screen = HikeScreen(hike.id, settings: `A hike's page`.settings, today: Sample.today).sized(Sample.terminal)
        screen.loaded(hike, recording: recording)
        return screen
    }

    private func part(_ effects: [Effect]) -> (from: Double?, to: Double?)? {
        guard case .request(.hikes(.trim(_, let start, let end)), _)? = effects.first else { return nil }
        return (start, end)
    }

    private func change(_ id: Int) -> HikeChange { HikeChange(ids: [id], badgesEarned: [], badgesLost: []) }

    @Test func `begins or ends at the cursor, once until it is shown`() throws {
        var screen = page()
        #expect(screen.press("[").names == ["say First move the cursor there with ←→"])
        let begun = try #require(part(screen.press("2", "[")))
        #expect(begun == (2, nil))
        #expect(screen.press("[", "]") == [], "a trim is under way")
        let said = screen.handle(.trimmed(change(screen.id), takeBack: 12), at: .zero)
        #expect(said.names == ["say Trimmed", "hike"])
        #expect(screen.press("2", "]") == [], "the page is that before the trim")
        let (hike, recording) = `A hike's page`.recorded
        screen.loaded(hike, recording: recording)
        let ended = try #require(part(screen.press("2", "]")))
        #expect(ended == (nil, 2))
        #expect(screen.handle(.failed(UserMessage(.io, "the disk is full", hint: "")), at: .zero).names == ["alert"])
        #expect(part(screen.press("]")) != nil, "it can be tried again")
        #expect(screen.resume(at: .zero).names == ["hike"] && part(screen.press("]")) != nil, "it was locked meanwhile")
    }

    @Test func `can be taken back, and ended from the command palette`() {
        var screen = page(trim: 1.5...9)
        guard case .say(let toast)? = screen.handle(.trimmed(change(screen.id), takeBack: 12), at: .zero).first,
            case .hikes(.takeBack(12))? = toast.request
        else {
            Issue.record("no undo is offered")
            return
        }
        let none = screen.handle(.trimmed(nil, takeBack: nil), at: .zero)
        guard case .say(let nothing)? = none.first else {
            Issue.record("nothing is said of a trim that changed nothing")
            return
        }
        #expect(nothing.text == "That is shown already" && nothing.request == nil)
        func commands(_ screen: HikeScreen) -> [String] { screen.bindings.filter(\.isCommand).map(\.item.label) }
        #expect(commands(screen).contains("trim: show all of the recording"))
        #expect(!commands(page()).contains("trim: show all of the recording"))
        #expect(commands(screen).contains("splits and climbs"))
    }
}

@Suite(.temporaryStore) struct `The app's ways` {
    private static func walk(_ id: Int, isBack: Bool = false) -> ImportedHike {
        let points = (0..<200).compactMap { step in
            TrackPoint(
                latitude: 46.5 + Double(isBack ? 199 - step : step) / 10_000, longitude: 7.9,
                time: Timestamp(secondsSince1970: 1_700_000_000 + Double(id * 90_000 + step * 10), utcOffset: 0))
        }
        var hike = ImportedHike(
            sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Walk \(id)", distance: 2.2)))
        hike.recording = Recording(segments: [points])
        return hike
    }

    @Test func `are found, compared and trimmed in the open store`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([Self.walk(1), Self.walk(2, isBack: true)])
        let plain = try store.addHike(HikeHeader(id: 0, name: "Plain", distance: 2)).ids[0]
        guard case .sameWay(let found)? = await bench.replies(to: .hikes(.findSameWay(1))).last else {
            Issue.record("no hikes of the same way")
            return
        }
        #expect(found.value.map(\.hike.id) == [2] && found.value.map(\.direction) == [.opposite])
        let view = HikeView.comparison([1, 2], units: .metric)
        guard
            case .view(.comparison(let comparison, let hikes), of: view, _)? =
                await bench.replies(to: .hikes(.readView(view))).last
        else {
            Issue.record("no comparison")
            return
        }
        #expect(comparison.directions == [.same, .opposite] && hikes.map(\.name) == ["Walk 1", "Walk 2"])
        for request in [HikeRequest.findSameWay(plain), .readView(.comparison([1, plain], units: .metric))] {
            guard case .failed(let error)? = await bench.replies(to: .hikes(request)).last else {
                Issue.record("a hike without a recording was compared")
                continue
            }
            #expect(error.code == .notFound && error.message.hasPrefix("No recording of "))
        }
        let trimmed = await bench.replies(to: .hikes(.trim(1, from: 0.5, to: nil))).last
        guard case .trimmed(_?, takeBack: let number?)? = trimmed else {
            Issue.record("nothing was trimmed")
            return
        }
        #expect(try store.hike(1).header.trim?.lowerBound == 0.5)
        _ = await bench.replies(to: .hikes(.takeBack(number)))
        #expect(try store.hike(1).header.trim == nil)
        for request in [HikeRequest.trim(1, from: 0, to: nil), .untrim(1)] {
            // The newest change of the hike is its undo, which stays.
            guard case .trimmed(nil, takeBack: nil)? = await bench.replies(to: .hikes(request)).last else {
                Issue.record("an undo of nothing is offered")
                continue
            }
        }
    }
}
