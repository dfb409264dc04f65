import ProfileModel
import Testing

@Suite struct HikeOrderTests {
    private static let hikes: [HikeHeader] = [
        .sample(1, "2026-01-02", name: "beech", distance: 5, ascent: nil),
        .sample(2, nil, name: "Alder", distance: 12, ascent: 300),
        .sample(3, "2026-01-02", name: "Beech", distance: 5, ascent: 0),
        .sample(4, "2025-12-31", name: "Çam", distance: 0, ascent: 300),
        .sample(5, nil, name: "", distance: 12, ascent: nil),
        .sample(6, "2026-04-22", name: "alder", distance: 7.5, ascent: 900),
    ]

    @Test(arguments: [
        (HikeOrder.date, [6, 1, 3, 4, 2, 5]), (.distance, [2, 5, 6, 1, 3, 4]), (.ascent, [6, 2, 4, 3, 1, 5]),
        (.name, [5, 2, 6, 1, 3, 4]),
    ])
    func `newest, largest or A first, what lacks the value last, equal ones by id`(order: HikeOrder, ids: [Int]) {
        #expect(Self.hikes.sorted(by: order).map(\.id) == ids)
        #expect(Self.hikes.reversed().sorted(by: order).map(\.id) == ids)
    }

    @Test(arguments: HikeOrder.allCases)
    func `an order is the same whatever the hikes came in`(order: HikeOrder) {
        let sorted = Self.hikes.sorted(by: order)
        for start in Self.hikes.indices {
            let turned = Array(Self.hikes[start...] + Self.hikes[..<start])
            #expect(turned.sorted(by: order) == sorted && turned.reversed().sorted(by: order) == sorted)
        }
    }

    @Test func `the oldest count first, undated ones last`() {
        #expect(Self.hikes.oldestFirst().map(\.id) == [4, 1, 3, 6, 2, 5])
    }

    @Test func `orders are named as the option spells them`() {
        #expect(HikeOrder.allCases.map(\.rawValue) == ["date", "distance", "ascent", "name"])
    }
}
