import Glibc
import ProfileKit
import ProfileSupport

// A process that tests start, and kill, or let `FaultLayer` watch. It uses a store:
//
//     StoreDriver write STORE NAME COUNT               names the profile NAME and a number, and prints each commit
//     StoreDriver write STORE --early… COUNT           a control: prints each name before it is committed
//     StoreDriver write STORE --add COUNT              adds 1 to the number that is the profile's name
//     StoreDriver write STORE --add-carelessly COUNT   the same, but reads and writes in separate transactions
//     StoreDriver write STORE --guess COUNT            tries a wrong passcode, prints each refusal, and then waits
//     StoreDriver write STORE --guess-early COUNT      a control: prints each refusal before the attempt is counted
//     StoreDriver write STORE --open                   creates the store with cheap keys, or opens it if it exists
//
// or, with the layer preloaded:
//
//     StoreDriver record FOLDER                     runs a story, noting the situation after each step
//     StoreDriver faults STEP FOLDER                repeats a step, each time with its n-th change of a file failing
//     StoreDriver read-faults STEP FOLDER           the same, with its n-th reading or opening of a file failing
//     StoreDriver memory-faults STEP FOLDER         the same, with its n-th request for memory failing, and with limits
//                                                   of SQLite's memory
//     StoreDriver KIND STEP FOLDER MOST             the same, with so many failures, spread evenly over the step
//     StoreDriver faults-unrenewed STEP FOLDER      a control: as if the device secret weren't renewed
//     StoreDriver faults-swallowed edit FOLDER      a control: as if the edit always reported success
//     StoreDriver read-faults-damaged read FOLDER   a control: what can't be read is called damaged
//     StoreDriver memory-faults-counted unlock FOLDER      a control: an attempt without memory is counted
//     StoreDriver memory-faults-misjudged unlock FOLDER    a control: it is taken for a wrong passcode
//
// The latter print violated promises, one per line, and finally the number of runs.

let arguments = CommandLine.arguments
if arguments.dropFirst().first == "write" {
    if arguments.count == 4, arguments[3] == "--open" {
        try await Writer(store: arguments[2]).openFirst()
    } else {
        guard arguments.count == 5, let count = Int(arguments[4]) else { fatalError("usage: see above") }
        try Writer(store: arguments[2]).edit(arguments[3], times: count)
    }
    exit(0)
}
guard let layer = FaultLayer() else { fatalError("FaultLayer is not loaded") }
switch (arguments.dropFirst().first, arguments.count) {
case ("record"?, 3):
    let scene = Scene(folder: arguments[2])
    var situation = try Step.begin(in: scene)
    layer.note(situation.line)
    let story: [Step] = [
        .edit, .fail, .fail, .unlock, .importHikes, .fail, .change, .draft, .fail, .fail, .fail, .recover, .edit, .fail,
        .renewRecoveryCode, .fail, .commit, .change, .removeHike, .unlock,
    ]
    for (number, step) in story.enumerated() {
        situation = try step.run(in: scene, from: situation, number: number + 1)
        layer.note(situation.line)
    }
    // A store that stays open: its commits are only in the log until it is closed.
    let store = try scene.gate().unlock(with: Secret(situation.passcode))
    situation.failures = 0
    for number in 1...4 {
        try store.edit { $0.username = "open \(number)" }
        situation.username = "open \(number)"
        layer.note(situation.line)
    }
    store.close()
    print("done")
case (let kind?, 4...5) where kind.split(separator: "-").contains("faults"):
    guard let step = Step(rawValue: arguments[2]) else { fatalError("there is no step \(arguments[2])") }
    let run = FaultRun(
        step: step, folder: arguments[3], layer: layer,
        operations: kind.hasPrefix("read") ? .reads : kind.hasPrefix("memory") ? .memory : .changes,
        most: arguments.count > 4 ? Int(arguments[4]) : nil,
        control: kind.split(separator: "-").last.flatMap { FaultRun.Control(rawValue: String($0)) })
    try run.run()
default: fatalError("usage: see above")
}
