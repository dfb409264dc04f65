import SealedStoreTesting
import Testing

@testable import SealedStore
@testable import SystemKit

@Suite(.temporaryStore) struct `The hold of a state folder` {
    private let folder = StateFolder(
        of: AccountContext(domain: "test", store: .random(), instance: .unnamed, account: .main),
        TemporaryStore.current.gate.configuration)

    /// As a removed account's folder is.
    @Test(arguments: [true, false])
    func `is taken on the folder that has the name, even if the last holder removed it`(isCreatedAnew: Bool) throws {
        try PrivateFolder.make(folder.path)
        var holder: Descriptor? = try folder.hold()
        let name = folder.path
        func removeOnce() -> Bool {
            guard holder != nil else { return false }
            try? folder.remove()
            if isCreatedAnew { try? PrivateFolder.make(name) }
            holder = nil
            return false
        }
        let isFree = try folder.holdingCreatingFolder(unless: removeOnce) { try $0.isFree }
        #expect(!isFree)
    }

    @Test func `can't be taken on a folder that the last holder removed, unless it is created`() throws {
        try PrivateFolder.make(folder.path)
        var holder: Descriptor? = try folder.hold()
        let refused = #expect(throws: StoreError.self) {
            _ = try folder.hold(unless: {
                guard holder != nil else { return false }
                try? folder.remove()
                holder = nil
                return false
            })
        }
        #expect(refused?.reason == .noDeviceSecret(.missing))
    }
}
