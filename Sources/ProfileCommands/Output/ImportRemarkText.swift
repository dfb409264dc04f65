internal import ProfileKit
internal import ProfileRendering

/// What its owner is told of a hike that was read in spite of something.
struct ImportRemarkText {
    let line: String

    init(_ remark: ImportRemark, of hike: ImportedHike) {
        switch remark {
        case .pointsLeftOut(let count): line = "\(count) \(count == 1 ? "point" : "points") left out"
        case .valuesLeftOut(let count): line = "\(count) \(count == 1 ? "value" : "values") left out"
        case .speed(let speed):
            line = "\(speed.decimal(0)) km/h for a minute, which is no speed of \(hike.hike.activity.rawValue)"
        }
    }
}
