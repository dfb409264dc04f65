// What a user of the library needs from beneath, so that one import is enough.

@_exported public import ProfileModel
@_exported public import SealedStore
