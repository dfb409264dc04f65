import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Exports of services on the command line` {
    @Test func `give the same hikes, with their titles and types, unpacked and as an archive`() throws {
        let (home, other) = (try Home.withStore(unlocked: true), try Home.withOtherStore())
        func walk(_ name: String, day: Int) -> String {
            `Recordings on the command line`.walk(name, start: "2026-04-0\(day)T08:")
        }
        _ = try home.write(walk("Lake", day: 2), to: "2.gpx")
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        try #require(try shell.run("-c", "gzip 2.gpx").exitCode == 0)
        let list = """
            Activity ID,Activity Name,Activity Type,Activity Description,Distance,Activity Gear,Filename
            1,Over the ridge,Snowshoe,Deep snow,2.0,Old boots,activities/1.gpx
            2,Around the lake,Walk,,2.0,,activities/2.gpx.gz
            """
        let records = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE HealthData [<!ELEMENT HealthData ANY>]>
            <HealthData><Record value="1"/><Workout workoutActivityType="HKWorkoutActivityTypeRunning"><WorkoutRoute>
            <FileReference path="/workout-routes/route_2026-04-03_8.00am.gpx"/></WorkoutRoute></Workout></HealthData>
            """
        let files: KeyValuePairs<String, [UInt8]> = [
            "activities/1.gpx": Array(walk("Ridge", day: 1).utf8),
            "activities/2.gpx.gz": Array(try Data(contentsOf: URL(filePath: home.path(of: "2.gpx.gz")))),
            "activities.csv": Array(list.utf8),
            "apple_health_export/export.xml": Array(records.utf8),
            "apple_health_export/workout-routes/route_2026-04-03_8.00am.gpx": Array(walk("Route", day: 3).utf8),
        ]
        for (name, content) in files {
            let file = URL(filePath: home.path(of: "export/\(name)"))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content).write(to: file)
        }
        let archive = other.path(of: "export.zip")
        try Data(`Recordings on the command line`.storedArchive(files)).write(to: URL(filePath: archive))
        #expect(try home.json("hike", "import", home.path(of: "export")).imported == 3)
        #expect(try other.json("hike", "import", archive).imported == 3)
        let exported = try home.run("hike", "export", "--format", "landmarks").output
        #expect(try other.run("hike", "export", "--format", "landmarks").output == exported)
        let first = try home.json("hike", "show", "1").hike
        #expect(first?.name == "Over the ridge" && first?.activity == "snowshoeing" && first?.notes == "Deep snow")
        #expect(first?.tags == ["Old boots"])
        let second = try home.json("hike", "show", "2").hike
        #expect(second?.name == "Around the lake" && second?.activity == "walking")
        let route = try home.json("hike", "show", "3").hike
        #expect(route?.name == "Route" && route?.activity == "running")
        // The table beside a file that is named itself isn't part of the import.
        let alone = try Home.withOtherStore()
        #expect(try alone.json("hike", "import", home.path(of: "export/activities/1.gpx")).imported == 1)
        #expect(try alone.json("hike", "show", "1").hike?.name == "Ridge")
    }
}
