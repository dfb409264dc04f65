// Re-exports what users of the library need, so that one import is enough.

@_exported public import ProfileModel
@_exported public import SealedStore
