// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of the targets that call C: each unsafe expression must be marked `unsafe`.
let strictMemory = strict + [.strictMemorySafety()]

let package = Package(
    name: "profile",
    products: [
        .executable(name: "profile", targets: ["profile"]),
        .library(name: "ProfileKit", targets: ["ProfileKit"]),
        .library(name: "SealedStore", targets: ["SealedStore"]),
        .library(name: "StoreMessages", targets: ["StoreMessages"]),
        .library(name: "ProfileKitTesting", targets: ["ProfileKitTesting"]),
        .library(name: "SealedStoreTesting", targets: ["SealedStoreTesting"]),
        // Not for other packages: tests preload it into a process to make its file operations fail.
        .library(name: "FaultLayer", type: .dynamic, targets: ["FaultLayer"]),
        .library(name: "Interchange", targets: ["Interchange"]),
        .library(name: "PostgresStore", targets: ["PostgresStore"]),
    ],
    traits: [
        .default(enabledTraits: ["Postgres"]),
        .trait(
            name: "Postgres",
            description: "Lets the program keep stores on a PostgreSQL server. libpq is loaded when one is named."),
    ],
    targets: [
        // The program, from the top down. It can't use `package` declarations of the library: what it needs, other
        // programs need too.
        .executableTarget(
            name: "profile", dependencies: ["ProfileCommands", "ProfileRendering"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "ProfileCommands",
            dependencies: [
                "CommandParsing", "ProfileRendering", "Interchange", "ProfileApp", "ProfileKit", "SealedStore",
                "StoreMessages", "Sealing", "SystemKit", "SampleData", "CSodium", "CSQLite", "CExpat", "CZlib",
                "CPNG", "CCurses",
                .target(name: "PostgresStore", condition: .when(traits: ["Postgres"])),
            ],
            packageAccess: false, swiftSettings: strictMemory),
        .target(
            name: "ProfileApp",
            dependencies: ["ProfileRendering", "ProfileKit", "StoreMessages", "Sealing", "SystemKit", "CCurses"],
            packageAccess: false, swiftSettings: strictMemory),
        .target(
            name: "ProfileRendering", dependencies: ["ProfileKit", "StoreMessages", "Interchange", "PhotoCodec"],
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "Interchange",
            dependencies: ["ProfileModel", "ProfileKit", "PhotoCodec", "CExpat", "CZlib", "CMinizip"],
            swiftSettings: strictMemory),
        .target(name: "CommandParsing", swiftSettings: strict),
        .target(
            name: "SampleData", path: "Data", exclude: ["page.png", "systemd", "year.svg"],
            resources: [.embedInCode("hikeData.json"), .embedInCode("landmarkData.json")], swiftSettings: strict),

        // The library, and support for the tests of programs that use it.
        .target(
            name: "ProfileKit", dependencies: ["ProfileModel", "SealedStore", "Sealing", "SystemKit"],
            swiftSettings: strictMemory),
        .target(
            name: "SealedStore", dependencies: ["Sealing", "SQLiteKit", "SystemKit"], swiftSettings: strictMemory),
        .target(name: "StoreMessages", dependencies: ["SealedStore"], swiftSettings: strict),
        .target(
            name: "PostgresStore", dependencies: ["PostgresKit", "SealedStore", "Sealing", "SystemKit"],
            swiftSettings: strictMemory),
        .target(
            name: "ProfileKitTesting", dependencies: ["ProfileKit", "SealedStoreTesting", "Sealing"],
            swiftSettings: strict),
        .target(name: "SealedStoreTesting", dependencies: ["SealedStore", "Sealing"], swiftSettings: strict),

        // The leaves, which don't depend on each other.
        .target(name: "ProfileModel", swiftSettings: strict),
        .target(name: "Sealing", dependencies: ["CSodium"], swiftSettings: strictMemory),
        .target(name: "SQLiteKit", dependencies: ["CSQLite"], swiftSettings: strictMemory),
        .target(name: "SystemKit", dependencies: ["CLinux"], swiftSettings: strictMemory),
        .target(name: "PostgresKit", dependencies: ["CPostgres"], swiftSettings: strictMemory),
        // Linkers that read archives once, in order, need zlib's behind libpng's.
        .target(
            name: "PhotoCodec", dependencies: ["CTurboJPEG", "CPNG", "CZlib"], swiftSettings: strictMemory,
            linkerSettings: [.linkedLibrary(":libz.a")]),

        // C libraries: each has a module map and a shim.
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Linked statically, so that only imports, photos and the app pay for them. pkg-config would link the shared libraries.
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CMinizip", providers: [.apt(["libminizip-dev"])]),
        .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CLinux"),
        // Without pkg-config, which would link it: it is loaded when a server is named.
        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),

        // Tests, from the leaves up.
        .testTarget(
            name: "ProfileModelTests", dependencies: ["ProfileModel", "ProfileSupport", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "SealingTests", dependencies: ["Sealing"], swiftSettings: strict),
        .testTarget(
            name: "PhotoCodecTests", dependencies: ["PhotoCodec", "CZlib", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SQLiteKitTests", dependencies: ["SQLiteKit", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SystemKitTests", dependencies: ["SystemKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SealedStoreTests",
            dependencies: ["SealedStore", "SealedStoreTesting", "Sealing", "SQLiteKit", "SystemKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StoreMessagesTests", dependencies: ["StoreMessages"], swiftSettings: strict),
        .testTarget(
            name: "PostgresStoreTests",
            dependencies: [
                "PostgresStore", "PostgresKit", "ProfileKit", "ProfileKitTesting", "SealedStore", "SealedStoreTesting",
                "Sealing", "SystemKit", "TestSupport", "Benchmarks",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProfileKitTests",
            dependencies: [
                "ProfileKit", "ProfileKitTesting", "ProfileRendering", "SealedStore", "SQLiteKit", "ProfileSupport",
                "TestSupport",
            ],
            exclude: ["Fixtures"], swiftSettings: strict),
        // Checks the documented format with a reader that was written from the documentation.
        .testTarget(
            name: "StorageFormatTests",
            dependencies: ["ProfileKit", "ProfileKitTesting", "ProfileSupport", "TestSupport", "SQLiteKit"],
            exclude: [
                "read_store.py", "make_vectors.py", "read_vectors.py", "copy_vectors.py", "vectors.json", "Fixtures",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Interchange", "PhotoCodec", "ProfileRendering", "SampleData", "TestSupport", "CZlib",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProfileRenderingTests",
            dependencies: [
                "ProfileRendering", "PhotoCodec", "ProfileSupport", "TestSupport", "CExpat", "CSodium",
            ],
            exclude: ["Goldens", "Views/Goldens"], swiftSettings: strict),
        .testTarget(
            name: "CommandParsingTests", dependencies: ["CommandParsing", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ProfileAppTests",
            dependencies: [
                "ProfileApp", "CCurses", "ProfileKitTesting", "SealedStore", "Interchange", "SampleData",
                "ProfileSupport", "TestSupport",
            ],
            exclude: ["Goldens"], swiftSettings: strict),
        .testTarget(
            name: "ProfileCommandsTests",
            dependencies: ["ProfileCommands", "ProfileRendering", "ProfileApp", "ProfileKitTesting", "StoreMessages"],
            swiftSettings: strict),

        // Scenarios run the built program, through pipes and on a pseudo-terminal.
        .testTarget(
            name: "ScenarioTests",
            dependencies: [
                "profile", "StoreDriver", "ProfileKit", "SealedStore", "SealedStoreTesting", "TestSupport", "SQLiteKit",
                "PostgresStore",
            ],
            swiftSettings: strict),
        // Simulates faults, kills and power cuts at every change of a file.
        .testTarget(
            name: "DurabilityTests",
            dependencies: [
                "ProfileSupport", "StoreDriver", "profile", "ProfileKit", "SealedStoreTesting", "TestSupport",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "StoreDriver",
            dependencies: ["ProfileSupport", "ProfileKit", "PostgresStore", "SQLiteKit", "CSQLite"],
            path: "Tests/Support/StoreDriver", swiftSettings: strictMemory),
        .target(name: "FaultLayer", path: "Tests/Support/FaultLayer"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
        // Reliability tests of the whole store.
        .testTarget(
            name: "ReliabilityTests",
            dependencies: [
                "profile", "StoreDriver", "ProfileKit", "ProfileKitTesting", "SQLiteKit", "TestSupport",
                "ProfileSupport",
                "FaultLayer", "Interchange",
            ],
            swiftSettings: strict),
        // Regression tests for what fuzzing found, and its corpus.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Interchange", "ProfileKit", "SealedStore", "Sealing", "ProfileModel", "CommandParsing",
                "ProfileCommands", "ProfileApp", "TestSupport",
            ],
            swiftSettings: strict),
        // Run by `make bench` and `make bench-server`; not by `swift test`.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CTwin", "ProfileKit", "Interchange", "PostgresStore", "PostgresKit", "SealedStore", "Sealing",
                "SQLiteKit", "TestSupport",
            ],
            path: "Tests/Support/Benchmarks", swiftSettings: strictMemory),
        .target(name: "CTwin", dependencies: ["CSQLite", "CExpat"], path: "Tests/Support/CTwin"),
        // What the tests share: programs, terminals and servers to drive, seeded randomness, golden files, reported figures.
        .target(
            name: "TestSupport", dependencies: ["CScenario"], path: "Tests/Support/TestSupport",
            swiftSettings: strictMemory),
        // What the tests of profiles share: a store's contents, the summary computed otherwise, the judge of a fault, and
        // screens as SVG, for golden files and the README.
        .target(
            name: "ProfileSupport", dependencies: ["ProfileKit", "ProfileRendering"],
            path: "Tests/Support/ProfileSupport", swiftSettings: strict),
        .systemLibrary(name: "CScenario", path: "Tests/Support/CScenario"),
    ]
)

// `make fuzz` builds this instead of the tests, with the parsers that both use: libFuzzer has its own `main`, so it can't
// be part of another build.
if Context.environment["PROFILE_FUZZ"] == "1" {
    package.targets.removeAll { $0.isTest }
    package.targets.append(
        .executableTarget(
            name: "Fuzzing",
            dependencies: [
                "Interchange", "ProfileKit", "SealedStore", "Sealing", "ProfileModel", "CommandParsing",
                "ProfileCommands", "ProfileApp",
            ],
            path: "Tests", sources: ["FuzzTests/FuzzedParser.swift", "Tools/Fuzzing/main.swift"],
            swiftSettings: strict))
}
