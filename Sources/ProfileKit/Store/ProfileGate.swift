internal import ProfileModel
public import SealedStore

extension NewAccount {
    /// The same account with a username in its profile.
    ///
    ///     let account = try NewAccount(passcode: Secret("739158")).named("ada")
    ///
    /// - Parameter username: `nil` for the login name.
    /// - Throws: ``StoreError`` with `invalidValue` for a username that breaks its rules.
    public func named(_ username: String?) throws -> NewAccount {
        guard let username else { return self }
        if let rule = Profile.brokenRule(ofUsername: username) {
            throw StoreError(.invalid([FieldProblem(Profile.FieldName.username, rule)]))
        }
        var named = self
        named.firstRecords = { transaction, now in
            var profile = Profile.fresh(at: now)
            profile.username = username
            try DocumentRecords<Profile>().create(profile, at: now, in: &transaction)
        }
        return named
    }
}
