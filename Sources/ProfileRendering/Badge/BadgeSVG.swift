internal import ProfileModel

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
