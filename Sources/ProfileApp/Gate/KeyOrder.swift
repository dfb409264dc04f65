/// The order of a keypad's keys.
enum KeyOrder: Sendable {
    /// 1 to 9 and 0, A to Z.
    case ordered
    /// Shuffled anew each time the keys appear, by random numbers from outside.
    case shuffled(RandomWords)

    /// A fresh order.
    func arranged(_ symbols: [Character]) -> [Character] {
        switch self {
        case .ordered: return symbols
        case .shuffled(var source): return symbols.shuffled(using: &source)
        }
    }
}

/// Where random numbers come from: the system's generator in the app, a seed in tests.
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
