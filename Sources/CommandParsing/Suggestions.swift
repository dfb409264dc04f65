/// The candidate that the user most likely meant, or `nil` if none is close enough.
///
/// Case is ignored. A third of the word may be wrong, and always one letter; otherwise, a word of at least three
/// letters may be the beginning of exactly one candidate. Of equally close candidates, the first is returned.
public func nearest(to word: some StringProtocol, among candidates: [String]) -> String? {
    // No real name is longer, and the cost is quadratic.
    guard !word.isEmpty, word.unicodeScalars.prefix(65).count <= 64 else { return nil }
    let typed = word.lowercased()
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(Array(typed), Array(candidate.lowercased()))
        // A word that has no letter in common with a short candidate isn't a misspelling of it.
        guard distance <= max(1, typed.count / 3), distance < candidate.count else { continue }
        if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.name }
    let continued = candidates.filter { $0.lowercased().hasPrefix(typed) }
    return typed.count >= 3 && continued.count == 1 ? continued.first : nil
}

/// The Damerau-Levenshtein distance in its restricted form (optimal string alignment): the number of insertions,
/// deletions, substitutions and swaps of adjacent characters that turn one word into the other, with no part edited
/// twice.
func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    if first.isEmpty || second.isEmpty { return max(first.count, second.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 1...first.count {
        var current = [row]
        for column in 1...second.count {
            let replaced = previous[column - 1] + (first[row - 1] == second[column - 1] ? 0 : 1)
            var cost = min(replaced, previous[column] + 1, current[column - 1] + 1)
            let isSwap =
                row > 1 && column > 1 && first[row - 1] == second[column - 2] && first[row - 2] == second[column - 1]
            if isSwap { cost = min(cost, beforePrevious[column - 2] + 1) }
            current.append(cost)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
}
