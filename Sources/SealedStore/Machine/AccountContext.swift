internal import Sealing

/// The scope to which the keys, MACs and files of one account's gate are bound.
package struct AccountContext: Hashable, Sendable {
    /// The schema's domain.
    package let domain: String
    package let store: StoreID
    package var instance: InstanceID
    package let account: AccountID

    package init(domain: String, store: StoreID, instance: InstanceID, account: AccountID) {
        (self.domain, self.store, self.instance, self.account) = (domain, store, instance, account)
    }

    package init(of account: AccountID, in engine: any RecordEngine, _ schema: StoreSchema) {
        self.init(domain: schema.domain, store: engine.id, instance: engine.instance, account: account)
    }

    /// The domain string of a key or a MAC with the given purpose.
    func purpose(_ name: String) -> [UInt8] { Array("\(domain).\(name)".utf8) }

    /// The account's id, in the form in which keys and MACs are bound to it.
    var accountBytes: [UInt8] { Array(account.description.utf8) }

    /// Identifies a device secret in the account's row.
    func deviceCheck(_ device: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(purpose("device-check.v1"), store.bytes, accountBytes, key: device)
    }
}
