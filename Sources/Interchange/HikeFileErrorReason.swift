public import ProfileKit

extension HikeFileError {
    /// The problem, with the data needed to word a message.
    public enum Reason: Hashable, Sendable {
        // The file.
        case empty
        /// The content is of none of the formats.
        case unrecognized
        /// The content isn't of the format that was expected.
        case notOfFormat(Format)
        /// A FIT file of another kind, such as a device's settings.
        case neitherActivityNorCourse
        /// A recording without a valid point.
        case noPoints(HikeFileFormat)
        /// A file without a place, where places were expected.
        case noPlaces
        case exceeds(Limit)
        case truncated(Part)
        case damaged(Part)
        /// A message of a FIT file whose fields aren't defined.
        case undefinedMessage
        /// A member of an archive that only opens with a password.
        case encrypted
        /// A member of an archive that isn't packed by deflate.
        case unknownCompression
        /// An archive is only read from a regular file.
        case notRegularFile
        /// Memory was refused for reading the file, or for unpacking it.
        case outOfMemory(isUnpacking: Bool)

        // XML.
        case notXML(XMLMistake)
        case unsupportedEncoding
        case undefinedEntity
        /// A document type is declared, and with it possibly entities.
        case documentType
        /// A point without an attribute that it needs.
        case pointWithout(String)
        /// An attribute of a point isn't a number of degrees in the range. Only an error where no point is valid.
        case degrees(String, ClosedRange<Double>)
        /// A point isn't a place on earth. Only an error where no point is one.
        case position

        // JSON.
        case notJSON(JSONMistake)
        /// The text is in UTF-16.
        case utf16
        /// A row of a table isn't in UTF-8.
        case notUTF8
        /// A member is missing from the object at the place.
        case missing(String)
        case wrongType(expected: JSONType)
        case null(expected: JSONType)
        /// The decoder rejects the value for another reason.
        case unreadable
        /// A member occurs twice in an object.
        case duplicateMember
        /// Two hikes have the same id.
        case duplicateID
        /// A row of a table has values beyond its columns, such as the rest of a number with a comma in it.
        case valuesBeyond(columns: Int)
        /// The text must be this one.
        case differs(from: String)
        case unsupportedSchema(supported: Int)
        /// A value breaks a rule, one of the profile's, of hikes' or of the file's own.
        case breaks(FieldRule)
    }

    /// The formats that can be expected of a file.
    public enum Format: Hashable, Sendable {
        case hikes(HikeFileFormat)
        case profileExport
    }

    /// The limited quantity, with its highest accepted value. Sizes are in bytes.
    public enum Limit: Hashable, Sendable {
        case fileSize(Int)
        case unpackedSize(Int)
        case points(Int)
        case tracks(Int)
        case places(Int)
        /// The members of an archive.
        case members(Int)
        /// The nesting of XML elements.
        case depth(Int)
        /// The attributes of an XML element.
        case attributes(Int)
        /// A tag, a comment or a processing instruction of XML.
        case markupSize(Int)
        /// A JSON value that is read as a whole.
        case valueSize(Int)
        /// A name in JSON.
        case nameSize(Int)
    }

    /// The parts of files that can be damaged or cut short.
    public enum Part: Hashable, Sendable {
        /// A FIT file, the checksum of one, a message in one.
        case fit, checksum, message
        case gzip
        case zip
        /// A zip archive's list of members, and a member's content.
        case zipDirectory, zipMember
        /// A text between quotes in CSV.
        case quotedText
    }

    /// Why a text isn't XML.
    public enum XMLMistake: Hashable, Sendable {
        case endsEarly
        /// The parser's own diagnosis, in its terms.
        case other(detail: String)
    }

    /// Why a text isn't JSON.
    public enum JSONMistake: Hashable, Sendable {
        case endsEarly, endsInString
        case textAfterEnd
        case missingName, missingColon, missingComma
        case invalidValue, numberTooLarge
        /// A string contains a control character, or isn't closed.
        case controlCharacter
        case unknownEscape, notUTF8
        /// The values are nested deeper than this.
        case tooDeep(Int)
        case unreadable
    }

    /// The types of JSON values; `integer` is a number without a fraction.
    public enum JSONType: Hashable, Sendable {
        case text, number, integer, boolean, object, list
    }
}

extension HikeFileError.Reason {
    var code: HikeFileError.Code {
        switch self {
        case .empty: .empty
        case .unrecognized, .notOfFormat, .neitherActivityNorCourse: .unrecognized
        case .noPoints, .noPlaces, .degrees, .position: .noHikes
        case .exceeds: .tooLarge
        case .truncated, .notXML(.endsEarly), .notJSON(.endsEarly), .notJSON(.endsInString): .truncated
        case .damaged: .damaged
        case .undefinedMessage, .notXML, .undefinedEntity, .documentType, .pointWithout, .notJSON: .malformed
        case .encrypted, .unknownCompression, .notRegularFile, .unsupportedEncoding, .utf16, .notUTF8,
            .unsupportedSchema:
            .unsupported
        case .outOfMemory: .outOfMemory
        case .missing, .wrongType, .null, .unreadable, .duplicateMember, .duplicateID, .valuesBeyond, .differs, .breaks:
            .invalidValue
        }
    }
}
