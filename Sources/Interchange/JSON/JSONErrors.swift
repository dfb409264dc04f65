extension HikeFileError {
    /// Creates the error for what Foundation's decoder rejected in a part of a text, with its line.
    init(_ error: DecodingError, in part: JSONSplitter.Part) {
        func at(_ path: [any CodingKey], _ reason: Reason) -> HikeFileError {
            let steps: [Step] = path.map { key in
                key.intValue.map { .element($0) } ?? .member(key.stringValue)
            }
            return HikeFileError(reason, at: steps, in: part)
        }
        switch error {
        case .keyNotFound(let key, let context):
            self = at(context.codingPath, .missing(key.stringValue))
        case .typeMismatch(let type, let context):
            self = at(context.codingPath, .wrongType(expected: JSONType(type)))
        case .valueNotFound(let type, let context):
            self = at(context.codingPath, .null(expected: JSONType(type)))
        case .dataCorrupted(let context):
            if let mistake = JSONScanner.mistake(in: part.bytes) {
                self.init(.notJSON(mistake.kind), line: part.line + mistake.line - 1)
            } else {
                self = at(context.codingPath, .unreadable)
            }
        @unknown default:
            self = at([], .unreadable)
        }
    }

    /// Creates the error for a value in a part of a text.
    ///
    /// - Parameter path: from the part to the value.
    init(_ reason: Reason, at path: [Step], in part: JSONSplitter.Part) {
        let line = part.line + JSONScanner.line(of: path, in: part.bytes) - 1
        self.init(reason, at: Position(line: line, path: part.path + path))
    }
}

extension HikeFileError.JSONType {
    fileprivate init(_ type: any Any.Type) {
        self =
            switch type {
            case is String.Type: .text
            case is Double.Type: .number
            case is Int.Type: .integer
            case is Bool.Type: .boolean
            case is [String: Any].Type: .object
            default: .list
            }
    }
}
