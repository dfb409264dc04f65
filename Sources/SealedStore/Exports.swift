// What a user of the library needs from the modules below, so that one import is enough.

@_exported public import enum Sealing.KeyDerivation
@_exported public import struct Sealing.RecoveryCode
@_exported public import enum Sealing.SealingError
@_exported public import struct Sealing.Secret
@_exported public import struct SystemKit.BootInstant
@_exported public import protocol SystemKit.MachineClock
@_exported public import struct SystemKit.SystemClock
@_exported public import struct SystemKit.SystemError
@_exported public import struct SystemKit.UnsafeFile
@_exported public import struct SystemKit.WallTime
