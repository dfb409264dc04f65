import ProfileKitTesting
import ProfileModel
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite struct `Random histories of hikes` {
    @Test func `do what a plain model does`() throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let difference = try RandomHikes(seed: seed).firstDifference(in: 40)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
    }

    @Test(arguments: RandomHikes.Flaw.allCases) func `find a model that does otherwise`(flaw: RandomHikes.Flaw) throws {
        for seed in 1...12 as ClosedRange<UInt64>
        where try RandomHikes(seed: seed, flaw).firstDifference(in: 40) != nil { return }
        Issue.record("no difference")
    }
}

/// One history of hikes, in a store and in a model that is plain values.
struct RandomHikes {
    enum Flaw: CaseIterable { case keepsPurgedEdits, undoesSets, leavesFigures, undoesUndone, splitsImports }

    private enum Item {
        case added(Int)
        case removed(Int)
        case restored(Int)
        case edited(Int, from: HikeHeader, to: HikeHeader)

        var number: Int {
            switch self {
            case .added(let number), .removed(let number), .restored(let number), .edited(let number, _, _): number
            }
        }
    }

    private struct Change {
        var operation: Int?
        var undoes: Int?
        var items: [Item] = []
    }

    private let temporary: TemporaryStore
    private let store: ProfileStore
    private let flaw: Flaw?
    private var random: SeededSource

    private var hikes: [Int: Hike] = [:]
    private var removed: [Int: Hike] = [:]
    private var recordings: [Int: Recording] = [:]
    /// Numbered from 1.
    private var changes: [Change] = []
    private var highest = 0
    private var walks = 0

    init(seed: UInt64, _ flaw: Flaw? = nil) throws {
        temporary = try TemporaryStore()
        store = try temporary.unlock()
        (random, self.flaw) = (SeededSource(seed: seed), flaw)
    }

    /// A recorded walk of 400 m or more, each on a day of its own.
    static func walk(_ number: Int) -> ImportedHike {
        let step = Double(number % 5 + 2) * 3e-5
        let start = 1_577_872_800 + Double(number * 86_400)
        let points = (0..<60).compactMap { (index: Int) -> TrackPoint? in
            let time = Timestamp(secondsSince1970: start + Double(index * 10), utcOffset: 0)
            return TrackPoint(
                latitude: 47 + Double(index) * step, longitude: 11, elevation: Double(500 + index), time: time)
        }
        var hike = ImportedHike(name: "Walk \(number)", source: "GPX", recording: Recording(segments: [points]))
        (hike.hike.notes, hike.hike.tags) = ("Note \(number)", ["walk"])
        return hike
    }

    func firstDifference(in transactions: Int) throws -> String? {
        var history = self
        for number in 1...transactions {
            do {
                try history.step()
            } catch {
                return "transaction \(number): \(error)"
            }
            if let difference = try history.difference() { return "transaction \(number): \(difference)" }
        }
        return try store.check().allSatisfy(\.isOK) ? nil : "the check finds damage"
    }

    // MARK: Steps

    private mutating func step() throws {
        let (some, waiting) = (subset(of: hikes), subset(of: removed))
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1:
            highest += 1
            let header = HikeHeader(id: highest, name: "Typed", distance: 5)
            _ = try store.addHike(header)
            hikes[highest] = Hike(header: header)
            hikes[highest]?.declared = [.enteredDistance]
            changes.append(Change(items: [.added(highest)]))
        case 2:
            var (operation, id): (Int?, Int?)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                walks += 1
                highest += 1
                let walk = Self.walk(walks)
                operation = try store.importHikes([walk], continuing: operation).operation
                hikes[highest] = walk.hike
                hikes[highest]?.id = highest
                recordings[highest] = walk.recording?.asKept
                id = flaw == .splitsImports ? nil : id ?? changes.count + 1
                changes.append(Change(operation: id, items: [.added(highest)]))
            }
        case 3...5: try edit(some)
        case 6:
            guard let id = some.first, let recording = recordings[id], let before = hikes[id] else { return }
            let start = Double.random(in: 0...0.1, using: &random)
            try store.trimHike(id, from: .kilometres(start), to: .kilometres(start + 0.2))
            var after = before
            after.trim = start...start + 0.2
            after.takeFigures(of: recording)
            hikes[id] = after
            changes.append(Change(items: [.edited(id, from: before.header, to: after.header)]))
        case 7 where !some.isEmpty:
            try store.removeHikes(some)
            changes.append(Change(items: some.map { remove($0) }))
        case 8 where !waiting.isEmpty:
            try store.restoreHikes(waiting)
            changes.append(Change(items: waiting.map { restore($0) }))
        case 9 where !waiting.isEmpty:
            try store.purgeHikes(waiting)
            for id in waiting { removed[id] = nil }
            guard flaw != .keepsPurgedEdits else { return }
            for index in changes.indices {
                changes[index].items.removeAll { item in
                    if case .edited(let id, _, _) = item { waiting.contains(id) } else { false }
                }
            }
        default: try undo()
        }
    }

    private mutating func subset(of hikes: [Int: Hike]) -> [Int] {
        let ids = hikes.keys.sorted()
        return Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }

    private mutating func edit(_ ids: [Int]) throws {
        let name = ["Elk", "Fox"].randomElement(using: &random)
        let tags = Set(["wet", "far", "boots"].filter { _ in Bool.random(using: &random) })
        let notes = ["", "Sun", "Rain"].randomElement(using: &random)
        let distance = Bool.random(using: &random) ? Double(Int.random(in: 1...3, using: &random)) : nil
        let (hasName, hasTags) = (Bool.random(using: &random), Bool.random(using: &random))
        func change(_ header: inout HikeHeader) {
            if hasName, let name { header.name = name }
            if hasTags { header.tags = tags } else if let notes { header.notes = notes }
            if let distance { header.distance = distance }
        }
        try store.editHikes(ids) { change(&$0) }
        var items: [Item] = []
        for id in ids {
            guard let before = hikes[id] else { continue }
            var header = before.header
            change(&header)
            if header.distance != before.distance {
                header.movingDistance = nil
                header.declared.remove(.distance)
                header.declared.insert(.enteredDistance)
            }
            hikes[id]?.header = header
            if header != before.header { items.append(.edited(id, from: before.header, to: header)) }
        }
        if !items.isEmpty { changes.append(Change(items: items)) }
    }

    private mutating func remove(_ id: Int) -> Item {
        removed[id] = hikes.removeValue(forKey: id)
        return .removed(id)
    }

    private mutating func restore(_ id: Int) -> Item {
        hikes[id] = removed.removeValue(forKey: id)
        return .restored(id)
    }

    // MARK: Undo

    private func id(of index: Int) -> Int { changes[index].operation ?? index + 1 }

    /// The changes that are undone, and the newest that can be.
    private func undone() -> (undone: Set<Int>, next: Int?) {
        var (undone, next): (Set<Int>, Int?) = ([], nil)
        for index in changes.indices.reversed() where !undone.contains(id(of: index)) || flaw == .undoesUndone {
            if let other = changes[index].undoes {
                undone.insert(other)
            } else if next == nil, isAnythingLeft(of: id(of: index)) {
                next = id(of: index)
            }
        }
        return (undone, next)
    }

    private func isAnythingLeft(of id: Int) -> Bool {
        changes.indices.filter { self.id(of: $0) == id }.flatMap { changes[$0].items }.contains { item in
            if case .removed(let id) = item { removed[id] != nil } else { hikes[item.number] != nil }
        }
    }

    /// Takes back the newest change, or any one by its number.
    private mutating func undo() throws {
        let next = undone().next
        let any = Bool.random(using: &random) ? changes.indices.randomElement(using: &random).map(id) : nil
        do {
            _ = try store.undoHikes(any)
        } catch let error as StoreError where error.code == .notFound && next == nil && any == nil {
            return
        }
        guard let id = any ?? next else { return }
        var change = Change(undoes: id)
        for index in changes.indices.reversed() where self.id(of: index) == id {
            for item in changes[index].items.reversed() {
                if let item = takeBack(item) { change.items.append(item) }
            }
        }
        changes.append(change)
    }

    private mutating func takeBack(_ item: Item) -> Item? {
        switch item {
        case .added(let id), .restored(let id): return hikes[id] == nil ? nil : remove(id)
        case .removed(let id): return removed[id] == nil ? nil : restore(id)
        case .edited(let id, let before, let after):
            guard let now = hikes[id]?.header else { return nil }
            // A trim decides about the figures, so it is taken back with them, or not at all.
            if before.trim != after.trim, now.trim != before.trim, now.trim != after.trim { return nil }
            var header = now
            for field in HikeHeader.fields where field.value(of: now) == field.value(of: after) {
                field.set(field.value(of: before), in: &header)
            }
            if flaw != .undoesSets {
                header.tags = now.tags.union(before.tags.subtracting(after.tags))
                    .subtracting(after.tags.subtracting(before.tags))
            } else {
                header.tags = before.tags
            }
            header.declared = now.declared.union(before.declared.subtracting(after.declared))
                .subtracting(after.declared.subtracting(before.declared))
            // What says that a figure was entered stays with it, and then there is no moving distance.
            if before.distance != after.distance, ![before.distance, after.distance].contains(now.distance) {
                let marks: Set<DeclaredFigure> = [.distance, .enteredDistance]
                header.declared = header.declared.subtracting(marks).union(now.declared.intersection(marks))
            }
            if header.declared.contains(.enteredDistance), header.movingDistance != now.movingDistance {
                header.movingDistance = nil
            }
            hikes[id]?.header = header
            if header.trim != now.trim, flaw != .leavesFigures, let recording = recordings[id] {
                hikes[id]?.observations = HikeStatistics(of: recording.trimmed(to: header.trim).asKept).observations
            }
            return header == now ? nil : .edited(id, from: now, to: header)
        }
    }

    // MARK: Comparison

    /// The store sums up whole units, so that the order of hikes doesn't matter.
    private static func areEqual(_ one: HikeSummary, _ other: HikeSummary) -> Bool {
        func areNear(_ one: Double?, _ other: Double?) -> Bool { abs((one ?? -1) - (other ?? -1)) < 1e-6 }
        return one.recent == other.recent && one.badges.map(\.earnedOn) == other.badges.map(\.earnedOn)
            && one.badges.map(\.isEarned) == other.badges.map(\.isEarned) && one.totals.hikes == other.totals.hikes
            && areNear(one.totals.distance, other.totals.distance) && areNear(one.totals.ascent, other.totals.ascent)
            && areNear(one.totals.movingTime, other.totals.movingTime)
    }

    private func difference() throws -> String? {
        guard try store.hikes.map(\.id) == hikes.keys.sorted() else { return "hikes" }
        for (id, hike) in hikes where try store.hike(id) != hike { return "hike \(id)" }
        guard try store.removedHikeIDs == removed.keys.sorted() else { return "removed hikes" }
        let goal = try store.profile.goalDate
        let summary = HikeSummary(over: try store.hikes, goalDate: goal)
        guard Self.areEqual(try store.summary.hikes, summary) else { return "summary" }
        var expected: [(id: Int, items: [Int])] = []
        for index in changes.indices {
            let (id, numbers) = (id(of: index), changes[index].items.map(\.number))
            if expected.last?.id == id {
                expected[expected.count - 1].items += numbers
            } else {
                expected.append((id, numbers))
            }
        }
        let history = try store.hikeHistory()
        guard history.map(\.number) == expected.reversed().map(\.id) else { return "changes" }
        guard history.map({ $0.items.map(\.number) }) == expected.reversed().map(\.items) else { return "items" }
        let undone = undone().undone
        return history.allSatisfy { $0.isUndone == undone.contains($0.number) } ? nil : "what is undone"
    }
}
