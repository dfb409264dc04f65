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
        case .remove(let ids): .hikesChanged(try store.removeHikes(ids))
        case .restore(let ids): .hikesChanged(try store.restoreHikes(ids))
        case .purge(let id): .purged(try store.purgeHikes([id]))
        case .trim(let id, let start, let end): try trim(id, from: start, to: end, in: store)
        case .findSameWay(let id): try sameWay(as: id, in: store)
        case .readChanges(let limit): .changes(try store.readableHikeHistory(limit: limit))
        case .takeBack(let number): .takenBack(try store.undoHikes(number))
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
            return .hikesChanged(try store.editHike(edit.to.id) { try edit.apply(to: &$0) })
        } catch let conflict as HikeEdit.Conflict {
            return .hikeChangedElsewhere(conflict.stored)
        }
    }

    private func change(by edits: [HikeEdit], in store: ProfileStore) throws -> Reply {
        let byID = Dictionary(edits.map { ($0.to.id, $0) }) { $1 }
        do {
            let change = try store.editHikes(edits.map(\.to.id)) { hike in try byID[hike.id]?.apply(to: &hike) }
            return .hikesEdited(edits, change)
        } catch let conflict as HikeEdit.Conflict {
            throw UserMessage(
                .conflict, "“\(conflict.stored.name.terminalSafe)” was changed meanwhile.",
                hint: "Nothing was changed: look at it, and try again.")
        }
    }

    private func trim(_ id: Int, from start: TrimEnd?, to end: TrimEnd?, in store: ProfileStore) throws -> Reply {
        let change = try store.trimHike(id, from: start, to: end)
        return .trimmed(change, takeBack: try lastChange(of: "hike", id, in: store))
    }

    /// The number of the change that was just made to an element; `nil` if another program has changed something since.
    func lastChange(of kind: String, _ id: Int, in store: ProfileStore) throws -> Int? {
        let last = try store.readableHikeHistory(limit: 1).value.first
        return last.flatMap { $0.items.map(\.kind) == [kind] && $0.items.map(\.number) == [id] ? $0.number : nil }
    }

    private func read(_ view: HikeView, in store: ProfileStore) throws -> Reply {
        func reply(_ content: Salvaged<HikeViewContent>) -> Reply {
            .view(content.value, of: view, damaged: content.damaged)
        }
        switch view {
        case .calendar(let year):
            return .view(.calendar(try store.hikeCalendar(of: year)), of: view, damaged: [])
        case .year(let year): return reply(try store.readableReview(of: year).map { .review($0) })
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
            let comparison = HikeComparison(of: try ids.map { try recording(of: $0, in: store) }, length: length)
            return .view(.comparison(comparison, try ids.map { try store.hike($0).header }), of: view, damaged: [])
        }
    }

    private func recording(of id: Int, in store: ProfileStore) throws -> Recording {
        guard let recording = try store.recording(ofHike: id, exact: true), !recording.isEmpty else {
            throw UserMessage.noRecording(ofHike: id)
        }
        return recording
    }

    private func sameWay(as id: Int, in store: ProfileStore) throws -> Reply {
        guard let found = try store.readableHikesOfSameWay(as: id) else { throw UserMessage.noRecording(ofHike: id) }
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

extension UserMessage {
    fileprivate static func noRecording(ofHike id: Int) -> UserMessage {
        UserMessage(.notFound, "No recording of hike \(id) is kept.", hint: "Hikes are compared by their recordings.")
    }
}
