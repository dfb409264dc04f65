import ProfileModel

extension HikeHeader {
    /// A hike with only the values that a test is about.
    static func sample(
        _ id: Int, _ date: String? = nil, name: String = "Hike", distance: Double = 1, ascent: Double? = nil,
        movingTime: Double? = nil
    ) -> HikeHeader {
        HikeHeader(
            id: id, name: name, distance: distance, date: date.flatMap { Day($0) }, movingTime: movingTime,
            ascent: ascent)
    }
}
