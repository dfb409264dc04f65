internal import Sealing

extension Gate {
    /// The work that each stage's secret takes to derive, in order.
    ///
    /// It is lower than what was asked for where the system refused the memory when the secret was set.
    ///
    /// - Throws: ``ProfileError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public func costs() throws -> [KeyDerivation.Cost] {
        try translatingErrors(at: path) {
            try file.use { file in
                guard let record = try GateRecord.load(account, from: file) else { throw Self.noAccount(account) }
                return record.stages.map(\.cost)
            }
        }
    }
}

extension KeyDerivation.Cost {
    /// This cost, or a higher one that is asked for: setting a secret anew never makes a guess cheaper.
    func raised(to cost: Self?) -> Self { cost.map { max(self, $0) } ?? self }
}
