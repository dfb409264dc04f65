internal import Dispatch
internal import ProfileKit
internal import SQLiteKit
internal import Synchronization

/// One element among ten thousand, read and added through the library's own models, in one process and in turn with a C twin
/// that writes rows of the same sizes.
struct OneOfMany {
    let workshop: Workshop
    private let count = 10_000

    func rows() throws -> [Row] {
        let home = workshop.path("elements")
        try Command(arguments: ["mkdir", "-m", "700", home]).run()
        let (gate, _) = try SealedGate<VisitStore>.create(
            NewAccount(passcode: Secret(Workshop.passcode)), at: "\(home)/visits.sealed",
            configuration: LibraryStore.configuration(home: home))
        let store = try gate.unlock(with: Secret(Workshop.passcode))
        try store.opened.write { transaction in
            for number in 1...count { _ = try transaction.add(Visit(country: "Country \(number)", days: number % 30)) }
        }
        return try reading(store) + adding(to: store)
    }

    private func reading(_ store: VisitStore) throws -> [Row] {
        let numbers = (0..<500).map { 1 + $0 * 7919 % count }
        let timed = try Interleaved(
            rounds: 9,
            [
                (
                    "outside",
                    {
                        Figures(
                            wall: try seconds { for number in numbers { _ = try store.element(Visit.self, number) } })
                    }
                ),
                (
                    "within",
                    {
                        Figures(
                            wall: try seconds {
                                try store.opened.read { transaction in
                                    for number in numbers { _ = try transaction.element(Visit.self, number) }
                                }
                            })
                    }
                ),
                (
                    "scan",
                    { Figures(wall: try seconds { _ = try store.elements(Visit.self) { $0.days == 7 } }) }
                ),
                ("blocking", { Figures(wall: try seconds { for _ in numbers { _ = try store.document } }) }),
                (
                    "asynchronous",
                    {
                        Figures(
                            wall: try seconds {
                                try waiting { for _ in numbers { _ = try await offloading { try store.document } } }
                            })
                    }
                ),
            ])
        func each(_ name: String) -> String { duration(timed.wall(name) / Double(numbers.count)) }
        return [
            Row(
                what: "an element by its number among \(count), outside of a transaction ÷ within",
                figure: timed.ratio("outside", to: "within"), goal: .atMost(1.5),
                detail: "\(each("outside")), \(each("within"))"),
            Row(
                what: "a header, when \(count) are looked through", figure: timed.wall("scan") / Double(count),
                unit: .seconds, goal: .atMost(3e-6)),
            Row(
                what: "asynchronous read of a document ÷ blocking", figure: timed.ratio("asynchronous", to: "blocking"),
                goal: .atMost(1.5), detail: "\(each("asynchronous")), \(each("blocking"))"),
        ]
    }

    private func adding(to store: VisitStore) throws -> [Row] {
        let twin = try Twin(at: workshop.path("twin-elements.db"))
        // A row of the size of an element's, and one of the size of its page in the directory.
        let database = try Connection(opening: store.opened.name, mode: .existing, busyTimeout: .seconds(5))
        func average(_ kind: String) throws -> Int {
            try size("SELECT CAST(avg(length(head)) AS INTEGER) FROM record WHERE kind = '\(kind)'", database)
        }
        let sizes = HikeSizes(header: try average("visit"), track: 0, page: try average("visit.page"), perPage: 1)
        let pages = try size("SELECT count(*) FROM record WHERE kind = 'visit.page'", database)
        try twin.addHikes(
            Int64(count),
            HikeSizes(header: sizes.header, track: 0, page: sizes.page, perPage: max(count / max(pages, 1), 1)))
        let added = 100
        var next = Int64(count) + 1
        let timed = try Interleaved(
            rounds: 5,
            [
                (
                    "add",
                    {
                        Figures(
                            wall: try seconds { for _ in 0..<added { _ = try store.add(Visit(country: "Bhutan")) } })
                    }
                ),
                (
                    "twin's add",
                    {
                        defer { next += Int64(added) }
                        return Figures(
                            wall: try seconds {
                                for id in next..<next + Int64(added) { try twin.addHikes(1, from: id, sizes) }
                            })
                    }
                ),
            ])
        return [
            Row(
                what: "one element added to \(count) ÷ C twin", figure: timed.ratio("add", to: "twin's add"),
                goal: .atMost(7),
                detail:
                    "\(duration(timed.wall("add") / Double(added))), \(duration(timed.wall("twin's add") / Double(added)))"
            )
        ]
    }

    /// Waits for an asynchronous body.
    private func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        Task.detached {
            do { try await body() } catch { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

private struct Visitor: DocumentModel {
    var name = ""
    static let kinds = DocumentKinds("visitor")
    static let fields = [Field("name", tag: 1, \.name)]
}

private struct Visit: ElementModel {
    var country = "", days = 1, tags: Set<String> = []
    static let collection = ElementKinds("visit")
    static let fields = [
        Field("country", tag: 1, \.country), Field("days", tag: 2, \.days), Field("tags", tag: 3, \.tags),
    ]
}

private final class VisitStore: DocumentStore {
    typealias Document = Visitor
    static let schema = StoreSchema(domain: "visits", documents: [Visitor.self], collections: [Visit.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}
