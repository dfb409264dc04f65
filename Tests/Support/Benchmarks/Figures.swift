/// The cost of one run of a command or a body.
struct Figures {
    /// In seconds, from the start to the end.
    var wall: Double
    /// In seconds, over all processors; 0 for a body in this process.
    var processor = 0.0
    /// Peak memory in bytes; 0 for a body in this process.
    var peak = 0.0
}

/// The middle value, or the mean of the two middle ones for an even count.
func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Candidates that ran in turn, so that other load on the machine affects all of them alike.
struct Interleaved {
    private let runs: [String: [Figures]]

    /// - Parameters:
    ///   - rounds: how often each candidate is measured, after one run that isn't.
    ///   - candidates: by name; each returns what it cost.
    init(rounds: Int, _ candidates: [(name: String, run: () throws -> Figures)]) throws {
        var runs: [String: [Figures]] = [:]
        for round in 0...rounds {
            // The order is reversed each time, so that no candidate always follows the same one.
            for candidate in round.isMultiple(of: 2) ? candidates : candidates.reversed() {
                let figures = try candidate.run()
                if round > 0 { runs[candidate.name, default: []].append(figures) }
            }
        }
        self.runs = runs
    }

    func has(_ name: String) -> Bool { runs[name] != nil }

    func wall(_ name: String) -> Double { median(runs[name, default: []].map(\.wall)) }

    func peak(_ name: String) -> Double { median(runs[name, default: []].map(\.peak)) }

    /// The median of the ratios of the rounds.
    func ratio(_ name: String, to reference: String) -> Double {
        median(zip(runs[name, default: []], runs[reference, default: []]).map { $0.wall / $1.wall })
    }
}

/// Runs a body and returns how long it took, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
}
