/// The shared drawing of all badges: a mountain at sunrise in a hexagon. Badges differ only in its colours.
extension VectorDrawing {
    private static let badgeSize = (width: 104.0, height: 120.0)

    /// The drawing of an earned badge, untinted.
    static let badge = VectorDrawing(
        width: badgeSize.width, height: badgeSize.height, window: hexagon(radius: 58.5),
        scene: sky + mountain + foreground,
        frame: [
            VectorShape(
                path: hexagon(radius: 53), paint: .solid(night), stroke: 3.6, mark: "#", coarsest: 2.4),
            VectorShape(
                path: hexagon(radius: 56.8), paint: .solid(Color(0xF7DDB0)), stroke: 4, mark: "#", coarsest: 5),
        ])

    /// The drawing of an unearned badge: an outline.
    static let badgeOutline = VectorDrawing(
        width: badgeSize.width, height: badgeSize.height, window: hexagon(radius: 54),
        scene: [
            VectorShape(
                path: VectorPath(
                    [
                        (3, 98), (18, 74), (25, 68), (34, 51), (39, 45), (48, 26), (57, 41), (63, 47), (72, 62),
                        (78, 68), (101, 102),
                    ], isClosed: false), paint: .solid(slate), stroke: 3, mark: "."),
            VectorShape(
                path: VectorPath(
                    [(33, 54), (40, 54), (44, 61), (50, 53), (57, 63), (60, 53), (67, 54)], isClosed: false),
                paint: .solid(slate), stroke: 2.4, mark: ".", coarsest: 3),
        ], frame: [VectorShape(path: hexagon(radius: 56.8), paint: .solid(slate), stroke: 3.6, mark: ".")])

    private static let night = Color(0x38245C)
    private static let slate = Color(0x8B94A6)

    private static let sky = [
        VectorShape(
            path: hexagon(radius: 59),
            paint: .gradient([
                .init(y: 6, color: Color(0x5B3E96)), .init(y: 38, color: Color(0xC2558F)),
                .init(y: 62, color: Color(0xF58F6C)), .init(y: 84, color: Color(0xFFCF87)),
            ]), mark: " "),
        VectorShape(
            path: .circle(center: VectorPoint(75, 45), radius: 10), paint: .solid(Color(0xFFEBC2)), mark: "o"),
        VectorShape(
            path: VectorPath([
                (0, 100), (0, 78), (10, 70), (20, 60), (30, 68), (50, 70), (70, 62), (84, 56), (96, 68), (104, 74),
                (104, 100),
            ]), paint: .solid(Color(0xB4688F)), mark: "-"),
    ]

    private static let mountain = [
        VectorShape(
            path: VectorPath([
                (48, 26), (57, 41), (63, 47), (72, 62), (78, 68), (104, 106), (46, 106), (51, 84), (44, 68),
                (49, 50),
            ]), paint: .solid(Color(0x7C4F92)), mark: "\\"),
        VectorShape(
            path: VectorPath([
                (48, 26), (50, 50), (45, 68), (52, 84), (47, 106), (-4, 106), (18, 74), (25, 68), (34, 51), (39, 45),
            ]), paint: .solid(Color(0x4E3274)), mark: "/"),
        VectorShape(
            path: VectorPath([(48, 26), (57, 41), (63, 47), (67, 54), (60, 53), (57, 63), (49.5, 53)]),
            paint: .solid(Color(0xFFFFFF)), mark: "^"),
        VectorShape(
            path: VectorPath([(48, 26), (50, 53), (44, 61), (40, 54), (33, 55), (39, 45)]),
            paint: .solid(Color(0xCFC4E4)), mark: "^"),
    ]

    private static let foreground = [
        VectorShape(
            path: VectorPath(
                VectorPoint(0, 96),
                [
                    .curve(control: VectorPoint(24, 82), VectorPoint(52, 91)),
                    .curve(control: VectorPoint(80, 100), VectorPoint(104, 86)), .line(VectorPoint(104, 120)),
                    .line(VectorPoint(0, 120)),
                ]), paint: .solid(night), mark: ":"),
        VectorShape(
            path: VectorPath(
                VectorPoint(40, 116),
                [
                    .curve(control: VectorPoint(64, 106), VectorPoint(50, 99)),
                    .curve(control: VectorPoint(42, 95), VectorPoint(53, 91.3)), .line(VectorPoint(56, 92.2)),
                    .curve(control: VectorPoint(49, 95), VectorPoint(59, 99)),
                    .curve(control: VectorPoint(78, 107), VectorPoint(60, 118)),
                ]), paint: .solid(Color(0xFFCF87)), mark: "~", coarsest: 6),
    ]

    /// A hexagon, centred, with a corner at the top.
    private static func hexagon(radius: Double) -> VectorPath {
        // The sine of 60°.
        let (halfWidth, half) = (radius * 0.866_025_4, radius / 2)
        let (x, y) = (badgeSize.width / 2, badgeSize.height / 2)
        let corners = [
            VectorPoint(x, y - radius), VectorPoint(x + halfWidth, y - half), VectorPoint(x + halfWidth, y + half),
            VectorPoint(x, y + radius), VectorPoint(x - halfWidth, y + half), VectorPoint(x - halfWidth, y - half),
        ]
        return .rounded(polygon: corners, rounding: 0.1)
    }
}
