import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SQLiteKit

/// What repair and recovery keep of the parts of a hike.
@Suite(.temporaryStore) struct `A damaged hike` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }
    private static let new = "820461"

    private func execute(_ sql: String) throws {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1)).run(sql)
    }

    /// A byte of each part of a hike that is changed, and each part that is removed.
    static let damagedParts = ["header", "track", "recording"].flatMap { column in
        [
            (
                column,
                """
                CAST(substr(\(column), 1, 90)
                    || CASE substr(\(column), 91, 1) WHEN x'00' THEN x'01' ELSE x'00' END
                    || substr(\(column), 92) AS BLOB)
                """
            ),
            (column, "x''"),
        ]
    }

    @Test(arguments: damagedParts, [true, false])
    func `loses no more of a hike than its damaged part, and so does a repair`(
        part: (column: String, value: String), isRepair: Bool
    ) throws {
        let column = part.column
        let points = (0..<20).compactMap { index in
            TrackPoint(
                latitude: 47 + Double(index) * 0.0001, longitude: 11, elevation: 500,
                time: Timestamp(secondsSince1970: 1_777_000_000 + Double(index * 10), utcOffset: 0))
        }
        let walk = ImportedHike(name: "Walk", source: "GPX", recording: Recording(segments: [points]))
        let written = try temporary.unlock()
        let id = try #require(try written.importHikes([walk]).imported.first)
        let before = try written.hike(id)
        try execute("UPDATE hike SET \(column) = \(part.value)")
        if isRepair {
            let lost: [String: DamagedPart] = ["header": .hike(id), "recording": .part("hike.recording", number: id)]
            #expect(try temporary.unlock().repair(keepingOutdated: false).lost == [lost[column]].compactMap(\.self))
        } else {
            // Observations that are lost are restored from the recording, and nothing else is lost with them.
            try gate.recover(
                with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret(Self.new)), acceptingDamage: true
            )
        }
        let store = try gate.unlock(with: Secret(isRepair ? TemporaryStore.passcode : Self.new))
        #expect(try store.hikes.map(\.id) == (column == "header" ? [] : [id]))
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == [])
        guard column != "header" else { return }
        #expect(try store.hike(id).header == before.header)
        #expect(try store.hike(id).observations == before.observations, "restored from the recording")
        #expect(try (store.recording(ofHike: id) == nil) == (column == "recording"))
    }

    @Test(arguments: ["x''", "zeroblob(300)"])
    func `keeps a removed hike without its observations when only they are damaged`(value: String) throws {
        let store = try temporary.unlock()
        try store.importHikes(ImportedHike.short(1...3))
        let before = try store.hike(2).header
        try store.removeHike(2)
        try execute("UPDATE record SET body = \(value) WHERE kind = 'hike.removed'")
        let repair = try temporary.unlock().repair()
        #expect(repair.lost == [.part("hike.removed.body", number: 2)])
        #expect(repair.outdated == [])
        let after = try temporary.unlock()
        try after.restoreHikes([2])
        #expect(try after.hike(2) == Hike(header: before))
        #expect(try after.check().allSatisfy(\.isOK))
    }
}
