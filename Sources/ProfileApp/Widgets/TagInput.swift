internal import ProfileKit
internal import ProfileRendering

/// A field for tags with commas between them, which proposes the rest of a tag that is in use.
struct TagInput: Hashable, Sendable {
    private var input: TextInput
    /// The tags that are proposed, the most used first.
    private let tagsInUse: [String]

    init(_ tags: some Collection<String>, inUse tagsInUse: [String], placeholder: String) {
        self.tagsInUse = tagsInUse
        input = TextInput(tags.sorted().joined(separator: ", "), placeholder: placeholder, limit: 1024)
    }

    var text: String { input.text }
    var hasRefused: Bool { input.hasRefused }
    var wasTooLong: Bool { input.wasTooLong }

    /// The tags as typed, each once.
    var tags: Set<String> {
        var hike = HikeHeader(id: 0, name: "", distance: 0)
        for part in text.split(separator: ",").map({ String($0).trimmed }) where !part.isEmpty { hike.addTag(part) }
        return hike.tags
    }

    /// Handles an event. Right at the end accepts the proposal.
    mutating func update(_ event: Event) {
        if event == .key(.right), !input.suffix.isEmpty, input.cursor == text.count {
            input.insert(input.suffix)
        } else {
            _ = input.update(event)
        }
        input.suffix = input.cursor == text.count ? proposal : ""
    }

    /// The rest of the first tag in use that begins as the last word does, and isn't there yet.
    private var proposal: String {
        let last = text.split(separator: ",", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let typed = String(last.drop { $0 == " " || $0 == "+" || $0 == "-" })
        guard !typed.isEmpty else { return "" }
        let there = tags
        let found = tagsInUse.first { tag in
            tag.count > typed.count && tag.lowercased().hasPrefix(typed.lowercased())
                && !there.contains { HikeTags.areEqual($0, tag) }
        }
        return found.map { String($0.dropFirst(typed.count)) } ?? ""
    }

    /// Moves the cursor to a click.
    mutating func click(column: Int, width: Int) {
        input.click(column: column, width: width)
        input.suffix = input.cursor == text.count ? proposal : ""
    }

    func draw(on canvas: inout Canvas, column: Int, row: Int, width: Int, isFocused: Bool) {
        var input = input
        // A proposal can be accepted only here.
        if !isFocused { input.suffix = "" }
        input.draw(on: &canvas, column: column, row: row, width: width, isFocused: isFocused)
    }
}
