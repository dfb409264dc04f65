internal import Sealing

// Checks of accounts whose keys aren't available: only the form of their rows can be checked.
extension StoreSchema {
    /// Returns one check per account.
    func checkOtherAccounts(than own: AccountID, in backend: any RecordBackend) throws -> [StoreCheck] {
        try backend.accounts().filter { $0 != own.description }.map { id in
            try StoreCheck("account \(id)", note: .byFormAlone) { try checkForm(ofAccount: id, in: backend) }
        }
    }

    private func checkForm(ofAccount id: String, in backend: any RecordBackend) throws {
        guard let account = try? AccountID(id) else { throw CheckFinding.form(.accountID) }
        try checkForm(ofGate: account, in: backend)
        guard let manifest = try backend.heads(of: account, kinds: singletons)?.manifest else {
            throw CheckFinding.form(.noManifest)
        }
        guard manifest.generation >= 0, SealedBox.hasForm(manifest.box) else { throw CheckFinding.form(.manifest) }
        for kind in kinds {
            var count = 0
            try backend.rows(kind, in: RecordRange(), of: account) { row in
                try checkForm(of: row, kind)
                count += 1
                return true
            }
            guard count > 0 || !required.contains(kind) else { throw CheckFinding.form(.noRecord(kind: kind.name)) }
        }
    }

    private func checkForm(of row: RecordRow, _ kind: RecordKind) throws {
        let boxes = row.boxes.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }
        guard row.number >= 0, boxes.allSatisfy({ SealedBox.hasForm($0.element) }) else {
            throw CheckFinding.form(.record(kind: kind.name, number: row.number))
        }
        guard row.fingerprint.map({ $0.count == KeyedHash.length }) ?? true else {
            throw CheckFinding.form(.fingerprint(kind: kind.name, number: row.number))
        }
    }

    private func checkForm(ofGate account: AccountID, in backend: any RecordBackend) throws {
        guard let record = try GateRecord.load(account, in: backend) else { throw CheckFinding.form(.noGate) }
        guard record.epoch > 0 else { throw CheckFinding.form(.gateEpoch) }
        guard record.deviceCheck.count == KeyedHash.length, record.mac.count == KeyedHash.length else {
            throw CheckFinding.form(.gateMAC)
        }
        let isWhole =
            SealedBox.hasFormOfKey(record.recovery)
            && record.stages.allSatisfy {
                SealedBox.hasFormOfKey($0.envelope) && $0.salt.count == KeyDerivation.saltLength
            }
        guard isWhole else { throw CheckFinding.form(.gateSeal) }
    }
}
