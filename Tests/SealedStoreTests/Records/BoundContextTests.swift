import FoundationEssentials
import Sealing
import Testing

@testable import SealedStore

/// The known answers were computed independently of this program, with Python's `hashlib` and with libsodium: a changed
/// label, field or order gives another answer, and existing stores would no longer open.
@Suite struct `What a store's keys and MACs are bound to` {
    private static let key = [UInt8](0..<32)
    private static let scope = AccountContext(
        domain: "profile", store: StoreID(bytes: [UInt8](1...16)), instance: InstanceID(bytes: [UInt8](17...32)),
        account: .main)
    private static let row = RecordRow(
        number: 12, revision: 3, fingerprint: Array("f".utf8), boxes: [[UInt8](100..<150), [UInt8](150..<200)])
    private static let hike = RecordKind("hike", .collection)

    private static let stageRow = StageRow(
        format: "digits:6", epoch: 1, operations: 2, memory: 64 << 20, salt: [], envelope: [])

    private static func secret(_ bytes: [UInt8]) throws -> Secret {
        try Secret(capacity: bytes.count) { target in
            target.copyBytes(from: bytes)
            return bytes.count
        }
    }

    private static func sealer(_ key: [UInt8] = key) throws -> RecordSealer {
        try RecordSealer(domain: "profile", store: scope.store, account: .main, dataKey: secret(key))
    }

    @Test func `the terms of rows`() throws {
        let sealer = try Self.sealer()
        #expect(
            sealer.term(of: Self.row, Self.hike).hexadecimal
                == "1baf08c712b1833bf36cd9f79d805d586451567f3a24899f13606d3f53b53d71")
        #expect(
            sealer.firstFormatTerm(Self.row.boxes, number: 12, table: "hike").hexadecimal
                == "eb4461d95d500be79a2346c22ad333650757e00ef5eb96ac0285550586328b5e")
    }

    @Test func `the form of a manifest, which starts with its number`() {
        #expect(Manifest(instance: [7]).encoded.prefix(3) == [2, 1, 7])
    }

    @Test func `the application ID in the header of files`() {
        #expect(SQLiteEngine.applicationID(of: "travel") == 0x7574_D783)
    }

    @Test func `the fingerprint of content`() throws {
        #expect(
            try Self.sealer().fingerprint(of: Array("a digest".utf8)).hexadecimal
                == "7283631c3f63ed1f582123086a277b04a3ef14defad147250fca45fbb1ff76a6")
    }

    @Test func `the place of a record, with an id in collections`() {
        func place(_ form: RecordKind.Form) -> RecordBinding {
            RecordBinding(RecordKind("hike", form, parts: ["hike", "track"]), part: 1, number: 12, revision: 3)
        }
        for form in [RecordKind.Form.collection, .pages] {
            #expect(place(form) == RecordBinding(part: "track", id: "12", revision: 3))
        }
        for form in [RecordKind.Form.singleton, .log] {
            #expect(place(form) == RecordBinding(part: "track", revision: 3))
        }
    }

    @Test func `the key of records that were set aside`() throws {
        let box = Self.box(
            """
            bb525d09605949df5fa5fee8bf8bbc60c099a4a30ac86542680af39f2d200eb8ccd1f686b9789f46c6abd713011819bd
            """)
        let sealer = try Self.sealer()
        #expect(throws: Never.self) { try sealer.resealKey(box, from: sealer) }
    }

    @Test func `the MAC of a gate, with an instance and without`() throws {
        let stage = GateRecord.Stage(
            format: .sixDigits, epoch: 4, cost: KeyDerivation.Cost(operations: 2, memory: 8192),
            salt: Array("salt".utf8), envelope: Array("envelope".utf8))
        var record = GateRecord(
            account: .main, epoch: 5, shuffle: true, stages: [stage], recovery: Array("recovery".utf8),
            deviceCheck: Array("check".utf8))
        var unnamed = Self.scope
        unnamed.instance = .unnamed
        #expect(
            record.expectedMAC(in: unnamed, device: try Self.secret(Self.key)).hexadecimal
                == "2f5fb9d06cefb7b20968735b22185193271fe3fdfdab566ef9770db2a13b5501")
        #expect(
            record.expectedMAC(in: Self.scope, device: try Self.secret(Self.key)).hexadecimal
                == "6b0e8b3381a0dddc00deba10f7da6f1d33ba892180c8e30de75aa91ca87fa74a")
        record.shuffle = false
        #expect(
            record.expectedMAC(in: Self.scope, device: try Self.secret(Self.key)).hexadecimal
                == "24bfe2d0785e6f969397808e6224b0d534b182416e9779112857bad46e2adc7b")
    }

    @Test(arguments: [
        (1, 2), (5, 6), (1 << 53 - 1, 1 << 53), (1 << 53, 1), (1 << 53 + 1, 1), (0, 1), (-5, 1), (.max, 1), (.min, 1),
    ])
    func `the next epoch, which differs from any number in a store`(epoch: Int, next: Int) throws {
        let row = GateRow(epoch: epoch, shuffle: false, stages: [Self.stageRow], recovery: [], deviceCheck: [], mac: [])
        #expect(try GateRecord(row, of: .main).nextEpoch == next)
    }

    @Test(arguments: [0, 3]) func `a gate with an impossible number of stages is refused`(count: Int) {
        let stages = [StageRow](repeating: Self.stageRow, count: count)
        let row = GateRow(epoch: 1, shuffle: false, stages: stages, recovery: [], deviceCheck: [], mac: [])
        #expect((#expect(throws: StoreError.self) { try GateRecord(row, of: .main) })?.code == .damaged)
    }

    @Test func `the check of a device secret`() throws {
        #expect(
            try Self.scope.deviceCheck(Self.secret(Self.key)).hexadecimal
                == "63d2f9f2be75ca1a2555321cc6d085426b5c6a9f878d78ccfc5114a4b0eed6e5")
    }

    @Test(
        arguments: [
            "31cdaa5e5fae062b68fe49702c5ad40e9b6525b7285a644be9360b2e795a9a36e85d37147085a7e65dbcb3a09e6cc1d6",
            "9801eee2a3e6caf6cdf00e20cebffac261843351a061c304d227e76d06c139f4aa4c8955c466ddeb9e6937acb93169d3",
        ].enumerated().map { ($0.offset, $0.element) })
    func `the key of a stage`(index: Int, envelope: String) throws {
        let stage = GateRecord.Stage(
            format: .sixDigits, epoch: 4, cost: KeyDerivation.Cost(operations: 1, memory: 8192),
            salt: [UInt8](60..<76), envelope: Self.box(envelope))
        let key = try StageKeys(scope: Self.scope, derivations: DerivationLimit(turns: DerivationTurns(), maximum: 1))
            .open(
                stage, at: index, with: Secret("739158"), behind: Self.secret(Self.key))
        #expect(try key?.equals(Self.secret([UInt8](200..<232))) == true)
    }

    @Test func `the recovery code's wrap`() {
        let place = "10000000000000000102030405060708090a0b0c0d0e0f1004000000000000006d61696e"
        #expect(
            GateRecord.recoveryContext(in: Self.scope, formats: nil)
                == Array("profile.recovery.v1".utf8) + Self.bytes(place))
        #expect(
            GateRecord.recoveryContext(in: Self.scope, formats: [.sixDigits])
                == Array("profile.recovery.v2".utf8) + Self.bytes(place + "08000000000000006469676974733a36"))
    }

    @Test func `the MACs of a readable text`() throws {
        var schema = StoreSchema(domain: "profile", documents: [])
        schema.readableKind = RecordKind("card", .singleton)
        let readable = ReadableAuthentication(
            Self.scope, schema, device: SharedSecret(try Self.secret(Self.key)))
        #expect(
            readable.cardNumber(7).hexadecimal
                == "bbfe1ed5de37b8fb30e0cd3a80772d09430d488e75936d581d788bf6780f09ae")
        #expect(
            readable.cardNumber(nil).hexadecimal
                == "9f114b2f3d046342efc832c8f8a634efe5f9b0741a23816026037682c59111cc")
        #expect(
            readable.readable("Call Anna", number: 7).mac.hexadecimal
                == "508eae45d6a194ae7c9c7f3da7ac770a4a941b9b1f5be0dcb29db2c681e160ed")
    }

    @Test func `the slots of the gate's state, what was last seen, and where`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/bound-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let key = try Self.secret(Self.key)
        let state = GateStateFile(path: path, domain: "profile", context: Array("context".utf8))
        try state.create(key: key, countID: [UInt8](64..<80))
        let slots = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        try #require(slots.count == 1024)
        #expect(
            slots[480..<512].map { $0 }.hexadecimal
                == "8e14d3b7a0f2875398ac320db4a1bc415a7a09a6bf1b4e8157a52a711bd15129")
        #expect(
            slots[992...].map { $0 }.hexadecimal
                == "2c0864e33d50d21b121aeff38e45cf590fa1fd1971d6b69b20933c439870a5f6")
        let memory = SeenStateFile(path: path, domain: "profile", context: Array("context".utf8))
        try memory.write(LastSeen(generation: 0), key: key)
        #expect(try memory.read(key: key) == LastSeen(generation: 0))
        try memory.write(LastSeen(generation: 41, readable: 7), key: key, synced: true)
        #expect(try memory.read(key: key) == LastSeen(generation: 41, readable: 7))
        let seen = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        #expect(
            seen.suffix(32).map { $0 }.hexadecimal
                == "833f7f5747c06a1487921e253b0e6c01c618e57cf48cf368e4d27b1c09160c98")
        let place = PathStateFile(path: path, domain: "profile", context: Array("context".utf8))
        try place.write("/home/ada/hikes", key: key)
        #expect(try place.read(key: key) == "/home/ada/hikes")
        let written = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        #expect(
            written.suffix(32).map { $0 }.hexadecimal
                == "7a6c822bd2bfb90f0a14ab3fee7ab0659dc0ad7afa8bee415cffe4d5781886c2")
    }
}

extension `What a store's keys and MACs are bound to` {
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// A box whose nonce is 40, 41 … 63.
    private static func box(_ rest: String) -> [UInt8] { [1] + [UInt8](40..<64) + bytes(rest) }
}
