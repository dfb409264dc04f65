@testable import SealedStore

/// A journey to a country: an element with an optional field, a set and a field that lists don't read.
struct Journey: ElementModel {
    var country = ""
    var year = 2026
    var cost: Int?
    var tags: Set<String> = []
    var notes = ""

    static let collection = ElementKinds("journey")
    static let fields = [
        ModelField<Journey>("country", tag: 1, label: "Country", \.country),
        ModelField<Journey>("year", tag: 2, label: "Year", \.year),
        ModelField<Journey>("cost", tag: 3, label: "Cost", \.cost),
        ModelField<Journey>("tags", tag: 4, label: "Tags", \.tags),
        ModelField<Journey>("notes", tag: 5, label: "Notes", \.notes).inBody(),
    ]
    static let figures: [ElementFigure<Journey>] = [{ $0.cost }]
    static func key(of journey: Journey) -> Int { journey.year }

    func problems(replacing committed: Journey, at now: WallTime) -> [FieldProblem] {
        (1900...2100).contains(year) ? [] : [FieldProblem("year", .range(1900, 2100))]
    }
}

/// The journeys of an earlier program, which knows neither their tags nor their notes.
struct EarlierJourney: ElementModel {
    var country = ""
    var year = 2026

    static let collection = Journey.collection
    static let fields = [
        ModelField<EarlierJourney>("country", tag: 1, label: "Country", \.country),
        ModelField<EarlierJourney>("year", tag: 2, label: "Year", \.year),
    ]
    static let figures: [ElementFigure<EarlierJourney>] = [{ _ in nil }]
    static func key(of journey: EarlierJourney) -> Int { journey.year }
}

/// A shelter: an element of the simplest form.
struct Shelter: ElementModel {
    var name = ""
    static let collection = ElementKinds("shelter")
    static let fields = [ModelField<Shelter>("name", tag: 1, label: "Name", \.name)]
}

/// A sheet of paper, which is recognized by its text.
struct Sheet: ElementModel {
    var text = ""
    static let collection = ElementKinds("sheet")
    static let fields = [ModelField<Sheet>("text", tag: 1, label: "Text", \.text)]
    var contentDigest: [UInt8]? { Array(text.utf8) }
}

extension StoreSchema {
    static let journeys = StoreSchema(domain: "bench", collections: [Journey.self, Shelter.self])
}

extension RecordBench {
    /// A bench with no journeys yet.
    static func journeys(_ kind: Kind = .file) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: StoreSchema.journeys.kinds)
        try bench.create { _ in }
        return bench
    }

    /// Runs a body at a time of its own, as a store's transaction does.
    @discardableResult
    func write<Result: Sendable>(
        at second: Int, limit: Int? = nil, _ body: (inout RecordTransaction) throws -> Result
    ) throws -> Result {
        try write { transaction in
            transaction.begin(at: .second(second), historyLimit: limit)
            return try body(&transaction)
        }
    }

    func journey(_ number: Int) throws -> Journey? { try read { try $0.element(Journey.self, number) } }

    func history(limit: Int? = nil) throws -> [LoggedChange] {
        try read { try StoreSchema.journeys.changes(limit: limit, in: &$0) }
    }

    @discardableResult
    func undo(_ number: Int? = nil) throws -> UndoneChange {
        try write { try StoreSchema.journeys.undo(number, in: &$0) }
    }

    /// What a check of all records finds.
    func findings() throws -> [DamagedPart] {
        try salvage { transaction in
            for check in StoreSchema.journeys.checks { try check.run(&transaction) }
        }.1
    }
}
