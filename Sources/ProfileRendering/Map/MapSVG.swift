extension TrackMap {
    /// The map as a standalone SVG file; without a recording, it contains a sentence that says so.
    public var svg: String { markup(standsAlone: true).written + "\n" }

    /// The map for embedding in a page. Its labels take the colour of the surrounding text.
    var inlineMarkup: Markup { inlineMarkup(class: nil) }

    /// The map for embedding in a page that styles a class of maps.
    func inlineMarkup(class name: String?) -> Markup { markup(standsAlone: false, class: name) }

    private static let size = (width: 360.0, height: 240.0)
    private static let margin = 14.0
    /// Points closer together than this can't be told apart.
    private static let smallestStep = 0.5

    private func markup(standsAlone: Bool, class name: String? = nil) -> Markup {
        .element(
            "svg",
            [
                "class": name,
                "xmlns": standsAlone ? "http://www.w3.org/2000/svg" : nil,
                "viewBox": "0 0 \(Self.size.width.svg) \(Self.size.height.svg)", "width": "720", "height": "480",
                "role": "img", "font-family": "system-ui, sans-serif", "font-size": "11",
                // A grey that is readable on black and on white.
                "color": standsAlone ? "#7c8290" : nil,
            ], [.element("title", text: isEmpty ? "\(title): \(nothing)" : title)] + drawn)
    }

    private var drawn: [Markup] {
        guard !isEmpty else {
            return [
                .element(
                    "text", ["x": "180", "y": "120", "text-anchor": "middle", "fill": "currentColor"], text: nothing)
            ]
        }
        let (width, height) = (Self.size.width - 2 * Self.margin, Self.size.height - 3 * Self.margin)
        let metres = max(extent.width / width, extent.height / height)
        func place(_ point: PlanePoint) -> (x: Double, y: Double) {
            (Self.margin + width / 2 + point.east / metres, Self.margin + height / 2 - point.north / metres)
        }
        let paths = tracks.map { track in
            Markup.element(
                "path",
                [
                    "d": track.map { path($0.map(place)) }.joined(), "fill": "none",
                    "stroke": Self.wayColor.hexadecimal, "stroke-width": isOfMany ? "1.2" : "2",
                    // Where many run together, the colour gets deeper.
                    "stroke-opacity": isOfMany ? "0.5" : nil, "stroke-linecap": "round", "stroke-linejoin": "round",
                ])
        }
        let marks =
            isOfMany
            ? []
            : [(lines.last?.last, Self.endColor), (lines.first?.first, Self.startColor)].compactMap {
                point, color in
                point.flatMap { cutEnds.contains($0) ? nil : place($0) }.map { place in
                    Markup.element(
                        "circle", ["cx": place.x.svg, "cy": place.y.svg, "r": "3.5", "fill": color.hexadecimal])
                }
            }
        let cuts = cutEnds.map(place).map { place in
            Markup.element(
                "circle",
                [
                    "cx": place.x.svg, "cy": place.y.svg, "r": "3", "fill": "none", "stroke": "currentColor",
                    "stroke-width": "1.5",
                ])
        }
        return paths + cuts + marks + scaleBar(metres: metres, width: width)
    }

    /// The line through points as path data. Its steps are in tenths of a unit, and relative, which is shorter.
    private func path(_ points: [(x: Double, y: Double)]) -> String {
        guard let first = points.first else { return "" }
        func tenths(_ value: Double) -> Int { Int((value * 10).rounded()) }
        var last = (x: tenths(first.x), y: tenths(first.y))
        // As bytes: a map has megabytes of numbers, and each would be a string.
        var path = Array("M\((Double(last.x) / 10).svg) \((Double(last.y) / 10).svg)l".utf8)
        for (index, point) in points.enumerated() {
            let step = (x: tenths(point.x) - last.x, y: tenths(point.y) - last.y)
            let isFar = Double(abs(step.x) + abs(step.y)) >= Self.smallestStep * 10
            guard isFar || index == points.count - 1 else { continue }
            path.append(tenths: step.x)
            if step.y >= 0 { path.append(UInt8(ascii: " ")) }
            path.append(tenths: step.y)
            path.append(UInt8(ascii: " "))
            last = (last.x + step.x, last.y + step.y)
        }
        return String(decoding: path.dropLast(), as: UTF8.self)
    }

    private func scaleBar(metres: Double, width: Double) -> [Markup] {
        guard let scale = scale(atMost: metres * width / 3) else { return [] }
        let (start, end, y) = (Self.margin, Self.margin + scale.metres / metres, Self.size.height - Self.margin)
        return [
            .element(
                "path",
                [
                    "d": "M\(start.svg) \((y - 3).svg)V\(y.svg)H\(end.svg)V\((y - 3).svg)", "fill": "none",
                    "stroke": "currentColor",
                ]),
            .element("text", ["x": (end + 6).svg, "y": y.svg, "fill": "currentColor"], text: scale.label),
        ]
    }
}

extension [UInt8] {
    /// Appends a number of tenths: "12", "-0.3".
    fileprivate mutating func append(tenths number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 10)
        append(contentsOf: String(whole).utf8)
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(rest))
    }
}
