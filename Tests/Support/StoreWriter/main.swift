import ProfileKit

// A process that commits again and again through the library, by a live session: `StoreWriter STORE NAME COUNT`.
//
// Each commit opens the store anew, as a command does, but without the start of a process for each.

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else { fatalError("usage: StoreWriter STORE NAME COUNT") }
var configuration = Gate.Configuration()
configuration.sessionPlace = .file
configuration.watchesStores = false
let gate = try Gate(at: arguments[1], configuration: configuration)
for round in 0..<count {
    guard let store = try gate.resume() else { fatalError("there is no session") }
    try store.edit { $0.username = "\(arguments[2]) \(round + 1)" }
}
