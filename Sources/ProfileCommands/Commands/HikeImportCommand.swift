internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile hike import`: brings hikes in, one transaction a file.
enum HikeImportCommand: ProfileCommand {
    private static let format = Option(
        "format", value: "landmarks|gpx|fit|tcx", help: "The files' format (default: by content).",
        completion: .values(HikeFileFormat.allCases.map(\.rawValue)))
    private static let duplicates = Option(
        "duplicates", value: "skip|keep", help: "What to do with an outing that another file told of (default: skip).",
        completion: .values(["skip", "keep"]))
    private static let replace = Option(flag: "replace", help: "Let a hike with a known id replace the stored one.")

    static let declaration = Command(
        "import", abstract: "Import hikes from files.",
        discussion: [
            "Recordings in GPX 1.0 and 1.1, FIT and TCX, and hikes in Landmarks' JSON, also packed with gzip, and zip "
                + "archives of them. Each track of a GPX file is a hike; its routes are only where it has no track. Of a "
                + "folder, the files in it and below that end in .gpx, .fit, .tcx, .json, such a name with .gz, or .zip "
                + "are read, in the order of their names.",
            "Points that can't be true are left out, and said to be. A track without a name takes its file's.",
            "Figures that an earlier version worked out of recordings are worked out anew, by this one's rules.",
            "Each file, and each member of an archive, goes in as a whole or not at all. Hikes that are there already, or "
                + "were removed, are skipped, and so are outings that another file told of: those that begin within 2 "
                + "minutes and are as long to within 2 %. A file that is refused leaves nothing behind, and the others "
                + "stay.",
        ],
        options: [format, replace, duplicates],
        positionals: [
            Positional("FILE", help: "A file, a folder, or - for stdin.", arity: .atLeastOne, completion: .file)
        ],
        examples: [
            Example("profile hike import hikeData.json", "The hikes of Apple's Landmarks tutorial."),
            Example("profile hike import ~/recordings", "All recordings of a folder."),
            Example("profile hike import export.zip", "Everything that a service exported for you."),
        ])

    static func run(_ call: CommandCall) throws {
        let format = try call.value(of: format, "is landmarks, gpx, fit or tcx", HikeFileFormat.init(rawValue:))
        guard call.invocation.positionals.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError(message: "stdin can be read once only", hint: "Name '-' once.")
        }
        let keepsDuplicates = try call.value(of: duplicates, "is skip or keep") { ["skip": false, "keep": true][$0] }
        let store = try call.access.store()
        var batch = Batch(
            format: format, isReplacing: call.isSet(replace), keepsDuplicates: keepsDuplicates ?? false)
        batch.renewed += try store.renewFigures()
        let files = HikeFile.all(named: call.invocation.positionals)
        let bar = ProgressBar("files", total: files.count, for: call)
        for (done, file) in files.enumerated() {
            bar?.show(done)
            do {
                try batch.add(file, to: store) { remark in
                    bar?.clear()
                    call.reporter.remark(remark)
                }
            } catch {
                bar?.clear()
                throw error
            }
        }
        bar?.clear()
        if let remark = batch.renewalRemark { call.reporter.remark(remark) }
        try call.reporter.answer(batch.answer, text: [batch.summary])
        if let complaint = batch.complaint { throw complaint }
    }

    /// What became of the files so far.
    private struct Batch {
        let format: HikeFileFormat?
        let isReplacing: Bool
        let keepsDuplicates: Bool
        private var result = HikeImportResult()
        private var refused: [HikeImportAnswer.Refusal] = []
        private var unreadable = 0
        /// The hikes whose figures were worked out anew.
        var renewed: [Int] = []

        init(format: HikeFileFormat?, isReplacing: Bool, keepsDuplicates: Bool) {
            (self.format, self.isReplacing, self.keepsDuplicates) = (format, isReplacing, keepsDuplicates)
        }

        /// Imports a file, or each member of an archive, or notes why it is refused. What is wrong with the store is
        /// thrown.
        mutating func add(_ file: HikeFile, to store: ProfileStore, remarking: (String) -> Void) throws {
            let format = format
            var archive: (ZipArchive, InputFile)?
            try add(file.path, to: store, remarking: remarking) {
                switch try file.content(as: format) {
                case .hikes(let hikes): return hikes
                case .archive(let members, let opened):
                    guard !members.members.isEmpty else {
                        throw HikeFileError("the archive has no file of hikes in it")
                    }
                    archive = (members, opened)
                    return []
                }
            }
            guard let (members, opened) = archive else { return }
            try withExtendedLifetime(opened) {
                for member in members.members {
                    try add("\(file.path)/\(member.name)", to: store, remarking: remarking) {
                        try members.hikes(of: member, as: format)
                    }
                }
            }
        }

        private mutating func add(
            _ path: String, to store: ProfileStore, remarking: (String) -> Void, _ read: () throws -> [ImportedHike]
        ) throws {
            do {
                let hikes = try read()
                guard !hikes.isEmpty else { return }
                let part = try store.importHikes(
                    hikes, replacing: isReplacing, keepingDuplicates: keepsDuplicates)
                result.imported += part.imported
                renewed += part.renewed
                result.passedOver += part.passedOver
                for hike in part.passedOver {
                    if let why = hike.reason.words { remarking("\(path): \(hike.name): \(why)") }
                }
                guard !part.imported.isEmpty else { return }
                for hike in hikes {
                    for remark in hike.remarks { remarking("\(path): \(ImportRemarkText(remark, of: hike).line)") }
                }
            } catch let error as HikeFileError {
                refuse(path, line: error.line, error.message)
            } catch let error as StoreError where error.code == .invalidValue {
                refuse(path, WordedError(error).message)
            } catch let complaint as Complaint where [.io, .invalidValue].contains(complaint.exit) {
                unreadable += complaint.exit == .io ? 1 : 0
                // The file is named in front of each refusal.
                let message = complaint.messages.joined(separator: "; ")
                refuse(path, message.hasPrefix("\(path) ") ? String(message.dropFirst(path.count + 1)) : message)
            }
        }

        private mutating func refuse(_ path: String, line: Int? = nil, _ message: String) {
            refused.append(.init(file: path, line: line, message: message))
        }

        var answer: HikeImportAnswer {
            HikeImportAnswer(
                imported: result.imported.count, skipped: result.skipped, hikes: result.imported, refused: refused)
        }

        var summary: String {
            "\(result.imported.count) imported, \(result.skipped) skipped, \(refused.count) refused"
        }

        var renewalRemark: String? {
            guard !renewed.isEmpty else { return nil }
            let hikes = renewed.count == 1 ? "hike \(renewed[0])" : "\(renewed.count) hikes"
            return "The figures of \(hikes) were worked out anew, by better rules, and have changed."
        }

        var complaint: Complaint? {
            guard !refused.isEmpty else { return nil }
            return Complaint(
                unreadable == refused.count ? .io : .invalidValue,
                refused.map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.message)" },
                hint: "Nothing of a refused file was stored.")
        }
    }
}

extension PassedOverHike.Reason {
    /// Why a hike that its owner may have expected is not in; `nil` where it is there as it is in the file.
    fileprivate var words: String? {
        switch self {
        case .isThere: nil
        case .wasRemoved(let id): "removed; hike restore \(id)"
        case .isSameOuting(let id): "the same outing as hike \(id), skipped; keep both with --duplicates keep"
        }
    }
}
