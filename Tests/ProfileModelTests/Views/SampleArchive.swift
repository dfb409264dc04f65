import ProfileModel
import TestSupport

/// Hikes of several years: of all activities, dated or not, planned or not, with and without figures.
enum SampleArchive {
    static func hikes(_ count: Int, seed: UInt64) -> [HikeHeader] {
        var source = SeededSource(seed: seed)
        return (0..<count).map { id in
            var hike = HikeHeader.sample(
                id + 1, distance: (Double.random(in: 0...30, using: &source) * 1000).rounded() / 1000)
            if Int.random(in: 0..<8, using: &source) > 0 {
                hike.date = Day(year: 2024, month: 12, day: 1).adding(days: .random(in: 0...420, using: &source))
            }
            if Bool.random(using: &source) { hike.ascent = Double(Int.random(in: 0...1500, using: &source)) }
            if Bool.random(using: &source) { hike.movingTime = Double(Int.random(in: 0...20_000, using: &source)) }
            hike.activity = Activity.allCases.randomElement(using: &source) ?? .hiking
            hike.isPlanned = Int.random(in: 0..<8, using: &source) == 0
            return hike
        }
    }
}
