/// What a release changes: the build of its files reads the version here, and refuses a tag that differs.
extension ProfileProgram {
    public static let version = "0.2.0"
    /// The date of that version, for the manual pages.
    static let date = "2026-11-29"
}
