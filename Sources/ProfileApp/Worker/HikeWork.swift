internal import Dispatch
internal import ProfileKit
internal import ProfileRendering

/// The requests on hikes, and on the files to import them from.
extension Worker.State {
    func answer(to request: HikeRequest) throws -> Reply {
        let store = try openStore
        return switch request {
        case .load(let id): try hike(id, in: store)
        case .group(let grouping): .groups(try store.hikeGroups(by: grouping), grouping)
        case .find(let filter): .matches(try found(filter, in: store), of: filter)
        case .readView(let view): try read(view, in: store)
        case .readRemoved: .removedHikes(try store.readableRemovedHikes)
        case .add(let hike): .hikesChanged(try store.addHike(hike))
        case .edit(let edit): try change(by: edit, in: store)
        case .editAll(let edits): try change(by: edits, in: store)
        case .remove(let ids, let shown): try remove(ids, shown: shown, in: store)
        case .restore(let ids): .hikesChanged(try store.restoreHikes(ids))
        case .purge(let hike): try purge(hike, in: store)
        case .trim(let id, let start, let end):
            try trim(id, in: store) { try store.narrowHike(id, from: start, to: end) }
        case .untrim(let id): try trim(id, in: store) { try store.trimHike(id, from: .kilometres(0), to: nil) }
        case .findSameWay(let id): try sameWay(as: id, in: store)
        case .readChanges(let limit): try changes(limit: limit, in: store)
        case .takeBack(let number): try takeBack(number, in: store)
        }
    }

    private func found(_ filter: HikeFilter, in store: ProfileStore) throws -> Set<Int> {
        do {
            return Set(try store.readableHikes(matching: filter).value.map(\.id))
        } catch let error as StoreError where error.code == .notFound {
            // The name of a place that is still being typed.
            return []
        }
    }

    private func change(by edit: HikeEdit, in store: ProfileStore) throws -> Reply {
        do {
            var isChanged = false
            let made = try logged(ProfileStore.KindName.hike, [edit.to.id], in: store) {
                try store.editHike(edit.to.id) { isChanged = try edit.apply(to: &$0) }
            }
            return .hikesEdited([edit], made.result, takeBack: isChanged ? made.number : nil)
        } catch let conflict as HikeEdit.Conflict {
            return .hikeChangedElsewhere(conflict.stored)
        }
    }

    private func change(by edits: [HikeEdit], in store: ProfileStore) throws -> Reply {
        let byID = Dictionary(edits.map { ($0.to.id, $0) }) { $1 }
        do {
            var isChanged = false
            let made = try logged(ProfileStore.KindName.hike, Set(byID.keys), in: store) {
                try store.editHikes(edits.map(\.to.id)) { hike in
                    if try byID[hike.id]?.apply(to: &hike) == true { isChanged = true }
                }
            }
            return .hikesEdited(edits, made.result, takeBack: isChanged ? made.number : nil)
        } catch let conflict as HikeEdit.Conflict {
            throw UserMessage.changedMeanwhile(conflict.stored.name)
        }
    }

    private func remove(_ ids: [Int], shown: [HikeHeader], in store: ProfileStore) throws -> Reply {
        let found =
            try shown.count == 1
            ? [store.readableHike(shown[0].id).value.header].compactMap(\.self) : store.readableHikes.value
        try requireSame(shown, among: found)
        return .hikesChanged(try store.removeHikes(ids))
    }

    private func purge(_ hike: HikeHeader, in store: ProfileStore) throws -> Reply {
        try requireSame([hike], among: try store.readableRemovedHikes.value)
        return .purged(try store.purgeHikes([hike.id]))
    }

    /// Refuses what the user confirmed for hikes that are others by now.
    private func requireSame(_ shown: [HikeHeader], among found: [HikeHeader]) throws {
        let found = Dictionary(found.map { ($0.id, $0) }) { $1 }
        for hike in shown {
            guard let now = found[hike.id], now.asListed != hike.asListed else { continue }
            throw UserMessage.changedMeanwhile(now.name)
        }
    }

    private func trim(_ id: Int, in store: ProfileStore, by body: () throws -> HikeChange) throws -> Reply {
        let made = try logged(ProfileStore.KindName.hike, [id], in: store, by: body)
        return .trimmed(made.isChanged ? made.result : nil, takeBack: made.number)
    }

    /// Changes elements.
    ///
    /// - Parameter ids: `nil` for an element that is added.
    /// - Returns: with what the body returns, whether something was changed, and that change's number in the history;
    ///   `nil` if another program has changed something meanwhile.
    func logged<Result>(
        _ kind: String, _ ids: Set<Int>?, in store: ProfileStore, by body: () throws -> Result
    ) throws -> (result: Result, isChanged: Bool, number: Int?) {
        func last(_ limit: Int) throws -> [LoggedChange] { try store.readableHikeHistory(limit: limit).value }
        let before = try last(1).first?.number
        let result = try body()
        // It was changed, even if that can't be read.
        guard let changes = try? last(2), let made = changes.first else { return (result, true, nil) }
        guard made.number != before else { return (result, false, nil) }
        let isOnly = (changes.count > 1 ? changes[1].number : nil) == before
        let isOwn = made.items.allSatisfy { item in
            item.kind == kind && ids?.contains(item.number) ?? (made.items.count == 1)
        }
        return (result, true, isOnly && isOwn ? made.number : nil)
    }

    private func takeBack(_ number: Int, in store: ProfileStore) throws -> Reply {
        // The store would take it back again.
        let change = try store.readableHikeHistory(limit: ChangesScreen.limit).value.first { $0.number == number }
        guard change?.isUndone != true else {
            throw UserMessage(.notFound, "It was taken back already.", hint: "Nothing was undone.")
        }
        func earned() -> [Badge] { (try? store.readableSummary)?.value.hikes?.earnedBadges.map(\.badge) ?? [] }
        let before = earned()
        let undone = try store.undoHikes(number)
        let now = earned()
        return .takenBack(
            undone, earned: now.filter { !before.contains($0) }, lost: before.filter { !now.contains($0) })
    }

    private func changes(limit: Int, in store: ProfileStore) throws -> Reply {
        let changes = try store.readableHikeHistory(limit: limit)
        let hasRemoved = changes.value.contains { $0.items.contains { $0.change == .removed } }
        return .changes(changes, removed: hasRemoved ? try store.readableRemovedHikes.value : [])
    }

    private func read(_ view: HikeView, in store: ProfileStore) throws -> Reply {
        func reply(_ content: Salvaged<HikeViewContent>) -> Reply {
            .view(content.value, of: view, damaged: content.damaged)
        }
        switch view {
        case .calendar(let year):
            return .view(.calendar(try store.hikeCalendar(of: year)), of: view, damaged: [])
        case .year(let year): return reply(try store.readableReview(of: year, exact: true).map { .review($0) })
        case .records:
            return reply(
                try store.readableHighestPoints.map { hikes, points in
                    .records(
                        onFoot: PersonalRecords(of: hikes.filter(\.isCounted), highestPoints: points),
                        PersonalRecords.byActivity(of: hikes, highestPoints: points))
                })
        case .map(let ids):
            let tracks = try store.readableTracks(exact: true) { !$0.isPlanned && ids?.contains($0.id) ?? true }
            return reply(tracks.map { .tracks($0.map(\.track)) })
        case .comparison(let ids, let length):
            let found = try ids.map { try recorded($0, in: store) }
            let comparison = HikeComparison(of: found.map(\.recording), length: length)
            return .view(.comparison(comparison, found.map(\.hike)), of: view, damaged: [])
        }
    }

    private func recorded(
        _ id: Int, in store: ProfileStore
    ) throws -> (hike: HikeHeader, recording: Recording) {
        let found = try store.readableRecording(ofHike: id, exact: true)
        guard let hike = found.value.header, found.damaged.isEmpty else {
            throw StoreError(.damagedParts(found.damaged), at: store.gate.path)
        }
        guard let recording = found.value.recording, !recording.isEmpty else {
            throw UserMessage.noRecording(of: "“\(hike.name.terminalSafe)”")
        }
        return (hike, recording)
    }

    private func sameWay(as id: Int, in store: ProfileStore) throws -> Reply {
        guard let found = try store.readableHikesOfSameWay(as: id) else {
            throw UserMessage.noRecording(of: "this hike")
        }
        return .sameWay(found)
    }

    private func hike(_ id: Int, in store: ProfileStore) throws -> Reply {
        do {
            let (found, recorded) = (
                try store.readableHike(id, exact: true), try store.readableRecording(ofHike: id, exact: true)
            )
            let damaged = found.damaged + recorded.damaged.filter { !found.damaged.contains($0) }
            guard let header = found.value.header else {
                return .noHike(id, UserMessage(StoreError(.damagedParts(damaged), at: store.gate.path)))
            }
            let hike = Hike(header: header, observations: found.value.observations ?? [])
            return .hike(hike, recording: recorded.value.recording, damaged: damaged)
        } catch let error as StoreError where error.code != .locked {
            return .noHike(id, UserMessage(error))
        }
    }

    func carryOut(_ request: FileRequest, replying reply: @escaping @Sendable (Reply) -> Void) throws {
        switch request {
        case .complete(let path): reply(.completions(source.importer?.complete(path) ?? [], of: path))
        case .find(let path): reply(.found(path: path, problem: source.importer?.problem(path)))
        case .importHikes(let paths, let stop): try importHikes(paths, stop, replying: reply)
        case .write(let action, let path, let hikes): reply(.written(try action.write(try openStore, path, hikes)))
        case .importSamples: reply(.imported(try source.importer?.samples(try openStore) ?? ImportReport()))
        }
    }

    /// Imports files on a thread of its own, so that other requests don't wait.
    private func importHikes(_ paths: [String], _ stop: StopFlag, replying reply: @escaping @Sendable (Reply) -> Void)
        throws
    {
        let store = try openStore
        guard let importer = source.importer else { return reply(.imported(ImportReport())) }
        DispatchQueue.global(qos: .userInitiated).async {
            do {
                let report = try importer.read(store, paths) { progress in
                    reply(.importing(progress))
                    return !stop.isSet
                }
                reply(.imported(report))
            } catch let error as StoreError where error.code == .locked {
                reply(.imported(ImportReport(isCutOffByLock: true)))
            } catch {
                reply(.failed(UserMessage(error)))
            }
        }
    }
}

extension HikeHeader {
    /// The hike without what lists don't read.
    fileprivate var asListed: HikeHeader {
        var hike = self
        (hike.notes, hike.waypoints, hike.laps) = ("", [], [])
        return hike
    }
}

extension UserMessage {
    fileprivate static func noRecording(of hike: String) -> UserMessage {
        UserMessage(.notFound, "No recording of \(hike) is kept.", hint: "Hikes are compared by their recordings.")
    }
}
