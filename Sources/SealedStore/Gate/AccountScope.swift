/// What the keys, MACs and files of one account's gate are bound to.
package struct AccountScope: Hashable, Sendable {
    /// The schema's.
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

    /// What a key or a MAC is for, as it stands in what that is bound to.
    func purpose(_ name: String) -> [UInt8] { Array("\(domain).\(name)".utf8) }

    /// The account's id, as it stands there.
    var accountBytes: [UInt8] { Array(account.description.utf8) }
}
