public import ProfileModel

/// A badge's picture: the shared drawing in the badge's colours, or an outline while the badge is unearned.
///
/// It has no size. ``canvas(size:depth:)`` draws it into terminal cells, ``svg`` into a file, in the same colours.
public struct BadgePicture: Hashable, Sendable {
    public let badge: Badge
    public let isEarned: Bool

    public init(_ badge: Badge, isEarned: Bool) {
        (self.badge, self.isEarned) = (badge, isEarned)
    }

    public init(_ status: BadgeStatus) {
        self.init(status.badge, isEarned: status.isEarned)
    }

    /// The alternative text of the picture, as worded in Landmarks.
    public var label: String { "Badge for \(badge.name)." }

    /// The colour of the badge in lists.
    public var color: Color {
        isEarned ? ColorTransform(badge.tint)(Color(0xF58F6C)) : Color(0x8B94A6)
    }

    /// The size in cells of a picture with a number of rows and no margin.
    public static func size(rows: Int) -> CellSize {
        let drawing = VectorDrawing.badge
        let columns = (Double(max(rows, 0)) * 2 * drawing.width / drawing.height).rounded(.up)
        // An even number keeps the hexagon's corners in the middle.
        return CellSize(columns: (Int(min(columns, 10_000)) + 1) / 2 * 2, rows: rows)
    }

    var drawing: VectorDrawing {
        isEarned ? VectorDrawing.badge.recoloured(ColorTransform(badge.tint).callAsFunction) : .badgeOutline
    }
}

extension BadgePicture {
    /// The picture as a standalone SVG file.
    public var svg: String { markup(standsAlone: true).written + "\n" }

    /// The picture for embedding in a page, which may contain each badge once.
    var inlineMarkup: Markup { markup(standsAlone: false) }

    private func markup(standsAlone: Bool) -> Markup {
        let drawing = drawing
        // Ids must be unique on a page.
        let name = badge.name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        let paints = (drawing.scene + drawing.frame).map(\.paint)
        let gradients = paints.filter { if case .gradient = $0 { true } else { false } }
        func fill(_ paint: VectorPaint) -> String {
            guard let number = gradients.firstIndex(of: paint) else { return paint.color(at: 0).hexadecimal }
            return "url(#\(name)-paint-\(number))"
        }
        func drawn(_ shape: VectorShape) -> Markup {
            guard let stroke = shape.stroke else {
                return .element("path", ["d": shape.path.data, "fill": fill(shape.paint)])
            }
            return .element(
                "path",
                [
                    "d": shape.path.data, "fill": "none", "stroke": fill(shape.paint), "stroke-width": stroke.svg,
                    "stroke-linejoin": "round", "stroke-linecap": "round",
                ])
        }
        let definitions =
            gradients.enumerated().map { number, paint in gradient(paint, id: "\(name)-paint-\(number)") }
            + [
                .element(
                    "clipPath", ["id": "\(name)-window"], [.element("path", ["d": drawing.window.data])])
            ]
        return .element(
            "svg",
            [
                "xmlns": standsAlone ? "http://www.w3.org/2000/svg" : nil,
                "viewBox": "0 0 \(drawing.width.svg) \(drawing.height.svg)", "width": (drawing.width * 2).svg,
                "height": (drawing.height * 2).svg, "role": "img", "aria-label": standsAlone ? nil : label,
            ],
            [.element("title", text: label), .element("defs", [:], definitions)]
                + [.element("g", ["clip-path": "url(#\(name)-window)"], drawing.scene.map(drawn))]
                + drawing.frame.map(drawn))
    }

    private func gradient(_ paint: VectorPaint, id: String) -> Markup {
        guard case .gradient(let stops) = paint, let first = stops.first, let last = stops.last else {
            return .element("linearGradient", ["id": id])
        }
        return .element(
            "linearGradient",
            [
                "id": id, "gradientUnits": "userSpaceOnUse", "x1": "0", "y1": first.y.svg, "x2": "0", "y2": last.y.svg,
            ],
            stops.map { stop in
                .element(
                    "stop",
                    [
                        "offset": ((stop.y - first.y) / (last.y - first.y)).svg,
                        "stop-color": stop.color.hexadecimal,
                    ])
            })
    }
}

extension BadgePicture {
    /// The picture in terminal cells, centred and as large as fits: two coloured dots per cell, one above the other, or
    /// one character per cell without colours.
    public func canvas(size: CellSize, depth: ColorDepth = .trueColor) -> Canvas {
        let colored = depth == .trueColor ? drawing : drawing.recoloured(ColorTransform.stronger.callAsFunction)
        let dots = DotGrid(drawing: colored, size: size, depth: depth)
        var canvas = Canvas(size: size)
        for row in 0..<size.rows {
            if depth > .none {
                let (upper, lower) = (dots.colors(row: row * 2), dots.colors(row: row * 2 + 1))
                for (column, (upper, lower)) in zip(upper, lower).enumerated() {
                    canvas[CellPoint(column: column, row: row)] = Canvas.Cell(upper: upper, lower: lower)
                }
            } else {
                for (column, mark) in dots.marks(row: row).enumerated() {
                    canvas[CellPoint(column: column, row: row)] = Canvas.Cell(mark ?? " ")
                }
            }
        }
        return canvas
    }
}

extension Canvas.Cell {
    /// Creates a cell of two dots. A dot without a colour shows the terminal's background.
    init(upper: Color?, lower: Color?) {
        switch (upper, lower) {
        case (nil, nil): self.init()
        case (let upper?, nil): self.init("▀", style: CellStyle(foreground: upper))
        case (nil, let lower?): self.init("▄", style: CellStyle(foreground: lower))
        case (let upper?, let lower?) where upper == lower: self.init("█", style: CellStyle(foreground: upper))
        case (let upper?, let lower?): self.init("▀", style: CellStyle(foreground: upper, background: lower))
        }
    }
}
