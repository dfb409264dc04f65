/// One line of the result: a measured figure and its goal.
struct Row {
    enum Goal {
        case atMost(Double)
        case atLeast(Double)
    }

    enum Unit: String {
        case ratio, seconds, bytes
        case perSecond = "per second"
        case count
    }

    let what: String
    let figure: Double
    var unit = Unit.ratio
    var goal: Goal?
    /// The figures behind a ratio.
    var detail = ""

    var isReached: Bool? {
        switch goal {
        case .atMost(let limit): figure <= limit
        case .atLeast(let limit): figure >= limit
        case nil: nil
        }
    }
}

/// All rows, as a table for people and as JSON for programs.
struct Report {
    private(set) var rows: [Row] = []
    private(set) var growth: [GrowthSeries] = []

    mutating func add(_ new: [Row]) { rows += new }

    mutating func add(_ series: [GrowthSeries]) { growth += series }

    /// The table in Markdown, for use in a page.
    var table: String {
        var lines = ["| what | figure | to reach | medians |", "|---|---|---|---|"]
        for row in rows {
            let goal =
                switch row.goal {
                case .atMost(let limit): "≤ \(text(limit, row.unit))"
                case .atLeast(let limit): "≥ \(text(limit, row.unit))"
                case nil: ""
                }
            let mark = row.isReached == false ? " (missed)" : ""
            lines.append("| \(row.what) | \(text(row.figure, row.unit))\(mark) | \(goal) | \(row.detail) |")
        }
        return lines.joined(separator: "\n")
    }

    var json: String {
        let rows = rows.map { row -> String in
            var members = [
                "\"what\":\(quoted(row.what))", "\"figure\":\(row.figure)", "\"unit\":\(quoted(row.unit.rawValue))",
            ]
            switch row.goal {
            case .atMost(let limit): members.append("\"atMost\":\(limit)")
            case .atLeast(let limit): members.append("\"atLeast\":\(limit)")
            case nil: break
            }
            if !row.detail.isEmpty { members.append("\"medians\":\(quoted(row.detail))") }
            return "{\(members.joined(separator: ","))}"
        }
        let growth = growth.map { series in
            let points = series.points.map { "[\($0.hikes),\($0.seconds)]" }.joined(separator: ",")
            return "{\"what\":\(quoted(series.name)),\"hikesAndSeconds\":[\(points)]}"
        }
        return """
            {"schema":1,"rows":[\(rows.joined(separator: ","))],"growth":[\(growth.joined(separator: ","))]}

            """
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func text(_ value: Double, _ unit: Row.Unit) -> String {
        switch unit {
        case .ratio: decimal(value, 2)
        case .seconds: duration(value)
        case .bytes: "\(decimal(value / 1e6, 1)) MB"
        case .perSecond: "\(Int(value))/s"
        case .count: "\(Int(value))"
        }
    }
}

/// A duration in the unit that gives it one to three digits before the point.
func duration(_ seconds: Double) -> String {
    switch seconds {
    case 1...: "\(decimal(seconds, 2)) s"
    case 1e-3...: "\(decimal(seconds * 1e3, 2)) ms"
    default: "\(decimal(seconds * 1e6, 1)) µs"
    }
}

func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "–" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((abs(value) * scale).rounded())
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: max(places - fraction.count, 0))
    let whole = "\(value < 0 ? "-" : "")\(scaled / Int(scale))"
    return places == 0 ? whole : "\(whole).\(zeros)\(fraction)"
}
