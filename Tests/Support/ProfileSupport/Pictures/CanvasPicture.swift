public import ProfileRendering

extension Canvas {
    /// The canvas as a picture of a terminal window, in self-contained SVG.
    ///
    /// - Parameters:
    ///   - title: the title in the window's bar, and the picture's alternative text.
    ///   - isLight: whether the window has a light background.
    public func svg(title: String, isLight: Bool = false) -> String {
        var shown = self
        // The cursor is drawn as a block.
        if let cursor { shown[cursor].style.isReversed.toggle() }
        return WindowPicture(canvas: shown, title: title, theme: isLight ? .light : .dark).markup + "\n"
    }
}

/// A window with a title bar and rounded corners around a canvas.
private struct WindowPicture {
    let canvas: Canvas
    let title: String
    let theme: PictureTheme

    private let margin = 18.0
    private let bar = 36.0

    private var width: Double { Double(canvas.size.columns) * PictureTheme.cellWidth + 2 * margin }
    private var height: Double { Double(canvas.size.rows) * PictureTheme.cellHeight + bar + margin }

    var markup: String {
        element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width.svg) \(height.svg)",
                "width": width.svg, "height": height.svg, "role": "img", "font-family": PictureTheme.fonts,
                "font-size": PictureTheme.fontSize.svg,
            ],
            [element("title", text: title)] + frame + [
                element(
                    "g", ["transform": "translate(\(margin.svg) \(bar.svg))"],
                    (0..<canvas.size.rows).flatMap { RowPicture(cells: canvas.row($0), row: $0, theme: theme).markup })
            ])
    }

    private var frame: [String] {
        let lights: [UInt32] = [0xEC6A5E, 0xF4BF4F, 0x61C554]
        return [
            element(
                "rect",
                [
                    "x": "0.5", "y": "0.5", "width": (width - 1).svg, "height": (height - 1).svg, "rx": "10",
                    "fill": theme.paper.hexadecimal, "stroke": theme.edge.hexadecimal,
                ])
        ]
            + lights.enumerated().map { index, light in
                element(
                    "circle",
                    [
                        "cx": "\(20 + 20 * index)", "cy": "18", "r": "6", "fill": Color(light).hexadecimal,
                    ])
            }
            + [
                element(
                    "text",
                    [
                        "x": (width / 2).svg, "y": "23", "text-anchor": "middle", "font-size": "13",
                        "fill": theme.ink.mixed(with: theme.paper, 0.4).hexadecimal,
                    ],
                    text: title.fitted(to: max(canvas.size.columns - 16, 8)).trimmedRight)
            ]
    }
}

/// The dimensions and colours of terminal pictures.
struct PictureTheme {
    let ink: Color
    let paper: Color
    let edge: Color

    static let dark = PictureTheme(ink: Color(0xD8DEE6), paper: Color(0x12161E), edge: Color(0x343C4A))
    static let light = PictureTheme(ink: Color(0x1F2733), paper: Color(0xFFFFFF), edge: Color(0xC9D1DC))

    /// Half a cell is a square, so that half blocks make square dots.
    static let cellWidth = 9.0
    static let cellHeight = 18.0
    static let fontSize = 15.0
    /// The distance from a cell's top edge to the text baseline.
    static let baseline = 13.5
    static let fonts = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
}

/// An element of SVG; each child is on a separate line.
func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [String] = [], text: String? = nil
) -> String {
    let start = attributes.reduce("<\(name)") { start, attribute in
        attribute.value.map { "\(start) \(attribute.key)=\"\($0.escaped)\"" } ?? start
    }
    if let text { return "\(start)>\(text.escaped)</\(name)>" }
    return children.isEmpty ? start + "/>" : "\(start)>\n" + children.map { $0 + "\n" }.joined() + "</\(name)>"
}

extension String {
    fileprivate var escaped: String {
        let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
        return terminalSafe.unicodeScalars.reduce(into: "") { $0 += entities[$1] ?? String($1) }
    }

    fileprivate var trimmedRight: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension Double {
    /// The number rounded to a hundredth: "12", "0.25".
    var svg: String {
        let hundredths = (self * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
    }
}
