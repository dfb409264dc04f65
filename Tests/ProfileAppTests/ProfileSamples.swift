import Interchange
import ProfileModel
import ProfileRendering
import ProfileSupport
import SampleData
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import SealedStore

/// Values for the tests of the profile's screens: the hikes of Landmarks, some of them dated.
enum Sample {
    static let status = GateTest.status([.sixDigits])

    static let today = Day(year: 2026, month: 11, day: 21)
    static let terminal = CellSize(columns: 80, rows: 24)
    static let smallest = CellSize(columns: 40, rows: 16)
    static let profile = Profile(
        username: "g_kumar", prefersNotifications: true, seasonalPhoto: .winter,
        goalDate: Day(year: 2027, month: 5, day: 1))
    /// A presentation without motion.
    static let still = Presentation(motion: .reduced)

    /// Landmarks' hikes with days and ascents, so that several badges are earned.
    static let hikes: [Hike] = {
        let days = ["2026-04-22", "2026-07-04", "2026-10-09", "2026-01-17", "2026-05-30", "2026-11-15"]
        return ((try? LandmarksFormat.read(SampleData.hikes)) ?? []).enumerated().map { index, imported in
            var hike = imported.hike
            hike.date = index < days.count ? Day(days[index]) : nil
            hike.ascent = index < days.count ? 210.5 * Double(index + 1) : nil
            hike.movingTime = 3600 + 900 * Double(index)
            return hike
        }
    }()

    static var headers: [HikeHeader] { hikes.map(\.header) }
    static var newest: Hike { hike(headers.sorted(by: .date)[0].id) }

    static func hike(_ id: Int) -> Hike {
        hikes.first { $0.id == id } ?? Hike(header: HikeHeader(id: id, name: "none", distance: 0))
    }

    /// A draft of the profile; saved on a Tuesday if it has changes.
    static func draft(_ base: Profile = profile, _ change: (inout Profile) -> Void = { _ in }) -> ProfileDraft {
        var edited = base
        change(&edited)
        // 17 November 2026, noon in Greenwich: a Tuesday in most zones.
        let savedAt = WallTime(
            secondsSince1970: CivilTime(year: 2026, month: 11, day: 17, hour: 12).secondsSince1970)
        let isChanged = edited != base
        return ProfileDraft(
            Tagged(edited), base: Tagged(base), baseRevision: 3, savedAt: isChanged ? savedAt : nil,
            saveNumber: isChanged ? 1 : 0,
            origin: DraftOrigin(store: StoreID(bytes: [UInt8](repeating: 7, count: StoreID.length)), account: .main))
    }

    /// A fresh draft with other values, as the editor should save it.
    static func edited(_ profile: Profile) -> ProfileDraft {
        var draft = draft()
        draft.profile = profile
        return draft
    }

    static func home(
        _ hikes: [HikeHeader] = headers, draft: ProfileDraft? = nil, damaged: [DamagedPart] = [],
        size: CellSize = terminal, units: Units = .metric
    ) -> HomeScreen {
        var settings = AppSettings()
        settings.presentation = Presentation(units: units, depth: .none, motion: .reduced)
        return HomeScreen(content(hikes, draft: draft, damaged: damaged), of: status, settings: settings).sized(size)
    }

    static func sheet(
        _ profile: Profile = profile, _ hikes: [HikeHeader] = headers, draft: ProfileDraft? = nil,
        size: CellSize = terminal,
        at now: Moment = .zero, motion: Motion = .reduced, depth: ColorDepth = .none
    ) -> ProfileScreen {
        var settings = AppSettings()
        settings.presentation = Presentation(depth: depth, motion: motion)
        var sheet = ProfileScreen(content(hikes, profile, draft: draft), settings: settings, size: size, at: now)
        sheet.read(sheet.begin(at: now))
        return sheet
    }

    /// The content of a store with these values.
    static func content(
        _ hikes: [HikeHeader] = headers, _ profile: Profile = profile, draft: ProfileDraft? = nil, today: Day = today,
        damaged: [DamagedPart] = []
    ) -> Content {
        Content(
            summary: Summary(
                committed: CommittedProfile(revision: 3, profile: profile), draft: draft,
                hikes: HikeSummary(over: hikes, goalDate: profile.goalDate)
            ).whole.value,
            index: HikeIndex(hikes), today: today, damaged: damaged)
    }

    /// Places of three categories, and one without: some visited, a favourite, a featured and a private one.
    static let places: [PlaceEntry] = [
        place(1, "Turtle Rock", "Mountains", visits: 3, "2026-01-17", "2026-11-15") { $0.isFeatured = true },
        place(2, "Silver Salmon Creek", "Lakes"),
        place(3, "Chilkoot Trail", "Mountains", visits: 1, "2026-07-04", "2026-07-04") { $0.isFavourite = true },
        place(4, "St. Mary Lake", "Lakes", visits: 12, "2024-05-01", "2026-10-09") { $0.isFavourite = true },
        place(5, "Twin Lake", "Lakes"), place(6, "山の湖と長い名前のキャンプ場の前の大きな湖", "Lakes", visits: 2),
        place(7, "Yukon River", "Rivers"), place(8, "Home", "", visits: 40) { $0.privateRadius = 500 },
        place(9, "Mount McKinley", "Mountains"),
    ]

    private static func place(
        _ id: Int, _ name: String, _ category: String, visits: Int = 0, _ first: String = "", _ last: String = "",
        _ change: (inout Place) -> Void = { _ in }
    ) -> PlaceEntry {
        var place = Place(
            name: name, position: TrackPosition(latitude: 46 + Double(id) / 10, longitude: 13.75), category: category)
        change(&place)
        let found = PlaceVisits(count: visits, first: Day(first), last: Day(last), counted: visits)
        return PlaceEntry(id: id, place: place, visits: found)
    }

    /// The content of a store with hikes and places.
    static func content(places: [PlaceEntry], photo: Numbered<Photo>? = nil) -> Content {
        var content = content()
        (content.places, content.photo) = (places, photo)
        return content
    }

    static func editor(
        _ draft: ProfileDraft = draft(), committed: Profile? = nil, size: CellSize = terminal
    ) -> EditorScreen {
        EditorScreen(
            draft: draft, committed: CommittedProfile(revision: 3, profile: committed ?? draft.base), today: today
        ).sized(size)
    }
}

extension HomeScreen {
    var hikes: [HikeHeader] { list.rows.indices.compactMap { list.hike(at: $0) } }

    /// The id of the hike whose details are shown.
    var shownHike: Int? {
        shown.page?.hike.id
    }
}

extension ProfileScreen {
    /// Answers the screen's requests until it makes no more.
    ///
    /// - Returns: the hikes that it requested.
    @discardableResult
    mutating func read(_ effects: [Effect]) -> [Int] {
        var (effects, ids) = (effects, [Int]())
        while case .request(.hikes(.load(let id)), _)? = effects.first {
            ids.append(id)
            effects = handle(.hike(Sample.hike(id)), at: .zero)
        }
        return ids
    }
}

extension CommittedProfile {
    init(revision: Int, profile: Profile) { self.init(revision: revision, value: Tagged(profile)) }
}

extension FieldConflict {
    init(_ field: String, base: some FieldValue, mine: some FieldValue, theirs: some FieldValue) {
        self.init(
            field: field, base: AnyFieldValue(base), mine: AnyFieldValue(mine), theirs: AnyFieldValue(theirs))
    }

    static let season = FieldConflict(
        "seasonalPhoto", base: SeasonalPhoto.winter, mine: SeasonalPhoto.spring, theirs: SeasonalPhoto.summer)
}

extension Screen {
    /// Sends keys one after the other.
    ///
    /// - Returns: all their effects.
    mutating func press(_ keys: Key..., at now: Moment = .zero) -> [Effect] {
        keys.flatMap { update(.key($0), at: now) }
    }

    mutating func type(_ text: String) -> [Effect] {
        text.flatMap { update(.key(.character($0)), at: .zero) }
    }

    /// The screen as plain lines.
    func lines(_ size: CellSize = Sample.terminal, at now: Moment = .zero) -> [String] {
        picture(size, at: now).lines(depth: .none)
    }

    func shows(_ text: String, _ size: CellSize = Sample.terminal, at now: Moment = .zero) -> Bool {
        lines(size, at: now).contains { $0.contains(text) }
    }

    /// Clicks on the first cell of a visible text.
    mutating func click(_ text: String, _ size: CellSize = Sample.terminal) -> [Effect] {
        Sample.place(of: text, in: lines(size)).map { update(.click($0), at: .zero) } ?? []
    }
}

/// A static part of a screen, drawn as a separate screen.
struct Still: Screen {
    var window = Window()
    let drawing: @Sendable (inout Canvas) -> Void

    init(_ drawing: @escaping @Sendable (inout Canvas) -> Void) { self.drawing = drawing }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] { [] }
    func draw(on canvas: inout Canvas, at now: Moment) { drawing(&canvas) }
}

/// The replies that the editor waits for.
extension EditorScreen {
    mutating func saved() -> [Effect] { handle(.saved(draft), at: .zero) }

    mutating func saveRefused(_ message: String) -> [Effect] {
        handle(.saveRefused(UserMessage(.io, message, hint: "")), at: .zero)
    }

    mutating func savedElsewhere(_ theirs: ProfileDraft? = nil) { _ = handle(.savedElsewhere(theirs), at: .zero) }

    mutating func discarded() -> [Effect] { handle(.discarded, at: .zero) }

    mutating func committed(as revision: Int, at now: Moment) -> [Effect] { handle(.committed(revision), at: now) }

    mutating func conflict(_ conflict: DraftConflict) { _ = handle(.conflict(conflict), at: .zero) }

    mutating func refused(_ message: String, problems: [FieldProblem] = []) {
        _ = handle(.editRefused(UserMessage(.io, message, hint: "", problems: problems)), at: .zero)
    }

    mutating func committedElsewhere(_ committed: CommittedProfile, today: Day) {
        _ = refresh(Sample.content(saved: sync.hasSavedDraft ? draft : nil, committed, today: today), at: .zero)
    }
}

extension Sample {
    /// The content of a store without hikes, as the editor follows it.
    static func content(saved: ProfileDraft?, _ committed: CommittedProfile, today: Day = today) -> Content {
        let summary = Summary(committed: committed, draft: saved, hikes: HikeSummary(over: [], goalDate: today))
        return Content(summary: summary.whole.value, index: .empty, today: today, damaged: [])
    }
}

extension Sample {
    /// The first cell of a visible text.
    static func place(of text: String, in lines: [String]) -> CellPoint? {
        for (row, line) in lines.enumerated() {
            guard let found = line.firstRange(of: text) else { continue }
            return CellPoint(column: line[..<found].reduce(0) { $0 + $1.cells }, row: row)
        }
        return nil
    }
}

extension String {
    fileprivate func firstRange(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}

// A failing test shows the picture instead of the screen's properties.
// swift-format-ignore: AvoidRetroactiveConformances
extension HomeScreen: @retroactive CustomTestStringConvertible {
    var testDescription: String { lines(size).joined(separator: "\n") }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension ProfileScreen: @retroactive CustomTestStringConvertible {
    var testDescription: String { lines(size).joined(separator: "\n") }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension EditorScreen: @retroactive CustomTestStringConvertible {
    var testDescription: String { lines(size).joined(separator: "\n") }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension ConflictScreen: @retroactive CustomTestStringConvertible {
    var testDescription: String { lines(size).joined(separator: "\n") }
}
