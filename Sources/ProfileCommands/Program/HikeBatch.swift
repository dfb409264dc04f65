internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// The files of an import, and the results so far: each file is imported as a whole or not at all.
struct HikeBatch {
    let format: HikeFileFormat?
    let isReplacing: Bool
    let keepsDuplicates: Bool
    /// Whether the remarks are for a screen of the app, which has no options to name.
    private let isInApp: Bool
    private(set) var result = HikeImportResult()
    private(set) var refused: [HikeImportAnswer.Refusal] = []
    /// Whether a file was refused for its content, rather than because it couldn't be read.
    private var hasMalformed = false
    private var skips: [HikeImportAnswer.Skip] = []
    private var remarks: [HikeImportAnswer.Remark] = []
    /// What to do about the refused files, without duplicates.
    private var advice: [String] = []
    /// The hikes whose figures were recomputed and changed.
    var renewed: [Int] = []

    init(format: HikeFileFormat? = nil, isReplacing: Bool = false, keepsDuplicates: Bool = false, isInApp: Bool = false)
    {
        (self.format, self.isReplacing, self.keepsDuplicates) = (format, isReplacing, keepsDuplicates)
        self.isInApp = isInApp
    }

    /// A member of an archive that is about to be read.
    struct NextMember {
        let path: String
        /// The number of members before it.
        let index: Int
        /// The number of all members.
        let count: Int
    }

    /// Imports a file, or each member of an archive, or records why it is rejected. Errors of the store are thrown.
    ///
    /// - Parameter goesOn: called before each member; if it returns `false`, that and those after it are not read.
    /// - Returns: the number of members that were not read.
    @discardableResult
    mutating func add(
        _ file: HikeFile, to store: ProfileStore, remarking: (String) -> Void,
        goesOn: (NextMember) -> Bool = { _ in true }
    ) throws -> Int {
        let format = format
        var archive: (ZipArchive, InputFile)?
        try add(file.path, to: store, remarking: remarking) {
            switch try file.content(as: format) {
            case .hikes(let hikes, let more): return (hikes, more)
            case .archive(let members, let opened):
                guard !members.members.isEmpty else {
                    throw HikeFile.refused(
                        "the archive contains no file of hikes"
                            + (members.archives.isEmpty ? "" : "; an archive within it is not read"))
                }
                archive = (members, opened)
                return ([], nil)
            }
        }
        guard let (members, opened) = archive else { return 0 }
        for name in members.archives {
            remark("an archive within an archive is not read", of: "\(file.path)/\(name)", remarking)
        }
        return try withExtendedLifetime(opened) {
            let count = members.members.count
            for (index, member) in members.members.enumerated() {
                let path = "\(file.path)/\(member.name)"
                guard goesOn(NextMember(path: path, index: index, count: count)) else { return count - index }
                try add(path, to: store, remarking: remarking) { (try members.hikes(of: member, as: format), nil) }
            }
            return 0
        }
    }

    private mutating func add(
        _ path: String, to store: ProfileStore, remarking: (String) -> Void,
        _ read: () throws -> (hikes: [ImportedHike], more: (() throws -> [ImportedHike])?)
    ) throws {
        do {
            let (hikes, more) = try read()
            try addHikes(hikes, more, of: path, to: store, remarking: remarking)
        } catch let error as HikeFileError {
            refuse(path, line: error.position.line, error.words)
        } catch let error as StoreError where error.code == .invalidValue {
            var advice: String?
            if case .contentDiffers = error.reason { advice = "Replace hikes that differ with --replace." }
            refuse(path, UserMessage(error).message, advice: advice)
        } catch let complaint as UserError where [.io, .invalidValue].contains(complaint.exit) {
            // Each refusal is already preceded by the file's name.
            let messages = complaint.subject == path ? complaint.statements : complaint.messages
            refuse(path, messages.joined(separator: "; "), advice: complaint.hint, isUnread: complaint.exit == .io)
        }
    }

    /// - Parameter more: reads the next hikes of a long file; `nil` when there are none.
    private mutating func addHikes(
        _ first: [ImportedHike], _ more: (() throws -> [ImportedHike])?, of path: String, to store: ProfileStore,
        remarking: (String) -> Void
    ) throws {
        let clock = store.gate.configuration.clock
        var hikes = try first.requiringPast(by: clock)
        guard !hikes.isEmpty else { return }
        var remarked: [ImportedHike] = []
        var count = 0
        let part = try store.importHikes(replacing: isReplacing, keepingDuplicates: keepsDuplicates) { add in
            repeat {
                for hike in hikes {
                    try Interruption.throwIfInterrupted()
                    try add(hike)
                }
                count += hikes.count
                remarked += hikes.filter { !$0.remarks.isEmpty }
                hikes = try more?().requiringPast(by: clock) ?? []
            } while !hikes.isEmpty
        }
        result.imported += part.imported
        renewed += part.renewed
        result.skipped += part.skipped
        for hike in part.skipped {
            if let why = hike.reason.words(isInApp: isInApp) { remark("\(hike.name): \(why)", of: path, remarking) }
            skips.append(HikeImportAnswer.Skip(hike.reason, file: path))
        }
        for id in part.lostRecordings {
            remark("the recording of hike \(id) is lost: it was of another outing", of: path, remarking)
        }
        guard !part.imported.isEmpty else { return }
        for hike in remarked {
            for remark in hike.remarks {
                self.remark(ImportNoticeText(remark, of: hike, isOneOfMany: count > 1).line, of: path, remarking)
            }
        }
    }

    private mutating func remark(_ message: String, of path: String, _ remarking: (String) -> Void) {
        remarks.append(.init(file: path, message: message))
        remarking("\(path): \(message)")
    }

    private mutating func refuse(
        _ path: String, line: Int? = nil, _ message: String, advice: String? = nil, isUnread: Bool = false
    ) {
        hasMalformed = hasMalformed || !isUnread
        let advice = advice ?? HikeFile.advice
        if !self.advice.contains(advice) { self.advice.append(advice) }
        refused.append(.init(file: path, line: line, message: message))
    }

    var answer: HikeImportAnswer {
        HikeImportAnswer(
            imported: result.imported.count, skipped: result.skipped.count, hikes: result.imported, refused: refused,
            skips: skips, remarks: remarks, recomputed: renewed)
    }

    /// Whether there are any results so far.
    var hasOutcome: Bool { !result.imported.isEmpty || !result.skipped.isEmpty || !refused.isEmpty }

    /// One line for each rejected file.
    var refusals: [String] {
        refused.map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.message)" }
    }

    var summary: String {
        "\(result.imported.count) imported, \(result.skipped.count) skipped, \(refused.count) refused"
    }

    var renewalRemark: String? { RenewalNotice(renewed)?.text }

    var complaint: UserError? {
        guard !refused.isEmpty else { return nil }
        return UserError(
            hasMalformed ? .invalidValue : .io, refusals,
            hint: (["Nothing of a refused file was stored."] + advice).joined(separator: " "))
    }

    /// The report when an error of the store ends the import midway.
    func complaint(stoppedBy error: any Error, at file: HikeFile) -> UserError {
        var complaint = UserError(error)
        complaint.messages = refusals + complaint.messages.map { "\(file.path): \($0)" }
        guard !result.imported.isEmpty else { return complaint }
        // The hint about the one file doesn't apply to all of them.
        let advice = UserMessage.advice(in: complaint.hint)
        let first = advice.isEmpty || advice.hasSuffix(".") ? advice : advice + "."
        complaint.hint =
            "The hikes imported before it stay. \(first.isEmpty ? "Import" : "\(first) Then import") them all again: those that are there are skipped."
        return complaint
    }
}

extension HikeImportAnswer.Skip {
    fileprivate init(_ reason: SkippedHike.Reason, file: String) {
        switch reason {
        case .exists(let id): self.init(file: file, hike: id, reason: "known")
        case .removed(let id): self.init(file: file, hike: id, reason: "removed")
        case .sameOuting(let id): self.init(file: file, hike: id, reason: "same outing")
        }
    }
}

extension SkippedHike.Reason {
    /// Why a hike that its owner may have expected wasn't imported; `nil` if the existing one has the same source.
    fileprivate func words(isInApp: Bool) -> String? {
        switch self {
        case .exists: nil
        case .removed(let id): isInApp ? "removed; restore it from the removed hikes" : "removed; hike restore \(id)"
        case .sameOuting(let id):
            "the same outing as hike \(id), skipped" + (isInApp ? "" : "; keep both with --duplicates keep")
        }
    }
}

extension [ImportedHike] {
    /// The same hikes, provided that none is dated in the future, as for hikes added by hand. Plans may be in the
    /// future.
    ///
    /// A recorded start is compared with the current time; if there is only a date, with this machine's current day.
    ///
    /// - Throws: ``UserError`` with `invalidValue`, naming the first one.
    fileprivate func requiringPast(by clock: any MachineClock) throws(UserError) -> [ImportedHike] {
        let (now, today) = (Double(clock.wallTime.secondsSince1970), Day(localTo: clock.wallTime))
        let ahead = first { imported in
            let hike = imported.hike
            guard !hike.header.isPlanned else { return false }
            if let start = hike.startTime { return start.secondsSince1970 > now }
            return hike.date.map { $0 > today } ?? false
        }
        guard let ahead else { return self }
        throw HikeFile.refused("'\(ahead.hike.name)' is dated in the future")
    }
}
