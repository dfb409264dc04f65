public import Interchange
internal import ProfileKit

extension HikeFileError {
    /// What is wrong, with the position within the file's structure if there is one; the line is told beside it.
    public var message: String {
        switch reason {
        case .empty: "the file is empty"
        case .unrecognized: "not a GPX, FIT, TCX, KML, GeoJSON, Landmarks JSON or CSV file of hikes"
        case .notOfFormat(let format): message(forNot: format)
        case .neitherActivityNorCourse: "it is neither an activity nor a course"
        case .noPlaces: "it contains no place: no point with a name, no row with latitude and longitude"
        case .noPoints(.gpx): "no track or route has any points"
        case .noPoints(.kml), .noPoints(.geojson): "no line has any points"
        case .noPoints: "no activity or course contains a point"
        case .exceeds(let limit): message(beyond: limit)
        case .truncated(let part): "\(message(of: part)) is cut short"
        case .damaged(let part): message(forDamaged: part)
        case .undefinedMessage: "\(message(of: .message)) has no definition"
        case .encrypted: "it is encrypted; unpack the archive first"
        case .unknownCompression: "it is packed by another method than deflate; unpack the archive first"
        case .notRegularFile: "a zip archive can only be read from a regular file"
        case .outOfMemory(let isUnpacking): "there is not enough memory to \(isUnpacking ? "unpack" : "read") it"
        case .notXML(let mistake): "the text is not XML: \(mistake.message)"
        case .unsupportedEncoding:
            "the encoding is not one of UTF-8, UTF-16, ISO-8859-1, US-ASCII and windows-1252"
        case .undefinedEntity: "an undefined entity is used"
        case .documentType: "a document type is declared, which no file of hikes needs"
        case .pointWithout(let attribute): "a point has no '\(attribute)'"
        case .degrees(let attribute, let range):
            "a point's '\(attribute)' is not a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        case .position: "a point's position is not a position on earth"
        case .notJSON(let mistake): "the text is not JSON: \(mistake.message)"
        case .utf16: "the text is in UTF-16; save it in UTF-8, as JSON requires"
        case .notUTF8: "the text is not in UTF-8; save it as UTF-8"
        case .missing(let member): "\(position.path.phrase) has no '\(member)'"
        case .wrongType(let type): "\(position.path.phrase) is not \(type.message)"
        case .null(let type): "\(position.path.phrase) is null instead of \(type.message)"
        case .unreadable: "\(position.path.phrase) cannot be read"
        case .duplicateMember: "\(position.path.phrase) occurs twice in the file"
        case .duplicateID: "\(position.path.phrase) occurs twice"
        case .valuesBeyond(let columns):
            "the row has more values than the \(columns.counted("heading")); put quotes around one with a comma in it"
        case .differs(let expected): "\(position.path.phrase) is not '\(expected)'"
        case .unsupportedSchema(let supported):
            "\(position.path.phrase) is not \(supported), which is all that can be read"
        case .breaks(let rule): "\(position.path.phrase) \(rule.requirement)"
        }
    }

    private func message(forNot format: Format) -> String {
        switch format {
        case .hikes(.gpx): "the root is not the 'gpx' of GPX 1.0 or 1.1"
        case .hikes(.tcx): "the root is not the 'TrainingCenterDatabase' of TCX"
        case .hikes(.fit): "there is no FIT file at byte \(position.byte ?? 0)"
        case .hikes(.kml): "the root is not the 'kml' of KML"
        case .hikes(.geojson): "the file is not a GeoJSON object with features"
        case .hikes(.landmarks): "the file is not a list of hikes"
        case .hikes(.csv): "the first row has no headings 'name' and 'distance'"
        case .profileExport: "the file is not an export of a profile"
        }
    }

    private func message(beyond limit: Limit) -> String {
        switch limit {
        case .fileSize(let size): "the file is longer than \(size.mebibytes); split it into several"
        case .unpackedSize(let size): "it unpacks to more than \(size.mebibytes)"
        case .points(let most): "there are more than \(most.grouped) points; split the file into several"
        case .places(let most): "there are more than \(most.grouped) places; split the file into several"
        case .tracks(let most): "there are more than \(most.grouped) tracks; split the file into several"
        case .members(let most): "there are more than \(most.grouped) members; split the archive into several"
        case .depth(let most): "it is nested more than \(most) deep"
        case .attributes(let most): "an element has more than \(most) attributes"
        case .markupSize(let size): "a piece of markup is longer than \(size.mebibytes)"
        case .valueSize(let size):
            "\(position.path.isEmpty ? "the file's only value" : position.path.phrase) is longer than \(size.mebibytes)"
        case .nameSize(let size): "a name is longer than \(size.mebibytes)"
        }
    }

    private func message(forDamaged part: Part) -> String {
        switch part {
        case .checksum: "\(message(of: part)) is wrong: the file is damaged"
        // Its reader doesn't tell these apart.
        case .zip: "\(message(of: part)) is empty, damaged or cut short"
        case .zipMember: "\(message(of: part)) is damaged in the archive"
        case .fit, .message, .gzip, .zipDirectory, .quotedText: "\(message(of: part)) is damaged"
        }
    }

    private func message(of part: Part) -> String {
        switch part {
        case .fit: "the file"
        case .checksum: "the checksum at byte \(position.byte ?? 0)"
        case .message: "the message at byte \(position.byte ?? 0)"
        case .gzip: "the gzip archive"
        case .zip: "the zip archive"
        case .zipDirectory: "the zip archive's list of members"
        case .zipMember: "it"
        case .quotedText: "a text between quotes"
        }
    }
}

extension HikeFileError.XMLMistake {
    fileprivate var message: String {
        switch self {
        case .endsEarly: "it ends too early"
        case .other(let detail): detail
        }
    }
}

extension HikeFileError.JSONMistake {
    fileprivate var message: String {
        switch self {
        case .endsEarly: "it ends too early"
        case .endsInString: "it ends inside a string"
        case .textAfterEnd: "there is text after the end"
        case .missingName: "a name in quotes is missing"
        case .missingColon: "a colon is missing"
        case .missingComma: "a comma or the end of the list is missing"
        case .invalidValue: "there is an invalid value"
        case .numberTooLarge: "a number is too large"
        case .controlCharacter: "a string contains a control character or is not closed"
        case .unknownEscape: "a string contains an unknown escape"
        case .notUTF8: "a string is not UTF-8"
        case .tooDeep(let most): "it is nested more than \(most) deep"
        case .unreadable: "it cannot be read"
        }
    }
}

extension HikeFileError.JSONType {
    fileprivate var message: String {
        switch self {
        case .text: "a string"
        case .number: "a number"
        case .integer: "a whole number"
        case .boolean: "true or false"
        case .object: "an object"
        case .list: "a list"
        }
    }
}

extension [HikeFileError.Step] {
    /// The path, counting from 1: "hike 3 of the file, observation 12, elevation".
    var phrase: String {
        var steps: [String] = []
        for (index, step) in enumerated() {
            switch step {
            case .element(let number) where index == 0: steps.append("hike \(number + 1) of the file")
            case .element(let number) where self[index - 1] == .member("hikes"):
                steps[steps.count - 1] = "hike \(number + 1) of the file"
            case .element(let number) where self[index - 1] == .member("observations"):
                steps[steps.count - 1] = "observation \(number + 1)"
            case .element(let number): steps.append("value \(number + 1)")
            case .member(let name): steps.append(name)
            }
        }
        return steps.isEmpty ? "the file" : steps.joined(separator: ", ")
    }
}

extension Int {
    /// A number of bytes in whole mebibytes.
    fileprivate var mebibytes: String { "\(self >> 20) MiB" }
}
