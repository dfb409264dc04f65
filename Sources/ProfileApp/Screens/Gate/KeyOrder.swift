/// The order of a keypad's keys.
enum KeyOrder: Sendable {
    /// 1 to 9 and 0, A to Z.
    case ordered
    /// Shuffled each time the keys appear, with these random numbers.
    case shuffled(RandomWords)

    /// The symbols in this order, which is a new one each time if it is shuffled.
    func arranged(_ symbols: [Character]) -> [Character] {
        switch self {
        case .ordered: return symbols
        case .shuffled(var source): return symbols.shuffled(using: &source)
        }
    }
}

/// A source of random numbers: the system's generator in the app, a seeded one in tests.
struct RandomWords: RandomNumberGenerator, Sendable {
    private let word: @Sendable () -> UInt64

    init(_ word: @escaping @Sendable () -> UInt64) {
        self.word = word
    }

    /// The system's own cryptographic generator.
    static let system = RandomWords {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    mutating func next() -> UInt64 { word() }
}
