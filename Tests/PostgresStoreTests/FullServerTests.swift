import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// A server without room reports it, and loses nothing.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct FullServerTests {
    private static let kind = EngineModel.singletons[0]

    /// Whether a disk may be mounted here, which requires root.
    private static let canMount: Bool = {
        let tool = Program(path: "/usr/bin/unshare", environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
        return (try? tool.run("-m", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt").exitCode == 0) ?? false
    }()

    /// The engine's report of a commit's outcome.
    private enum Verdict: Equatable { case done, full, lost, notKnown }

    private func count(in engine: ServerEngine) throws -> Verdict {
        do {
            try engine.transaction(.writing, of: .main) { backend in
                let heads = try #require(try backend.heads(of: .main, kinds: [Self.kind]))
                let number = (heads.singletons[Self.kind.name]?.number ?? 0) + 1
                let box = (0..<6_000).map { _ in UInt8.random(in: 0 ... .max) }
                try backend.put(RecordRow(number: number, revision: number, boxes: [[1]]), Self.kind, of: .main)
                try backend.put(RecordRow(number: number, revision: number, boxes: [box]), EngineModel.log, of: .main)
                try backend.putManifest(SealedManifest(generation: number, box: [1]), of: .main)
            }
            return .done
        } catch let error as EngineError {
            switch error.code {
            case .full: return .full
            case .unreachable: return .lost
            case .outcomeUnknown: return .notKnown
            default: throw error
            }
        }
    }

    private func number(in engine: ServerEngine) throws -> Int {
        try engine.transaction(.reading, of: .main) { backend in
            try backend.heads(of: .main, kinds: [Self.kind])?.singletons[Self.kind.name]?.number ?? 0
        }
    }

    @Test(.enabled(if: canMount, "a small disk can't be mounted here: that takes root's rights"))
    func `a full disk on the server loses no commit, and more succeed once it has room`() throws {
        let server = try PostgresServer(
            settings: ["min_wal_size=32MB", "max_wal_size=48MB", "restart_after_crash=on"], diskSize: "112m")
        let engine = try serverEngine(at: server.url(workspace: "full"), settlingPatience: .seconds(2))
        let gate = GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3])
        try engine.transaction(.writing, of: .main) { try $0.putGate(gate, of: .main) }
        var (done, unknown, refused) = (0, 0, 0)
        for _ in 0..<(LostServerTests.isLong ? 8 : 1) {
            for _ in 0..<20 where try count(in: engine) == .done { done += 1 }
            try server.fillDisk()
            var failures = 0
            for _ in 0..<2_000 where failures < 5 {
                switch try count(in: engine) {
                case .done: (done, failures) = (done + 1, 0)
                case .full: (refused, failures) = (refused + 1, failures + 1)
                case .lost: failures += 1
                case .notKnown: (unknown, failures) = (unknown + 1, failures + 1)
                }
            }
            #expect(failures == 5, "the disk was never full")
            // A refused client can continue to read, unless the server shut down.
            if let found = try? number(in: engine) { #expect((done...done + unknown).contains(found)) }
            try server.freeDisk()
            // A server that shut down isn't restarted automatically.
            if (try? number(in: engine)) == nil { try server.crash() }
            let found = try number(in: engine)
            #expect((done...done + unknown).contains(found))
            (done, unknown) = (found, 0)
            #expect(try count(in: engine) == .done, "there is room again")
            done += 1
        }
        #expect(refused > 0)
        let rows = try engine.transaction(.reading, of: .main) { try $0.count(EngineModel.log, of: .main) }
        #expect(rows == done)
    }
}
