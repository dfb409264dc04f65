/// How a shape is coloured.
enum VectorPaint: Hashable, Sendable {
    case solid(Color)
    /// A vertical gradient between colours at given heights, from the top down.
    case gradient([GradientStop])

    struct GradientStop: Hashable, Sendable {
        let y: Double
        let color: Color
    }

    /// The colour at a height.
    func color(at y: Double) -> Color {
        switch self {
        case .solid(let color): return color
        case .gradient(let stops):
            guard let below = stops.firstIndex(where: { $0.y >= y }) else { return stops.last?.color ?? Color(0) }
            guard below > 0 else { return stops[0].color }
            let (from, to) = (stops[below - 1], stops[below])
            return from.color.mixed(with: to.color, (y - from.y) / (to.y - from.y))
        }
    }

    func recoloured(_ change: (Color) -> Color) -> VectorPaint {
        switch self {
        case .solid(let color): .solid(change(color))
        case .gradient(let stops): .gradient(stops.map { GradientStop(y: $0.y, color: change($0.color)) })
        }
    }
}

/// One painted path.
struct VectorShape: Hashable, Sendable {
    let path: VectorPath
    var paint: VectorPaint
    /// The line width; `nil` for a filled path.
    var stroke: Double?
    /// The character that represents the shape where there are no colours.
    let mark: Character
    /// The largest dot size, in units, at which the shape is drawn: in small pictures, details look like dirt.
    var coarsest = Double.infinity
}

/// Shapes drawn one over another, the last on top, in the drawing's coordinate system.
struct VectorDrawing: Hashable, Sendable {
    let width: Double
    let height: Double
    /// The clipping path of ``scene``.
    let window: VectorPath
    var scene: [VectorShape]
    /// The shapes drawn over the scene, unclipped.
    var frame: [VectorShape]

    func recoloured(_ change: (Color) -> Color) -> VectorDrawing {
        changed { shape in
            var shape = shape
            shape.paint = shape.paint.recoloured(change)
            return shape
        }
    }

    /// The drawing as dots of this size can show it: without details that are too fine, and with no line thinner than a
    /// dot.
    ///
    /// - Parameter isPlain: whether it is shown without colours; only its frame then sets it apart from text, so the
    ///   outermost shape of the frame is kept.
    func coarsened(dot: Double, isPlain: Bool) -> VectorDrawing {
        var drawing = changed { shape in
            var shape = shape
            shape.stroke = shape.stroke.map { max($0, dot * (isPlain ? 0.9 : 1.15)) }
            return shape
        }
        drawing.scene.removeAll { $0.coarsest < dot }
        let outermost = drawing.frame.last
        drawing.frame.removeAll { $0.coarsest < dot && !(isPlain && $0 == outermost) }
        return drawing
    }

    private func changed(_ change: (VectorShape) -> VectorShape) -> VectorDrawing {
        var drawing = self
        (drawing.scene, drawing.frame) = (scene.map(change), frame.map(change))
        return drawing
    }
}

/// A point in a drawing; y grows downwards.
struct VectorPoint: Hashable, Sendable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        (self.x, self.y) = (x, y)
    }

    /// The point at a fraction of the distance to another: 0 is this point, 1 the other.
    func towards(_ other: VectorPoint, _ part: Double) -> VectorPoint {
        VectorPoint(x + (other.x - x) * part, y + (other.y - y) * part)
    }
}

/// A path of straight and curved steps, closed or open.
struct VectorPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case line(VectorPoint)
        /// A quadratic Bézier curve.
        case curve(control: VectorPoint, VectorPoint)
    }

    let start: VectorPoint
    let steps: [Step]
    let isClosed: Bool
    /// The path as a polyline, for sampling; it returns to its start if the path is closed.
    let corners: [VectorPoint]
    /// The height of the corners.
    private let top: Double
    private let bottom: Double

    init(_ start: VectorPoint, _ steps: [Step], isClosed: Bool = true) {
        (self.start, self.steps, self.isClosed) = (start, steps, isClosed)
        var corners = [start]
        for step in steps {
            let from = corners[corners.count - 1]
            switch step {
            case .line(let end): corners.append(end)
            case .curve(let control, let end):
                corners += (1...8).map { number in
                    let part = Double(number) / 8
                    return from.towards(control, part).towards(control.towards(end, part), part)
                }
            }
        }
        if isClosed { corners.append(start) }
        self.corners = corners
        (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
    }

    /// Creates a polygon, or a polyline if it isn't closed.
    init(_ points: [(Double, Double)], isClosed: Bool = true) {
        let points = points.map { VectorPoint($0, $1) }
        self.init(points.first ?? VectorPoint(0, 0), points.dropFirst().map(Step.line), isClosed: isClosed)
    }

    /// A polygon with rounded corners.
    ///
    /// - Parameter rounding: the fraction of each side that a corner's curve takes, 0 to 0.5.
    static func rounded(polygon corners: [VectorPoint], rounding: Double) -> VectorPath {
        let steps = corners.indices.flatMap { index -> [Step] in
            let (before, corner, after) = (
                corners[(index + corners.count - 1) % corners.count], corners[index],
                corners[(index + 1) % corners.count]
            )
            return [
                .line(corner.towards(before, rounding)),
                .curve(control: corner, corner.towards(after, rounding)),
            ]
        }
        guard case .line(let start)? = steps.first else { return VectorPath([]) }
        return VectorPath(start, Array(steps.dropFirst()))
    }

    /// A circle, approximated by eight quadratic curves.
    static func circle(center: VectorPoint, radius: Double) -> VectorPath {
        // The control points are the corners of the circumscribed octagon.
        let (half, corner) = (radius * 0.414_213_6, radius * 0.707_106_8)
        let turns: [(control: (Double, Double), end: (Double, Double))] = [
            ((half, -radius), (corner, -corner)), ((radius, -half), (radius, 0)),
            ((radius, half), (corner, corner)), ((half, radius), (0, radius)),
            ((-half, radius), (-corner, corner)), ((-radius, half), (-radius, 0)),
            ((-radius, -half), (-corner, -corner)), ((-half, -radius), (0, -radius)),
        ]
        func place(_ offset: (Double, Double)) -> VectorPoint { VectorPoint(center.x + offset.0, center.y + offset.1) }
        return VectorPath(
            place((0, -radius)), turns.map { .curve(control: place($0.control), place($0.end)) })
    }

    /// Where a horizontal line crosses the path, from left to right: it is inside, by the even-odd rule, between the
    /// first and the second crossing, the third and the fourth, and so on.
    func crossings(at y: Double) -> [Double] {
        guard y >= top, y <= bottom else { return [] }
        var crossings: [Double] = []
        var last = corners[corners.count - 1]
        for corner in corners {
            if (corner.y > y) != (last.y > y) {
                crossings.append(corner.x + (y - corner.y) / (last.y - corner.y) * (last.x - corner.x))
            }
            last = corner
        }
        return crossings.sorted()
    }

    /// The lines between the corners.
    var segments: [VectorSegment] { zip(corners, corners.dropFirst()).map(VectorSegment.init) }

    /// The path as SVG path data.
    var data: String {
        func spelled(_ point: VectorPoint) -> String { "\(point.x.svg) \(point.y.svg)" }
        return steps.reduce("M\(spelled(start))") { data, step in
            switch step {
            case .line(let end): "\(data)L\(spelled(end))"
            case .curve(let control, let end): "\(data)Q\(spelled(control)) \(spelled(end))"
            }
        } + (isClosed ? "Z" : "")
    }
}

/// A straight line between two points.
struct VectorSegment: Hashable, Sendable {
    let start: VectorPoint
    let end: VectorPoint

    /// A range of a horizontal line with all points within a distance of the segment; `nil` if there are none.
    func reach(at y: Double, distance: Double) -> ClosedRange<Double>? {
        guard y >= min(start.y, end.y) - distance, y <= max(start.y, end.y) + distance else { return nil }
        let (left, right) = (min(start.x, end.x) - distance, max(start.x, end.x) + distance)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        guard abs(dy) > 0.001 else { return left...right }
        // Around the crossing with the infinite line. It is longer the flatter the line is.
        let crossing = start.x + (y - start.y) / dy * dx
        let half = distance * (dx * dx + dy * dy).squareRoot() / abs(dy) + 0.001
        let (from, to) = (max(crossing - half, left), min(crossing + half, right))
        return from <= to ? from...to : nil
    }

    /// Whether a point is within a distance.
    func isNear(_ point: VectorPoint, distance: Double) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let along = length > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / length : 0
        let nearest = start.towards(end, min(max(along, 0), 1))
        let (x, y) = (point.x - nearest.x, point.y - nearest.y)
        return x * x + y * y <= distance * distance
    }
}
