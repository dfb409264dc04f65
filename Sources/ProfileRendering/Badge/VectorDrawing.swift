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

    /// Whether the shape covers a point.
    func covers(_ point: VectorPoint) -> Bool {
        stroke.map { path.isNear(point, distance: $0 / 2) } ?? path.contains(point)
    }
}

/// Shapes drawn one over another, the last on top, in a coordinate system of their own.
struct VectorDrawing: Hashable, Sendable {
    let width: Double
    let height: Double
    /// The clipping path of ``scene``.
    let window: VectorPath
    var scene: [VectorShape]
    /// The shapes drawn over the scene, unclipped.
    var frame: [VectorShape]

    /// The topmost shape at a point; `nil` where the drawing is empty.
    func shape(at point: VectorPoint) -> VectorShape? {
        frame.last { $0.covers(point) }
            ?? (window.contains(point) ? scene.last { $0.covers(point) } : nil)
    }

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
