import TestSupport
import Testing

@testable import SealedStore

@Suite struct `Random histories of elements` {
    @Test(arguments: RecordBench.Kind.allCases) func `do what a plain model does`(engine: RecordBench.Kind) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let difference = try History(engine, seed: seed).firstDifference(in: 40)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
    }

    @Test(arguments: PlainElements.Flaw.allCases) func `find a model that does otherwise`(
        flaw: PlainElements.Flaw
    ) throws {
        // One difference is enough.
        let isFound = try (1...20 as ClosedRange<UInt64>).contains { seed in
            try History(.memory, seed: seed, flaw).firstDifference(in: 40) != nil
        }
        #expect(isFound)
    }
}

/// What elements, their removed ones, attachments and history are, without any storage.
struct PlainElements {
    enum Flaw: String, CaseIterable { case dropsAttachments, undoesSets, keepsPurgedEdits, undoesUndone }

    enum Item: Hashable {
        case added(Int)
        case removed(Int)
        case restored(Int)
        case edited(Int, from: Journey, to: Journey)

        func isEdit(of number: Int) -> Bool { if case .edited(number, _, _) = self { true } else { false } }
    }

    struct Change: Hashable {
        var undoes: Int?
        var items: [Item] = []
    }

    var elements: [Int: Journey] = [:]
    var removed: [Int: Journey] = [:]
    var attachments: [Int: [String: [UInt8]]] = [:]
    /// Numbered from 1.
    var changes: [Change] = []
    var highest = 0
    var flaw: Flaw?

    mutating func add(_ journey: Journey) -> Item {
        highest += 1
        elements[highest] = journey
        return .added(highest)
    }

    mutating func remove(_ number: Int) -> Item {
        removed[number] = elements.removeValue(forKey: number)
        if flaw == .dropsAttachments { attachments[number] = nil }
        return .removed(number)
    }

    mutating func restore(_ number: Int) -> Item {
        elements[number] = removed.removeValue(forKey: number)
        return .restored(number)
    }

    mutating func purge(_ number: Int) {
        (removed[number], attachments[number]) = (nil, nil)
        guard flaw != .keepsPurgedEdits else { return }
        for index in changes.indices {
            changes[index].items.removeAll { $0.isEdit(of: number) }
        }
    }

    mutating func edit(_ number: Int, to journey: Journey) -> Item? {
        guard let before = elements.updateValue(journey, forKey: number), before != journey else { return nil }
        return .edited(number, from: before, to: journey)
    }

    /// The changes that are undone, and the newest that can be.
    func undone() -> (undone: Set<Int>, next: Int?) {
        var (undone, next): (Set<Int>, Int?) = ([], nil)
        for number in changes.indices.reversed().map({ $0 + 1 }) {
            guard !undone.contains(number) || flaw == .undoesUndone else { continue }
            if let other = changes[number - 1].undoes {
                undone.insert(other)
            } else if next == nil, !changes[number - 1].items.isEmpty {
                next = number
            }
        }
        return (undone, next)
    }

    /// - Returns: the change that this is.
    mutating func undo(_ number: Int) -> Change {
        var change = Change(undoes: number)
        for item in changes[number - 1].items.reversed() {
            switch item {
            case .added(let number), .restored(let number):
                if elements[number] != nil { change.items.append(remove(number)) }
            case .removed(let number):
                if removed[number] != nil { change.items.append(restore(number)) }
            case .edited(let number, let before, let after):
                guard var journey = elements[number] else { continue }
                func takeBack<Value: Equatable>(_ field: WritableKeyPath<Journey, Value>) {
                    if journey[keyPath: field] == after[keyPath: field] {
                        journey[keyPath: field] = before[keyPath: field]
                    }
                }
                takeBack(\.country)
                takeBack(\.year)
                takeBack(\.cost)
                takeBack(\.notes)
                if flaw == .undoesSets {
                    journey.tags = before.tags
                } else {
                    journey.tags = journey.tags.union(before.tags.subtracting(after.tags))
                        .subtracting(after.tags.subtracting(before.tags))
                }
                if let item = edit(number, to: journey) { change.items.append(item) }
            }
        }
        return change
    }
}

/// One history, in a bench and in the model.
private struct History {
    private let bench: RecordBench
    private var model = PlainElements()
    private var random: SeededSource

    init(_ engine: RecordBench.Kind, seed: UInt64, _ flaw: PlainElements.Flaw? = nil) throws {
        (bench, random) = (try .journeys(engine), SeededSource(seed: seed))
        model.flaw = flaw
    }

    func firstDifference(in transactions: Int) throws -> String? {
        var history = self
        for number in 1...transactions {
            try history.step(number)
            if let difference = try history.difference() { return "transaction \(number): \(difference)" }
        }
        return try bench.findings().isEmpty ? nil : "the check finds damage"
    }

    private mutating func step(_ second: Int) throws {
        if Int.random(in: 0..<5, using: &random) == 0, let next = model.undone().next {
            let number = Bool.random(using: &random) ? nil : Int.random(in: 1...model.changes.count, using: &random)
            let undone = try? bench.write(at: second) { try StoreSchema.journeys.undo(number, in: &$0) }.number
            // The flawed one may undo another.
            model.changes.append(model.undo(number ?? next))
            guard undone != nil else { throw Lost() }
            return
        }
        var (after, change, random) = (model, PlainElements.Change(), random)
        try bench.write(at: second) { transaction in
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                if let item = try Self.change(&after, &change, &transaction, &random) { change.items.append(item) }
            }
        }
        (model, self.random) = (after, random)
        if !change.items.isEmpty { model.changes.append(change) }
    }

    private struct Lost: Error {}

    private static func change(
        _ model: inout PlainElements, _ change: inout PlainElements.Change, _ transaction: inout RecordTransaction,
        _ random: inout SeededSource
    ) throws -> PlainElements.Item? {
        let (number, waiting) = (
            model.elements.keys.sorted().randomElement(using: &random),
            model.removed.keys.sorted().randomElement(using: &random)
        )
        let name = ["track", "photo"].randomElement(using: &random) ?? ""
        switch (Int.random(in: 0..<12, using: &random), number, waiting) {
        case (0...3, let number?, _):
            var journey = model.elements[number] ?? Journey()
            vary(&journey, &random)
            try transaction.edit(Journey.self, number) { $0 = journey }
            return model.edit(number, to: journey)
        case (4, let number?, _):
            try transaction.remove(Journey.self, number)
            return model.remove(number)
        case (5, _, let waiting?):
            try transaction.restore(Journey.self, waiting)
            return model.restore(waiting)
        case (6, _, let waiting?):
            try transaction.purge(Journey.self, [waiting])
            change.items.removeAll { $0.isEdit(of: waiting) }
            model.purge(waiting)
            return nil
        case (7...8, let number?, _):
            let bytes = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 300)
            try transaction.attach(bytes, as: name, to: Journey.self, number)
            model.attachments[number, default: [:]][name] = bytes
            return nil
        case (9, let number?, _):
            try transaction.detach(name, from: Journey.self, number)
            model.attachments[number]?[name] = nil
            return nil
        default:
            var journey = Journey()
            vary(&journey, &random)
            try transaction.add(journey)
            return model.add(journey)
        }
    }

    private static func vary(_ journey: inout Journey, _ random: inout SeededSource) {
        for field in 0..<5 where Bool.random(using: &random) {
            switch field {
            case 0: journey.country = ["Nepal", "Bhutan", "Norway"].randomElement(using: &random) ?? ""
            case 1: journey.year = Int.random(in: 2020...2023, using: &random)
            case 2: journey.cost = Bool.random(using: &random) ? nil : Int.random(in: 0...3, using: &random)
            case 3: journey.tags = Set(["wet", "far", "cold"].filter { _ in Bool.random(using: &random) })
            default: journey.notes = ["", "High.", "Wet."].randomElement(using: &random) ?? ""
            }
        }
    }

    private func difference() throws -> String? {
        let model = model
        return try bench.read { transaction in
            for number in 1...max(1, model.highest) {
                let (found, expected) = (try transaction.element(Journey.self, number), model.elements[number])
                guard found == expected else { return "element \(number)" }
                var attachments: [String: [UInt8]] = [:]
                for attachment in try transaction.attachments(of: Journey.self, number) {
                    attachments[attachment.name] = try transaction.attachment(
                        attachment.name, of: Journey.self, number)
                }
                guard attachments == model.attachments[number] ?? [:] else { return "attachments of \(number)" }
            }
            for newestFirst in [false, true] {
                let keys: [(Int, Int)] = model.elements.map { ($0.value.year, $0.key) }
                let order = keys.sorted { newestFirst && $0.0 != $1.0 ? $1.0 < $0.0 : $0 < $1 }
                for limit in [nil, 3] {
                    let found = try transaction.elements(Journey.self, newestFirst: newestFirst, limit: limit)
                    guard found.map(\.number) == order.prefix(limit ?? .max).map(\.1) else { return "order" }
                }
            }
            let costs = model.elements.values.filter { (2021...2022).contains($0.year) }.compactMap(\.cost)
            let sum = try transaction.sum(Journey.self, keys: 2021...2022).figures[0]
            guard sum.sum == costs.reduce(0, +), sum.known == costs.count else { return "sums" }
            let removed = try transaction.removed(Journey.self).map(\.number)
            guard removed == model.removed.keys.sorted() else { return "removed" }
            let history = try StoreSchema.journeys.changes(in: &transaction)
            guard history.map(\.undoes) == model.changes.reversed().map(\.undoes) else { return "undone changes" }
            guard history.map(\.items.count) == model.changes.reversed().map(\.items.count) else { return "changes" }
            let undone = model.undone().undone
            return history.allSatisfy { $0.isUndone == undone.contains($0.number) } ? nil : "what is undone"
        }
    }
}
