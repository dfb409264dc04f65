/// The candidate the user most likely meant, or nil when none is close enough.
///
/// Case is ignored. A third of the word may be wrong, at least one letter; failing that, a word of three letters or
/// more may be the beginning of just one candidate. Of equally near candidates the first wins.
public func nearest(to word: some StringProtocol, among candidates: [String]) -> String? {
    // No real name is longer, and the work grows with the square.
    guard !word.isEmpty, word.unicodeScalars.prefix(65).count <= 64 else { return nil }
    let typed = word.lowercased()
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(Array(typed), Array(candidate.lowercased()))
        // A word that shares no letter with a short candidate is not a typo of it.
        guard distance <= max(1, typed.count / 3), distance < candidate.count else { continue }
        if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.name }
    let continued = candidates.filter { $0.lowercased().hasPrefix(typed) }
    return typed.count >= 3 && continued.count == 1 ? continued.first : nil
}

/// The Damerau-Levenshtein distance, in its optimal string alignment form: the insertions, deletions, replacements
/// and swaps of neighbours that turn one word into the other, no part being edited twice.
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
