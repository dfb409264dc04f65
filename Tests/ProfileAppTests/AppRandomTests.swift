import ProfileKit
import ProfileRendering
import TestSupport
import Testing

@testable import ProfileApp

@Suite struct `The app under random events` {
    /// A worker that answers its requests after a while, with success or failure.
    private struct FakeWorker {
        let sample: AppSample
        var waiting: [(request: Request, screen: ScreenID)] = []
        var openings = 1

        mutating func take(_ effects: [Effect]) {
            for effect in effects {
                switch effect {
                case .request(let request, let screen?): waiting.append((request, screen))
                default: break
                }
            }
        }

        /// The outcomes of the next request.
        mutating func work(using random: inout SeededSource) -> [AppEvent] {
            guard !waiting.isEmpty else { return [] }
            let (request, screen) = waiting.removeFirst()
            let error = UserMessage([.io, .damaged, .busy].randomElement(using: &random) ?? .io, "no", hint: "hint")
            // The outcome of an edit is always reported as an edit's.
            let isEdit = ["save", "overwrite", "commit", "discard"].contains(request.name)
            if !isEdit, Int.random(in: 0..<20, using: &random) == 0 { return [.reply(.failed(error), screen)] }
            let isLocking = Int.random(in: 0..<(isEdit || request.name == "use" ? 20 : 1000), using: &random) == 0
            if isLocking { return [.news(.closed(UserMessage(StoreError(.locked))), opening: openings)] }
            return replies(to: request, error, using: &random).map { .reply($0, screen) }
        }

        private mutating func changed(using random: inout SeededSource) -> Reply {
            guard Bool.random(using: &random) else { return .secretsChanged(nil) }
            openings += 1
            return .secretsChanged(sample.opening(openings))
        }

        private mutating func replies(
            to request: Request, _ error: UserMessage, using random: inout SeededSource
        ) -> [Reply] {
            let luck = Bool.random(using: &random)
            let formats: [[CodeFormat]] = [
                [.sixDigits], [.fourDigits], [.passphrase], [.password, .fourDigitsAndLetter], [.password, .sixDigits],
            ]
            let stages = formats.randomElement(using: &random) ?? [.sixDigits]
            let status = sample.status(stages, failures: .random(in: 0..<9, using: &random))
            let wrong = UserMessage(.wrongPasscode, "The code does not match.", hint: "")
            let throttled = UserMessage(.throttled, "wait", hint: "", retryAfter: .seconds(60))
            let missing = UserMessage(.noStore, "There is no such ID.", hint: "")
            switch request {
            case .gate(.findAccounts): return [luck ? .accounts([status]) : .noWorkspace]
            case .gate(.enter): return [luck ? .door(status) : .refused(missing, nil)]
            case .gate(.open(_, let asked)):
                openings += 1
                var next = asked
                next.stage = 1
                let replies: [Reply] = [
                    .opened(sample.opening(openings)), .opened(sample.opening(openings)), .refused(wrong, status),
                    .refused(throttled, status), .refused(error, nil),
                ]
                return asked.hasPassword && asked.stage == 0 && luck
                    ? [.door(next)] : replies.randomElement(using: &random).map { [$0] } ?? []
            case .secrets(.verifyRecovery): return [luck ? .verified(newCode: GateTest.zeros) : .refused(wrong, status)]
            case .secrets(.recover): return [luck ? .recovered : .refused(error, status)]
            case .gate(.readEmergencyCard): return [.emergency(luck ? "Call +46 70" : nil)]
            case .session(.lock), .session(.extend), .gate(.forget), .session(.release): return []
            case .gate(.awaitSession(let account)):
                return Int.random(in: 0..<30, using: &random) == 0 ? [.sessionBegan(account)] : []
            case .gate(.join):
                openings += 1
                return [.opened(sample.opening(openings))]
            case .secrets(.prepareCreation): return [luck ? .verified(newCode: GateTest.zeros) : .refused(error, nil)]
            case .secrets(.create(let account, _, _, _)):
                guard luck else { return [.refused(error, nil)] }
                openings += 1
                let isOpened = Bool.random(using: &random)
                return [
                    .door(sample.status(account: account)),
                    isOpened ? .opened(sample.opening(openings)) : .refused(error, nil),
                ]
            case .session(.listAccounts): return [.accounts(luck ? [status] : [status, status])]
            case .session(.read):
                return [.session(luck ? SessionStatus(left: .seconds(7000), idleLimit: .seconds(900)) : nil)]
            case .session(.readCard): return [.emergency(luck ? "Call +46 70" : nil)]
            case .session(.setCard):
                return [
                    [.cardSet, .failed(error), .cardChanged("Call Ravi"), .cardChanged(nil)].randomElement(
                        using: &random) ?? .cardSet
                ]
            case .secrets(.change): return [luck ? changed(using: &random) : .refused(wrong, status)]
            case .secrets(.verify): return [luck ? .verified(newCode: GateTest.zeros) : .refused(throttled, status)]
            case .secrets(.renewRecoveryCode): return [luck ? changed(using: &random) : .refused(error, status)]
            case .session(.readDay):
                return [.day(sample.content.today.adding(days: luck ? 1 : 0), left: .seconds(86_400))]
            case .files(.importSamples):
                return [
                    luck
                        ? .imported(ImportReport(imported: [1]))
                        : .imported(ImportReport(unread: 2, isCutOffByLock: true))
                ]
            case .hikes(.load(let id)):
                return [
                    luck
                        ? .hike(sample.hike, damaged: openings.isMultiple(of: 2) ? [] : [.observations(1)])
                        : .noHike(id, error)
                ]
            case .draft(.read): return [.draft(sample.draft, committed: sample.committed)]
            case .draft(.save), .draft(.overwrite):
                return [
                    [.saved(sample.draft), .saved(sample.draft), .savedElsewhere(sample.draft), .saveRefused(error)]
                        .randomElement(using: &random) ?? .savedElsewhere(nil)
                ]
            case .draft(.commit):
                return [
                    [.committed(9), .conflict(sample.conflict), .savedElsewhere(nil), .editRefused(error)]
                        .randomElement(using: &random) ?? .committed(9)
                ]
            case .draft(.discard): return [luck ? .discarded : .editRefused(error)]
            case .hikes(.group(let grouping)):
                let group = HikeGroup(key: luck ? "2026" : nil, totals: HikeTotals(hikes: 3, distance: 9), longest: 1)
                return [.groups(luck ? [group, group] : [], grouping)]
            case .hikes(.readView(let view)):
                let calendar = HikeCalendar(year: 2026) { _ in
                    luck ? [HikeGroup(key: "2026", totals: HikeTotals())] : []
                }
                let records = PersonalRecords(of: luck ? [sample.hike.header] : [], highestPoints: [:])
                let content: HikeViewContent =
                    switch view {
                    case .calendar, .year: .calendar(calendar)
                    case .records: .records(onFoot: records, [])
                    case .map: .tracks([])
                    case .comparison(let ids, let length):
                        .comparison(
                            HikeComparison(of: ids.map { _ in Recording(segments: []) }, length: length),
                            ids.map { _ in sample.hike.header })
                    }
                return [.view(content, of: view, damaged: luck ? [] : [.observations(1)])]
            case .places(.load(let id)):
                let visited = PlaceDetail(entry: Sample.places[0], hikes: [1, 2, 99], nearest: nil)
                return [luck ? .place(visited) : .noPlace(id, error)]
            case .places(.drawPhoto(let picture)):
                return [.photo(luck ? Canvas(size: picture.size) : nil, of: picture)]
            case .hikes(.find(let filter)): return [luck ? .matches([1, 2], of: filter) : .failed(error)]
            case .files(.write): return [luck ? .written("Exported") : .failed(error)]
            case .history(.read):
                return [.history(Salvaged(value: sample.history, damaged: luck ? [] : [.revision(1)]))]
            case .history(.undo), .history(.goBack): return [luck ? .undone(9) : .failed(error)]
            case .hikes(.readRemoved):
                return [.removedHikes(Salvaged(value: luck ? [sample.hike.header] : [], damaged: []))]
            case .hikes(.edit(let edit)):
                return [luck ? .hikesEdited([edit], sample.change, takeBack: 3) : .failed(error)]
            case .hikes(.editAll(let edits)):
                return [luck ? .hikesEdited(edits, sample.change, takeBack: 3) : .failed(error)]
            case .hikes(.add), .hikes(.remove), .hikes(.restore):
                return [luck ? .hikesChanged(sample.change) : .failed(error)]
            case .hikes(.trim), .hikes(.untrim): return [luck ? .trimmed(sample.change, takeBack: 3) : .failed(error)]
            case .hikes(.findSameWay):
                let same = HikeOfSameWay(hike: sample.hike.header, direction: luck ? .same : .opposite)
                return [luck ? .sameWay(Salvaged(value: [same], damaged: [])) : .failed(error)]
            case .hikes(.readChanges):
                let changes = Salvaged(value: luck ? [Sample.change(3)] : [], damaged: luck ? [] : [.hike(1)])
                return [.changes(changes, removed: [])]
            case .hikes(.takeBack): return [luck ? .takenBack(Sample.undone, earned: [], lost: []) : .failed(error)]
            case .places(.change(let change)):
                return [
                    luck ? .placesChanged(change, id: 3, takeBack: 4) : .placeChangedElsewhere(Sample.places[0].place)
                ]
            case .places(.readPhotos):
                let photos = (1...2).map { PlacedPhoto(Numbered(number: $0, model: Photo()), placement: nil) }
                return [.photos(Salvaged(value: luck ? photos : [], damaged: luck ? [] : [.hike(1)]))]
            case .hikes(.purge(let hike)): return [luck ? .purged([hike.id]) : .failed(error)]
            case .files(.find(let path)): return [.found(path: path, problem: luck ? nil : "no such file")]
            case .files(.complete(let path)): return [.completions(luck ? [path + "a/", path + "ab"] : [], of: path)]
            case .files(.importHikes):
                let progress = ImportProgress(done: 1, total: 3, file: "a.gpx")
                return [
                    .importing(progress),
                    luck
                        ? .imported(ImportReport(imported: [1]))
                        : .imported(ImportReport(unread: 2, isCutOffByLock: true)),
                ]
            }
        }
    }

    private static let keys: [Key] = [
        .enter, .enter, .enter, .escape, .backspace, .delete, .tab, .tab, .backTab, .up, .down, .left, .right, .home,
        .end, .pageUp, .pageDown, .control("e"), .control("f"), .control("l"), .control("s"), .control("x"),
        .control("u"), .control("a"), .character(" "), .character("p"), .character("e"), .character("d"),
        .character("q"), .character("m"), .character("å"), .character("👩‍👩‍👧"), .character("\u{202E}"),
        .alt("b"), .wordLeft, .wordRight, .control("w"), .control("k"), .help, .wheelUp, .wheelDown, .character("?"),
        .character("/"), .character("s"), .character("y"), .character("f"), .character("b"), .character("t"),
        .character("i"), .character("a"), .character("h"), .character("r"), .character("x"), .character("j"),
        .character("G"), .character("~"), .character("c"), .character(":"), .character(":"), .character("C"),
        .character("V"), .character("R"), .character("M"), .character("*"), .character("A"), .character("o"),
        .character("P"), .up, .character("H"), .character("="), .character("["), .character("]"),
    ]

    private static func event(using random: inout SeededSource) -> Event {
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
            return .resized(
                CellSize(columns: .random(in: 1...140, using: &random), rows: .random(in: 1...60, using: &random)))
        case 1...3:
            return .click(
                CellPoint(column: .random(in: -1...90, using: &random), row: .random(in: -1...30, using: &random)))
        case 4: return .paste(["team-a", "739158", "a\nb", "\u{1B}[2J", ""].randomElement(using: &random) ?? "")
        case 5...7: return .tick
        case 8...22: return .key(.character(Character(String(Int.random(in: 0...9, using: &random)))))
        case 23...25: return .key(.character("ABCxyz-".randomElement(using: &random) ?? "a"))
        default: return .key(keys.randomElement(using: &random) ?? .enter)
        }
    }

    private static func start(_ sample: AppSample, _ number: Int) -> App {
        let two = sample.status([.password, .fourDigitsAndLetter])
        let motion: Motion = number.isMultiple(of: 2) ? .full : .reduced
        switch number % 5 {
        case 4:
            let store = NewStore(path: "new.profile", account: sample.account, username: "g_kumar")
            return App(
                Start(accounts: [], opening: nil, newStore: store), settings: AppSample.settings(motion: motion))
        case 0: return App(Start(accounts: [], opening: nil), settings: AppSample.settings(isStoreNamed: false))
        case 1:
            return App(Start(accounts: [sample.status()], opening: nil), settings: AppSample.settings(motion: motion))
        case 2: return App(Start(accounts: [two], opening: nil), settings: AppSample.settings(motion: motion))
        default:
            return App(
                Start(accounts: [sample.status()], opening: sample.opening()),
                settings: AppSample.settings(motion: motion)
            )
        }
    }

    /// 10,000 events in total, a million under `make torture`. Each way to start has a run.
    private static let (runs, events) = ReliabilityFigure.isTorture ? (200, 5_000) : (5, 2_000)

    /// Each run ends by leaving the app from wherever it is.
    @Test(arguments: 0..<runs) func `never crashes, never gets stuck, and draws at any size`(run: Int) throws {
        let sample = try AppSample.make(places: run.isMultiple(of: 2) ? [] : Sample.places)
        var random = SeededSource(seed: 6_000 + UInt64(run))
        var app = Self.start(sample, run)
        var worker = FakeWorker(sample: sample)
        var now = Moment.zero
        worker.take(app.begin(at: now))
        for number in 0..<Self.events {
            now += .milliseconds(.random(in: 0...400, using: &random))
            let effects = app.update(.input(Self.event(using: &random)), at: now)
            worker.take(effects)
            // The app is started again after it has ended.
            if effects.ending != nil {
                app = Self.start(sample, number)
                worker = FakeWorker(sample: sample)
                worker.take(app.begin(at: now))
            }
            if Bool.random(using: &random) {
                for event in worker.work(using: &random) { worker.take(app.update(event, at: now)) }
            }
            switch Int.random(in: 0..<400, using: &random) {
            case 0:
                let closed = StoreNews.closed(UserMessage(StoreError(.locked)))
                worker.take(app.update(.news(closed, opening: worker.openings), at: now))
            case 1:
                let content = StoreNews.content(sample.content)
                worker.take(app.update(.news(content, opening: worker.openings), at: now))
            default: break
            }
            // A tick that is due is over once it has come: otherwise the loop would never rest.
            if let tick = app.nextTick(after: now), tick < now {
                worker.take(app.update(.input(.tick), at: now))
                if let next = app.nextTick(after: now) { try #require(next >= now) }
            }
            guard number.isMultiple(of: 10) else { continue }
            var canvas = Canvas(size: app.size)
            app.draw(on: &canvas, at: now)
            let isDrawn = app.size.columns >= 40 && app.size.rows >= 16
            try #require(!isDrawn || canvas.hasCursorAboveKeys, "\(app.text(at: now))")
        }
        try leave(&app, &worker, at: &now, using: &random, seed: run)
    }

    /// Esc, q and the answers to questions leave every screen while the worker continues to answer.
    private func leave(
        _ app: inout App, _ worker: inout FakeWorker, at now: inout Moment, using random: inout SeededSource, seed: Int
    ) throws {
        _ = app.update(.input(.resized(CellSize(columns: 80, rows: 24))), at: now)
        let keys: [Key] =
            [.escape, .escape, .character("q"), .escape, .right, .enter]
            // At a lock screen, Esc deletes what is typed, and asks when nothing is.
            + [.escape, .escape, .right, .enter] + [.escape, .right, .enter]
        for number in 0..<120 {
            now += .seconds(1)
            worker.take(app.update(.input(.tick), at: now))
            let key = keys[number % keys.count]
            let effects = app.update(.input(.key(key)), at: now)
            worker.take(effects)
            if effects.ending != nil { return }
            for event in worker.work(using: &random) { worker.take(app.update(event, at: now)) }
        }
        Issue.record("no way out of run \(seed): \(app.text(at: now))")
    }

    @Test func `stops asking for ticks once nothing moves`() throws {
        let sample = try AppSample.make()
        for number in 1...3 {
            var app = Self.start(sample, number)
            _ = app.begin(at: .zero)
            _ = app.type("7391")
            var now = Moment.zero
            var ticks = 0
            while let tick = app.nextTick(after: now), ticks < 1_000 {
                now = max(now, tick)
                _ = app.update(.input(.tick), at: now)
                ticks += 1
            }
            #expect(ticks < 100, "start \(number)")
        }
    }
}
