/// The series as a picture: logarithmic axes, and a line and a colour for each.
struct GrowthPlot {
    let series: [GrowthSeries]

    private static let (width, height) = (720.0, 400.0)
    private static let (left, right, top, bottom) = (70.0, 170.0, 30.0, 50.0)
    private static let colours = ["#0b6e4f", "#c8553d", "#2f5d8c", "#8a5a9e", "#6b6b6b"]

    var svg: String {
        let hikes = series.flatMap { $0.points.map { Double($0.hikes) } }
        let times = series.flatMap { $0.points.map(\.seconds) }
        let across = LogScale(covering: hikes, from: Self.left, to: Self.width - Self.right)
        let up = LogScale(covering: times, from: Self.height - Self.bottom, to: Self.top)
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(Self.width)) \(number(Self.height))" \
            font-family="sans-serif" font-size="12" role="img">
            <title>Time of a command by the number of hikes in the store</title>
            <rect width="100%" height="100%" fill="#ffffff"/>
            """
        ]
        for tick in across.ticks {
            let x = number(across.place(tick))
            parts.append(line(x, number(Self.top), x, number(Self.height - Self.bottom)))
            parts.append(text(x, number(Self.height - Self.bottom + 18), "middle", grouped(Int(tick.rounded()))))
        }
        for tick in up.ticks {
            let y = number(up.place(tick))
            parts.append(line(number(Self.left), y, number(Self.width - Self.right), y))
            parts.append(text(number(Self.left - 8), number(up.place(tick) + 4), "end", label(tick)))
        }
        let middle = (Self.left + Self.width - Self.right) / 2
        parts.append(text(number(middle), number(Self.height - 12), "middle", "hikes in the store"))
        for (index, series) in series.enumerated() {
            let colour = Self.colours[index % Self.colours.count]
            let places = series.points.map { (across.place(Double($0.hikes)), up.place($0.seconds)) }
            let path = places.map { "\(number($0)),\(number($1))" }.joined(separator: " ")
            parts.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>")
            parts += places.map { "<circle cx=\"\(number($0))\" cy=\"\(number($1))\" r=\"3\" fill=\"\(colour)\"/>" }
            let y = Self.top + 16 + Double(index) * 20
            let x = Self.width - Self.right + 16
            parts.append(
                "<rect x=\"\(number(x))\" y=\"\(number(y - 9))\" width=\"10\" height=\"10\" fill=\"\(colour)\"/>")
            parts.append(text(number(x + 16), number(y), "start", series.name))
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    private func line(_ x1: String, _ y1: String, _ x2: String, _ y2: String) -> String {
        "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"#dddddd\"/>"
    }

    private func text(_ x: String, _ y: String, _ anchor: String, _ content: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" fill=\"#333333\">\(content)</text>"
    }

    private func label(_ seconds: Double) -> String {
        seconds >= 1 ? "\(Int(seconds.rounded())) s" : "\(decimal(seconds * 1e3, seconds < 1e-3 ? 1 : 0)) ms"
    }

    private func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
    }

    private func number(_ value: Double) -> String { decimal(value, 1) }
}

/// Places of values on an axis whose ticks are powers of ten.
struct LogScale {
    private let (first, last): (Int, Int)
    private let (from, to): (Double, Double)

    /// - Parameter values: positive ones.
    init(covering values: [Double], from: Double, to: Double) {
        let (least, most) = (values.min() ?? 1, values.max() ?? 1)
        var (first, last) = (0, 0)
        while Self.power(first) > least { first -= 1 }
        while Self.power(first + 1) <= least { first += 1 }
        last = first + 1
        while Self.power(last) < most { last += 1 }
        (self.first, self.last, self.from, self.to) = (first, last, from, to)
    }

    var ticks: [Double] { (first...last).map(Self.power) }

    func place(_ value: Double) -> Double {
        // The position between two ticks is found by bisection, which is exact enough for a picture and needs no
        // logarithm.
        var tick = first
        while tick < last, Self.power(tick + 1) <= value { tick += 1 }
        var (rest, part, weight) = (value / Self.power(tick), 0.0, 0.5)
        for _ in 0..<20 {
            rest *= rest
            if rest >= 10 {
                part += weight
                rest /= 10
            }
            weight /= 2
        }
        return from + (to - from) * (Double(tick - first) + part) / Double(last - first)
    }

    private static func power(_ exponent: Int) -> Double {
        var value = 1.0
        for _ in 0..<abs(exponent) { value *= 10 }
        return exponent < 0 ? 1 / value : value
    }
}
