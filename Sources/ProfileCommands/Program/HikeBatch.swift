internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// The files of an import, and the results so far: each file is imported as a whole or not at all.
struct HikeBatch {
    let format: HikeFileFormat?
    let isReplacing: Bool
    let keepsDuplicates: Bool
    /// Whether damage ends a file, instead of refusing it.
    let isPartial: Bool
    /// Whether everything is said about each file that was found in a folder or an archive.
    private let isVerbose: Bool
    /// Whether the notices are for a screen of the app, which has no options to name.
    private let isInApp: Bool
    private(set) var result = HikeImportResult()
    private(set) var refused: [HikeImportAnswer.Refusal] = []
    /// Whether a file was refused for its content, rather than because it couldn't be read.
    private var hasMalformed = false
    /// The number of files that couldn't be read.
    private(set) var unread = 0
    /// The indices of those that are listed.
    private var listed: [Int] = []
    /// The number of files, without folders and archives; of those found in them; of those without an activity.
    private var (files, found, passed) = (0, 0, 0)
    /// Whether the file being read was found rather than named.
    private var isAtFound = false
    private var skips: [HikeImportAnswer.Skip] = []
    private var notices: [HikeImportAnswer.Notice] = []
    /// The remedies for refused files, without duplicates.
    private var advice: [CommandText] = []
    /// What the tables of services in folders tell, and which ones were read.
    private var (tables, tablesRead) = (ServiceTables(), Set<HikeFile>())
    /// The hikes whose figures were recomputed and changed.
    var renewed: [Int] = []

    init(
        format: HikeFileFormat? = nil, isReplacing: Bool = false, keepsDuplicates: Bool = false,
        isPartial: Bool = false, isVerbose: Bool = true, isInApp: Bool = false
    ) {
        (self.format, self.isReplacing, self.keepsDuplicates) = (format, isReplacing, keepsDuplicates)
        (self.isPartial, self.isVerbose, self.isInApp) = (isPartial, isVerbose, isInApp)
    }

    /// A member of an archive that is about to be read.
    struct NextMember {
        let path: String
        /// The number of members before it.
        let index: Int
        /// The number of all members, as far as it is known: archives within the archive have more.
        let count: Int
    }

    /// Imports a file, or each member of an archive, or records why it is rejected. Errors of the store are thrown.
    ///
    /// - Parameter goesOn: called before each member; if it returns `false`, that and those after it are not read.
    /// - Returns: the number of members that were not read.
    @discardableResult
    mutating func add(
        _ file: HikeFile, to store: ProfileStore, reporting: (String) -> Void,
        goesOn: (NextMember) -> Bool = { _ in true }
    ) throws -> Int {
        let (format, isPartial) = (format, isPartial)
        var archive: (ZipArchive, InputFile)?
        isAtFound = file.isFound
        for table in file.tables where tablesRead.insert(table).inserted { table.add(to: &tables) }
        try add(file.path, to: store, reporting: reporting) {
            switch try file.content(as: format, isPartial: isPartial) {
            case .hikes(let reading): return reading
            case .archive(let members, let opened):
                guard !members.members.isEmpty || !members.archives.isEmpty else {
                    throw HikeFile.refused("the archive contains no file of hikes")
                }
                archive = (members, opened)
                return nil
            }
        }
        guard let (members, opened) = archive else { return 0 }
        isAtFound = true
        return try withExtendedLifetime(opened) {
            var walk = (index: 0, count: members.members.count + members.archives.count)
            return try add(members, at: file.path, &walk, to: store, reporting: reporting, goesOn: goesOn)
                ? 0 : walk.count - walk.index
        }
    }

    /// Imports the members of an archive, and then those of the archives in it.
    ///
    /// - Parameter walk: the number of members read so far, and of all that are known.
    /// - Returns: whether all were read.
    private mutating func add(
        _ archive: ZipArchive, at archivePath: String, isInner: Bool = false, _ walk: inout (index: Int, count: Int),
        to store: ProfileStore, reporting: (String) -> Void, goesOn: (NextMember) -> Bool
    ) throws -> Bool {
        let (format, isPartial) = (format, isPartial)
        for member in archive.members {
            let path = "\(archivePath)/\(member.name)"
            guard goesOn(NextMember(path: path, index: walk.index, count: walk.count)) else { return false }
            walk.index += 1
            try add(path, to: store, reporting: reporting) {
                let reader = HikeFileReader(
                    format: format, fileName: archivePath.hasSuffix(".kmz") ? archivePath : member.name,
                    isPartial: isPartial)
                return HikeFile.Reading(hikes: try archive.hikes(of: member, by: reader), reader: reader) { body in
                    try archive.read(member, body)
                }
            }
        }
        for member in archive.archives {
            let path = "\(archivePath)/\(member.name)"
            guard !isInner else {
                addNotice("archives are read one level deep", of: path, reporting)
                continue
            }
            guard goesOn(NextMember(path: path, index: walk.index, count: walk.count)) else { return false }
            walk.index += 1
            var inner: ZipArchive?
            try add(path, to: store, reporting: reporting) {
                inner = try archive.archive(in: member)
                return nil
            }
            guard let inner else { continue }
            walk.count += inner.members.count
            guard
                try add(inner, at: path, isInner: true, &walk, to: store, reporting: reporting, goesOn: goesOn)
            else { return false }
        }
        return true
    }

    /// - Parameter read: reads the first hikes; returns `nil` for an archive, whose members are files of their own.
    private mutating func add(
        _ path: String, to store: ProfileStore, reporting: (String) -> Void, _ read: () throws -> HikeFile.Reading?
    ) throws {
        var isFile = true
        defer {
            files += isFile ? 1 : 0
            found += isFile && isAtFound ? 1 : 0
        }
        do {
            guard let reading = try read() else {
                isFile = false
                return
            }
            try addHikes(reading, of: path, to: store, reporting: reporting)
            if let damage = reading.reader.damage {
                addNotice("\(damage.message); what comes before it was read", of: path, reporting)
            }
        } catch let error as HikeFileError where isAtFound && error.isOtherContent(ofFile: path) {
            passed += 1
            if isVerbose { reporting("\(path): \(error.message)") }
        } catch let error as HikeFileError {
            let isWholeBefore = !isPartial && error.isDamage
            refuse(
                path, line: error.position.line, error.message,
                advice: isWholeBefore
                    ? "Read what comes before the damage with --partial."
                    : error.code == .unrecognized ? HikeFile.conversion : nil)
        } catch let error as StoreError where error.code == .invalidValue {
            var advice: CommandText?
            if case .contentDiffers = error.reason { advice = "Replace hikes that differ with --replace." }
            refuse(path, UserMessage(error).message, advice: advice)
        } catch let error as UserError where [.io, .invalidValue].contains(error.exit) {
            // Each refusal is already preceded by the file's name.
            let messages = error.subject == path ? error.statements : error.messages
            refuse(path, messages.joined(separator: "; "), advice: error.hint, isUnread: error.exit == .io)
        }
    }

    private mutating func addHikes(
        _ reading: HikeFile.Reading, of path: String, to store: ProfileStore, reporting: (String) -> Void
    ) throws {
        let (clock, tables) = (store.gate.configuration.clock, tables)
        func completed(_ hikes: [ImportedHike]) throws -> [ImportedHike] {
            try hikes.map { tables.completed($0, of: path) }.requiringPast(by: clock)
        }
        var hikes = try completed(reading.hikes)
        guard !hikes.isEmpty else { return }
        var hikesWithNotices: [ImportedHike] = []
        var count = 0
        let part = try store.importHikes(
            replacing: isReplacing, keepingDuplicates: keepsDuplicates, continuing: result.operation,
            keeping: reading.file(named: path)
        ) { add in
            repeat {
                for hike in hikes {
                    try Interruption.throwIfInterrupted()
                    try add(hike)
                }
                count += hikes.count
                hikesWithNotices += hikes.filter { !$0.notices.isEmpty }
                hikes = try completed(reading.more?() ?? [])
            } while !hikes.isEmpty
        }
        result.imported += part.imported
        result.operation = part.operation
        renewed += part.renewed
        result.skipped += part.skipped
        for hike in part.skipped {
            if let why = hike.reason.message(isInApp: isInApp) {
                addNotice("\(hike.name): \(why)", of: path, reporting)
            }
            skips.append(HikeImportAnswer.Skip(hike.reason, file: path))
        }
        if part.isTooLargeToKeep {
            let most = OriginalFile.maximumPackedSize >> 20
            addNotice("the file itself isn't kept, since it has more than \(most) MB packed", of: path, reporting)
        }
        for id in part.lostRecordings {
            addNotice("the recording of hike \(id) is lost: it was of another outing", of: path, reporting)
        }
        guard !part.imported.isEmpty else { return }
        for hike in hikesWithNotices {
            for notice in hike.notices {
                addNotice(ImportNoticeText(notice, of: hike, isOneOfMany: count > 1).line, of: path, reporting)
            }
        }
    }

    private mutating func addNotice(_ message: String, of path: String, _ reporting: (String) -> Void) {
        notices.append(.init(file: path, message: message))
        if isVerbose || !isAtFound { reporting("\(path): \(message)") }
    }

    private mutating func refuse(
        _ path: String, line: Int? = nil, _ message: String, advice: CommandText? = nil, isUnread: Bool = false
    ) {
        hasMalformed = hasMalformed || !isUnread
        unread += isUnread ? 1 : 0
        let advice = advice ?? HikeFile.advice
        if !self.advice.contains(advice) { self.advice.append(advice) }
        refused.append(.init(file: path, line: line, message: message))
        if isVerbose || !isAtFound { listed.append(refused.count - 1) }
    }

    var answer: HikeImportAnswer {
        HikeImportAnswer(
            imported: result.imported.count, skipped: result.skipped.count, passed: passed, hikes: result.imported,
            refused: refused, skips: skips, remarks: notices, recomputed: renewed)
    }

    /// Whether there are any results so far.
    var hasOutcome: Bool { !result.imported.isEmpty || !result.skipped.isEmpty || !refused.isEmpty || passed > 0 }

    /// One line for each rejected file that is listed, and one for all others.
    var refusals: [String] {
        let lines = listed.map { refused[$0] }.map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.message)" }
        let others = refused.count - listed.count
        return lines + (others > 0 ? ["\(others.counted("file")) of \(files) refused"] : [])
    }

    /// The results by kind where files were found in a folder or an archive, else in the order of their importance.
    var summary: String {
        guard found > 0 else {
            return "\(result.imported.count) imported, \(result.skipped.count) skipped, \(refused.count) refused"
        }
        let (known, damaged) = (result.skipped.count, refused.count)
        let kinds = [
            "\(result.imported.count.counted("hike")) imported", known > 0 ? "\(known) known already" : nil,
            passed > 0 ? passedFiles : nil, damaged > 0 ? "\(damaged) damaged" : nil,
            notices.isEmpty ? nil : notices.count.counted("notice"),
        ]
        let list = isVerbose || damaged == 0 && notices.isEmpty ? "" : " (--verbose lists them)"
        return "\(files.counted("file")): " + kinds.compactMap(\.self).joined(separator: ", ") + list
    }

    /// "96 files without an activity"
    private var passedFiles: String { "\(passed.counted("file")) without an activity" }

    var passedNotice: String? { passed > 0 ? passedFiles : nil }

    var renewalNotice: String? { RenewalNotice(renewed)?.text }

    var error: UserError? {
        guard !refused.isEmpty else { return nil }
        return UserError(
            hasMalformed ? .invalidValue : .io, refusals,
            hint: advice.reduce("Nothing of a refused file was stored.") { "\($0) \($1)" })
    }

    /// The report when an error of the store ends the import midway.
    func error(stoppedBy cause: any Error, at file: HikeFile) -> UserError {
        var error = UserError(cause)
        error.messages = refusals + error.messages.map { "\(file.path): \($0)" }
        guard !result.imported.isEmpty else { return error }
        // The hint about the one file doesn't apply to all of them.
        let advice = error.hint.without(beginning: UserMessage.unchanged)
        let first: CommandText =
            advice.isEmpty ? "Import" : "\(advice)\(advice.text.hasSuffix(".") ? "" : ".") Then import"
        error.hint =
            "The hikes imported before the error stay. \(first) all files again: hikes that are already there are skipped."
        return error
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
    fileprivate func message(isInApp: Bool) -> String? {
        switch self {
        case .exists: nil
        case .removed(let id): isInApp ? "removed; restore it from the removed hikes" : "removed; hike restore \(id)"
        case .sameOuting(let id):
            "the same outing as hike \(id), skipped" + (isInApp ? "" : "; keep both with --duplicates keep")
        }
    }
}

extension [ImportedHike] {
    /// These hikes, provided that none is dated in the future, as for hikes added by hand. Plans may be in the future.
    ///
    /// Days are compared, since a hike added by hand may begin later today; with today's date in the time zone that is
    /// furthest ahead, since a file may be from there.
    ///
    /// - Throws: ``UserError`` with `invalidValue`, naming the first one.
    fileprivate func requiringPast(by clock: any MachineClock) throws(UserError) -> [ImportedHike] {
        let now = Double(clock.wallTime.secondsSince1970)
        let latest = Timestamp(secondsSince1970: now, utcOffset: 14 * 3600)?.day ?? Day(localTo: clock.wallTime)
        let ahead = first { imported in
            let hike = imported.hike
            let days = [hike.startTime?.day, hike.date].compactMap(\.self)
            return !hike.header.isPlanned && days.contains { $0 > latest }
        }
        guard let ahead else { return self }
        throw HikeFile.refused("'\(ahead.hike.name)' is dated in the future")
    }
}
