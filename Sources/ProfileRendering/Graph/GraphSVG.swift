extension HikeGraph {
    /// The graph as a standalone SVG file; if nothing was recorded, it contains a sentence that says so.
    public var svg: String { markup(id: "graph", standsAlone: true).written + "\n" }

    /// The graph for embedding in a page. Its labels take the colour of the surrounding text.
    ///
    /// - Parameter id: a prefix for the ids of its parts, unique on the page.
    func inlineMarkup(id: String) -> Markup { markup(id: id, standsAlone: false) }

    private static let size = (width: 360.0, height: 128.0)

    /// The area of the capsules, to the right of the labels, in the picture's units.
    private var plot: (left: Double, top: Double, width: Double, height: Double) {
        let widest = values.map { [$0.lowerBound, $0.upperBound].map { measure.label($0, units: units).cells } }
        // The widest of the common fonts takes no more per character.
        let left = Double(widest?.max() ?? 0) * 6.6 + 10
        return (left, 10, Self.size.width - 8 - left, 92)
    }
    /// Maximum number of capsules; more would be narrower than a line.
    private static let mostCapsules = 92

    private func markup(id: String, standsAlone: Bool) -> Markup {
        .element(
            "svg",
            [
                "xmlns": standsAlone ? "http://www.w3.org/2000/svg" : nil,
                "viewBox": "0 0 \(Self.size.width.svg) \(Self.size.height.svg)", "width": "720",
                "height": "256", "role": "img", "font-family": "system-ui, sans-serif", "font-size": "11",
                // A grey that is readable on black and on white.
                "color": standsAlone ? "#7c8290" : nil,
            ], [.element("title", text: "\(measure.title) of \(name): \(summary)")] + (drawn(id: id) ?? nothing))
    }

    private var nothing: [Markup] {
        [
            .element(
                "text", ["x": "180", "y": "68", "text-anchor": "middle", "fill": "currentColor"],
                text: measure.nothingRecorded)
        ]
    }

    private func drawn(id: String) -> [Markup]? {
        guard let values else { return nil }
        let plot = plot
        let (upper, lower) =
            measure.isInverted ? (values.lowerBound, values.upperBound) : (values.upperBound, values.lowerBound)
        let bottom = plot.top + plot.height
        let lines = [plot.top, plot.top + plot.height / 2, bottom].map { y in
            Markup.element(
                "path",
                [
                    "d": "M\(plot.left.svg) \(y.svg)H\((plot.left + plot.width).svg)", "stroke": "currentColor",
                    "stroke-opacity": y == bottom ? "0.5" : "0.15",
                ])
        }
        let labels = [
            label(measure.label(upper, units: units), x: plot.left - 6, y: plot.top + 4, anchor: "end"),
            label(measure.label(lower, units: units), x: plot.left - 6, y: bottom, anchor: "end"),
        ]
        let distances =
            distance.map { distance in
                [
                    label("0", x: plot.left, y: bottom + 16, anchor: "start"),
                    label(
                        units.distance(kilometres: distance), x: plot.left + plot.width, y: bottom + 16, anchor: "end"),
                ]
            } ?? []
        return [.element("defs", [:], [gradient(id: id)])] + lines + [
            .element("g", ["fill": "url(#\(id)-paint)"], bars)
        ] + labels + distances
    }

    private func label(_ text: String, x: Double, y: Double, anchor: String) -> Markup {
        .element(
            "text",
            [
                "x": x.svg, "y": y.svg, "text-anchor": anchor == "start" ? nil : anchor, "fill": "currentColor",
                "fill-opacity": "0.85",
            ], text: text)
    }

    private func gradient(id: String) -> Markup {
        let bottom = plot.top + plot.height
        return .element(
            "linearGradient",
            [
                "id": "\(id)-paint", "gradientUnits": "userSpaceOnUse", "x1": "0", "y1": bottom.svg, "x2": "0",
                "y2": plot.top.svg,
            ],
            [
                .element("stop", ["offset": "0", "stop-color": measure.colors.low.hexadecimal]),
                .element("stop", ["offset": "1", "stop-color": measure.colors.high.hexadecimal]),
            ])
    }

    private var bars: [Markup] {
        guard stretches > Self.mostCapsules else {
            return capsules.map { bar(from: $0.start / length, to: $0.end / length, range: $0.range) }
        }
        let columns = GraphColumns(self, width: Self.mostCapsules).ranges
        let step = 1 / Double(columns.count)
        return columns.enumerated().compactMap { column, range in
            range.map { bar(from: Double(column) * step, to: Double(column + 1) * step, range: $0) }
        }
    }

    /// A capsule between two fractions of the plot's width.
    private func bar(from: Double, to: Double, range: ClosedRange<Double>) -> Markup {
        let plot = plot
        let space = (to - from) * plot.width
        let width = min(max(space - min(space * 0.25, 3), 0.8), 14)
        let heights = heights(of: range)
        let (upper, lower) = (heights.upperBound * plot.height, heights.lowerBound * plot.height)
        // However small the range, it must be visible.
        let height = max(upper - lower, 2.5)
        let y = min(plot.top + plot.height - upper, plot.top + plot.height - height)
        return .element(
            "rect",
            [
                "x": (plot.left + from * plot.width + (space - width) / 2).svg, "y": y.svg, "width": width.svg,
                "height": height.svg, "rx": min(width / 2, height / 2).svg,
            ])
    }
}
