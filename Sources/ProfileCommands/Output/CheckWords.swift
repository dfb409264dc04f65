internal import ProfileKit
internal import ProfileRendering

/// The subjects of checks in words. In JSON, a check is identified by its name.
enum CheckWords {
    static func subject(of name: String) -> String {
        switch name {
        case "header": "the file's header"
        case "schema": "the file's tables"
        case "quick_check": "the file's structure"
        case "gate": "the gate, and its count of attempts"
        case "generation": "whether this is the newest store seen here"
        case "profile": "the profile"
        case "history": "the history"
        case "draft": "the draft"
        case "hikes": "the hikes"
        case "summary": "totals, recent hikes and badges"
        case "emergency": "the emergency card"
        case "manifest": "the list of records"
        default: name
        }
    }

    /// "ok    the profile", or "FAIL  the draft: …", wrapped where it is long.
    static func lines(_ check: StoreCheck, depth: ColorDepth, width: Int) -> [String] {
        let verdict =
            check.isOK
            ? StyledLine("ok    ", CellStyle(foreground: Color(0x2E9E5B)))
            : StyledLine("FAIL  ", CellStyle(foreground: Color(0xD0342C), isBold: true))
        let detail = check.words.map { ": \($0)" } ?? ""
        let text = (subject(of: check.name) + detail).terminalSafe.wordWrapped(to: width - verdict.cells)
        return text.enumerated().map { index, line in
            ((index == 0 ? verdict : StyledLine("      ")) + StyledLine(line)).text(depth: depth)
        }
    }
}

extension StoreCheck {
    /// What is wrong, or the check's note; `nil` if there is neither.
    var words: String? { problem?.words ?? note?.words }
}
