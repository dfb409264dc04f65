internal import ProfileKit
internal import ProfileRendering

struct Presentation: Sendable {
    let units: Units
    let today: Day
}
struct HomeScreen: Screen {
    enum Effect: Hashable, Sendable {
        case loadHike(Int)
        case openProfile, openDraft, leave
    }
    let hikes: [HikeHeader]
    init(hikes: [HikeHeader], draft: Draft?, units: Units, today: Day, size: CellSize) { self.hikes = hikes }
    func begin() -> [Effect] { [] }
    mutating func loaded(_ hike: Hike) {}
    mutating func failed(loading id: Int, _ message: String) {}
    mutating func refresh(hikes: [HikeHeader], draft: Draft?) -> [Effect] { [] }
    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(.character("q")): [.leave]
        case .key(.character("p")): [.openProfile]
        default: []
        }
    }
    func draw(on canvas: inout Canvas, at now: Moment) {
        canvas.write("Home \(hikes.count) 🌷 ☃️ end", column: 0, row: 0, style: .focused)
        for (i, h) in hikes.enumerated() { canvas.write(h.name, column: 2, row: i + 2, style: .warning) }
    }
    func nextTick(after now: Moment) -> Moment? { nil }
}
struct ProfileScreen: Screen {
    enum Effect: Hashable, Sendable { case edit, close }
    init(
        profile: Profile, hikes: HikeDigest, draft: Draft?, units: Units, today: Day, size: CellSize, at now: Moment,
        reducesMotion: Bool
    ) {}
    mutating func refresh(profile: Profile, hikes: HikeDigest, draft: Draft?) {}
    mutating func update(_ event: Event, at now: Moment) -> [Effect] { [] }
    func draw(on canvas: inout Canvas, at now: Moment) {}
    func nextTick(after now: Moment) -> Moment? { nil }
}
struct EditorScreen: Screen {
    enum Effect: Hashable, Sendable {
        case save(Profile)
        case commit(taking: ConflictSide?)
        case discard, reload
        case overwrite(Profile)
        case leave
    }
    enum Phase { case editing, committing }
    var phase = Phase.editing
    init(draft: Draft, committed: CommittedProfile, today: Day, size: CellSize) {}
    mutating func saved(_ d: Draft) {}
    mutating func committed() -> [Effect] { [] }
    mutating func conflict(_ d: DraftConflict) {}
    mutating func refused(_ m: String, problems: [InvalidValue] = []) {}
    mutating func savedElsewhere() {}
    mutating func replace(draft: Draft, committed: CommittedProfile) {}
    mutating func committedElsewhere(_ c: CommittedProfile) {}
    mutating func update(_ event: Event, at now: Moment) -> [Effect] { [] }
    func draw(on canvas: inout Canvas, at now: Moment) {}
    func nextTick(after now: Moment) -> Moment? { nil }
}
