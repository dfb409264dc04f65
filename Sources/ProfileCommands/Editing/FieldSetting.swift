internal import ProfileKit

/// A field of the profile, and its new value.
struct FieldSetting {
    let field: Field<Profile>
    let value: AnyFieldValue
}

extension [FieldSetting] {
    func apply(to profile: inout Profile) {
        for setting in self { setting.field.set(setting.value, in: &profile) }
    }
}
