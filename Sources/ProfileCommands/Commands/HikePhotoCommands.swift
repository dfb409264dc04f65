internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile hike photo add`: seals photos with a hike.
enum HikePhotoAddCommand: ProfileCommand {
    static let declaration = Command(
        "add", abstract: "Add photos to a hike.",
        discussion: [
            "JPEG and PNG files of at most \(ImportedPhoto.maximumSize >> 20) MiB and 100 megapixels are kept as they are, "
                + "sealed. Each is decoded once, for a preview of 1,280 pixels. Each file is "
                + "added by itself: the others stay if one is refused.",
            "When a photo was taken is told by its time with the offset of the camera's clock, else by its GPS time, else by "
                + "the offset in which the hike's start is shown. That, or its GPS position, finds where on the track it was "
                + "taken. Other metadata isn't read.",
        ],
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes)),
            Positional("FILE", help: "JPEG or PNG files.", arity: .atLeastOne, completion: .file),
        ],
        examples: [Example("profile hike photo add 7 summit.jpg lake.png", "The files remain where they are.")])

    static func run(_ call: CommandCall) throws {
        let id = try call.photoHike()
        let store = try call.access.store()
        // A hike that doesn't exist is reported before any file is read.
        _ = try store.readablePhotos(ofHike: id)
        var (added, refused): ([Int], [UserError]) = ([], [])
        for path in call.invocation.positionals.dropFirst() {
            do throws(UserError) {
                let result = try add(path, toHike: id, of: store)
                added.append(result.number)
                if case .known(let number) = result {
                    call.reporter.notice("\(path): the hike has it, as photo \(number)")
                }
            } catch {
                refused.append(error)
            }
        }
        try call.reporter.answer(
            PhotoNumbersAnswer(photos: added), text: added.map { "Photo \($0) of hike \(id)" })
        guard var error = refused.first else { return }
        error.messages = refused.flatMap(\.messages)
        throw error
    }

    private static func add(
        _ path: String, toHike id: Int, of store: ProfileStore
    ) throws(UserError) -> AddedPhoto {
        do {
            let pieces = try InputFile(path).pieces(upTo: ImportedPhoto.maximumSize + 1)
            let name = path == "-" ? "photo" : path.split(separator: "/").last.map(String.init) ?? path
            return try store.addPhoto(ImportedPhoto(name: name, reading: Array(pieces.joined())), toHike: id)
        } catch let problem as PhotoProblem {
            throw UserError(.invalidValue, about: path, problem.message, hint: CommandText(problem.hint))
        } catch {
            throw UserError(error)
        }
    }
}

/// `profile hike photo list`: the photos of a hike.
enum HikePhotoListCommand: ProfileCommand {
    static let declaration = Command(
        "list", abstract: "List the photos of a hike.",
        discussion: [
            "Each with its number, its size, when it was taken and where on the track. On a terminal with colours the photos "
                + "are shown too."
        ],
        positionals: [
            Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes))
        ],
        examples: [Example("profile hike photo list 7", "With their numbers.")])

    static func run(_ call: CommandCall) throws {
        let id = try call.photoHike()
        let store = try call.access.store()
        let readable = try store.readablePlacedPhotos(ofHike: id, exact: true)
        let photos = readable.value
        if photos.isEmpty, readable.damaged.isEmpty { call.reporter.notice("Hike \(id) has no photos.") }
        if !photos.isEmpty { call.page() }
        let shown = try photos.map { photo in
            let picture = try call.lines(of: photo.photo, photo.number, rows: 18, in: store)
            return [photo.text(units: call.settings.units)] + picture
        }
        try call.reporter.answer(
            PhotosAnswer(photos: photos.map { PhotoAnswer($0) }), text: Array(shown.joined()))
        try call.requireWhole(readable)
    }
}

/// `profile hike photo remove`: removes a photo of a hike.
enum HikePhotoRemoveCommand: ProfileCommand {
    static let declaration = Command(
        "remove", abstract: "Remove a photo of a hike.",
        discussion: [
            "It is kept, sealed, until removed hikes are purged: hike undo brings it back, and so does adding its file again."
        ],
        positionals: photoPositionals,
        examples: [Example("profile hike photo remove 7 3", "Photo 3 of hike 7.")])

    static func run(_ call: CommandCall) throws {
        let (id, number) = (try call.photoHike(), try call.photoNumber())
        try call.access.store().removePhoto(number, ofHike: id)
        try call.reporter.answer(PhotoNumbersAnswer(photos: [number]), text: ["Photo \(number) was removed."])
    }
}

/// `profile hike photo export`: writes a photo's file.
enum HikePhotoExportCommand: ProfileCommand {
    private static let output = Option(
        "output", short: "o", value: "FILE", help: "The file to write (default: stdout).", completion: .file)
    private static let exact = Option(flag: "exact", help: "The file as it was added, with all that is in it.")

    static let declaration = Command(
        "export", abstract: "Write a photo of a hike to a file.",
        discussion: [
            "Position, time, camera and all other metadata are left out, and the picture isn't encoded anew. Its orientation "
                + "and its colours stay. With --exact, the file is as it was added. It isn't sealed."
        ],
        options: [output, exact],
        positionals: photoPositionals,
        examples: [
            Example("profile hike photo export 7 3 -o summit.jpg", "To show to others."),
            Example("profile hike photo export 7 3 --exact > summit.jpg", "Byte for byte."),
        ])

    static func run(_ call: CommandCall) throws {
        let (id, number) = (try call.photoHike(), try call.photoNumber())
        let path = call.value(of: output).flatMap { $0 == "-" ? nil : $0 }
        guard path != "" else { throw InvalidValue.emptyFileName }
        guard path != nil || !call.context.output.isTerminal else {
            throw UsageError(message: "a photo can't be written to a terminal", hint: "Name a file: -o FILE")
        }
        let store = try call.access.store()
        _ = try store.photo(number, ofHike: id)
        var file = try store.photoFile(number)
        if !call.isSet(exact) {
            do throws(PhotoProblem) { file = try ImportedPhoto.withoutMetadata(file) } catch {
                throw UserError(.damaged, "photo \(number) \(error.message)", hint: "Write it as it is with --exact.")
            }
        }
        guard let path else { return call.context.output.write(file) }
        try OutputFile.write(file, to: path)
        try call.reporter.answer(FileAnswer(file: path), text: [])
    }
}

private let photoPositionals = [
    Positional("ID", help: "The hike's id, as lists show it.", completion: .program(CompletionKind.hikes)),
    Positional("N", help: "The photo's number, as hike photo list shows it."),
]

extension CommandCall {
    fileprivate func photoHike() throws -> Int {
        guard let id = Int(invocation.positionals[0]) else { throw InvalidValue("ID", "must be a hike's number") }
        return id
    }

    fileprivate func photoNumber() throws -> Int {
        guard let number = Int(invocation.positionals[1]) else { throw InvalidValue("N", "must be a photo's number") }
        return number
    }

    /// A photo as lines; none where photos aren't shown, such as in a file, or with few colours.
    ///
    /// - Parameter rows: the most lines.
    func lines(of photo: Photo, _ number: Int, rows: Int, in store: ProfileStore) throws -> [String] {
        guard context.output.isTerminal, colorDepth > .eight, !settings.isJSON, !AppEntry.isPlain(self) else {
            return []
        }
        let size = CellSize(columns: min(columns, rows * 4), rows: rows)
        return PhotoPicture(of: photo, preview: try store.photoPreview(number)).canvas(
            fitting: size, depth: colorDepth)?
            .lines(depth: colorDepth) ?? []
    }
}

// MARK: - JSON

private struct PhotoNumbersAnswer: Encodable {
    var schema = JSONAnswer.schema
    let photos: [Int]
}

private struct PhotosAnswer: Encodable {
    var schema = JSONAnswer.schema
    let photos: [PhotoAnswer]
}

private struct PhotoAnswer: Encodable {
    let number: Int
    let name: String
    let size: Int
    let width: Int
    let height: Int
    @OrNull var time: String?
    @OrNull var latitude: Double?
    @OrNull var longitude: Double?
    /// Kilometres from the start.
    @OrNull var distance: Double?

    init(_ placed: PlacedPhoto) {
        let photo = placed.photo
        (number, name, size, width, height) = (placed.number, photo.name, photo.size, photo.width, photo.height)
        time = photo.time?.description
        let position = photo.position ?? placed.placement?.position
        (latitude, longitude) = (position?.latitude, position?.longitude)
        distance = placed.placement?.distance.roundedToThousandths
    }
}
