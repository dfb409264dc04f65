/// The lines of a box-drawing character: arms from the centre of its cell to the edges.
///
/// Pictures draw these as lines, since font glyphs leave gaps between rows.
struct BoxLine: Hashable {
    enum Arm: Hashable, CaseIterable {
        case left, up, right, down
    }

    let arms: Set<Arm>
    var isHeavy = false
    /// Whether two arms meet in an arc instead of a corner.
    var isRound = false

    /// Fails for other characters, and for box-drawing characters that no screen uses.
    init?(_ character: Character) {
        guard let line = Self.lines[character] else { return nil }
        self = line
    }

    private init(_ arms: Set<Arm>, isHeavy: Bool = false, isRound: Bool = false) {
        (self.arms, self.isHeavy, self.isRound) = (arms, isHeavy, isRound)
    }

    private static let lines: [Character: BoxLine] = [
        "─": BoxLine([.left, .right]), "│": BoxLine([.up, .down]),
        "━": BoxLine([.left, .right], isHeavy: true), "┃": BoxLine([.up, .down], isHeavy: true),
        "┌": BoxLine([.right, .down]), "┐": BoxLine([.left, .down]), "└": BoxLine([.up, .right]),
        "┘": BoxLine([.left, .up]), "├": BoxLine([.up, .down, .right]), "┤": BoxLine([.up, .down, .left]),
        "┬": BoxLine([.left, .right, .down]), "┴": BoxLine([.left, .right, .up]),
        "┼": BoxLine([.left, .right, .up, .down]),
        "┏": BoxLine([.right, .down], isHeavy: true), "┓": BoxLine([.left, .down], isHeavy: true),
        "┗": BoxLine([.up, .right], isHeavy: true), "┛": BoxLine([.left, .up], isHeavy: true),
        "╭": BoxLine([.right, .down], isRound: true), "╮": BoxLine([.left, .down], isRound: true),
        "╰": BoxLine([.up, .right], isRound: true), "╯": BoxLine([.left, .up], isRound: true),
        "╴": BoxLine([.left]), "╵": BoxLine([.up]), "╶": BoxLine([.right]), "╷": BoxLine([.down]),
    ]

    /// The lines as SVG path data, in a cell whose upper left corner is given.
    func path(x: Double, y: Double, width: Double, height: Double) -> String {
        let (middleX, middleY) = (x + width / 2, y + height / 2)
        func end(_ arm: Arm) -> String {
            switch arm {
            case .left: "\(x.svg) \(middleY.svg)"
            case .right: "\((x + width).svg) \(middleY.svg)"
            case .up: "\(middleX.svg) \(y.svg)"
            case .down: "\(middleX.svg) \((y + height).svg)"
            }
        }
        let present = Arm.allCases.filter(arms.contains)
        if isRound, let first = present.first, let last = present.last {
            return "M\(end(first))Q\(middleX.svg) \(middleY.svg) \(end(last))"
        }
        return present.map { "M\(middleX.svg) \(middleY.svg)L\(end($0))" }.joined()
    }
}
