import ProfileModel
import Testing

@testable import Interchange

@Suite struct `Tables of services` {
    /// A hike as its own file tells it.
    private static var hike: ImportedHike {
        get throws { try #require(try GPXFormat.read(Array(GPXText.whole.utf8)).first) }
    }

    /// The hike with what a table tells about a file, whatever the pieces in which the table is read.
    private func completed(
        of file: String, by table: String, at path: String, pieces: Int = 1 << 20
    ) throws -> ImportedHike {
        let bytes = Array(table.utf8)
        var tables = ServiceTables()
        tables.add(path) { body in
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try body(Array(bytes[start..<min(bytes.count, start + pieces)]))
            }
        }
        return tables.completed(try Self.hike, of: file)
    }

    // MARK: Strava

    private func listed(_ table: String, file: String = "activities/1.fit.gz") throws -> ImportedHike {
        try completed(of: "export/\(file)", by: table, at: "export/activities.csv")
    }

    @Test func `have Strava's columns wherever their headings stand`() throws {
        let plain = try Self.hike
        let hike = try listed(
            """
            Filename,Activity Gear,Distance,Activity Type,Activity Name,Activity Description
            activities/1.fit.gz,Old boots,12.3,Snowshoe,Over the  ridge,Deep snow
            """)
        #expect(hike.hike.name == "Over the ridge" && hike.hike.activity == .snowshoeing)
        #expect(hike.hike.notes == "Deep snow" && hike.hike.tags == ["Old boots"])
        let longest = try listed(
            """
            Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,\
            Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Distance
            1,x,Ridge,Hike,,60,12.3,150,9,false,secret,,activities/1.fit.gz,12345
            """)
        #expect(longest.hike.name == "Ridge" && longest.hike.activity == .hiking)
        #expect(longest.hike.notes == plain.hike.notes && longest.hike.tags == [])
    }

    @Test func `give nothing for the columns that they lack`() throws {
        let plain = try Self.hike
        let titled = try listed("Activity Name,Distance,Filename\nRidge,12.3,activities/1.fit.gz")
        #expect(titled.hike.name == "Ridge" && titled.hike.activity == plain.hike.activity)
        #expect(titled.hike.tags == [] && titled.hike.notes == plain.hike.notes)
        let typed = try listed("Activity Type,Filename\nRide,activities/1.fit.gz")
        #expect(typed.hike.name == plain.hike.name && typed.hike.activity == .cycling)
        // The name of another file, none, a row that ends before it, and no column of them.
        for table in [
            "Activity Name,Filename\nRidge,activities/2.fit.gz", "Activity Name,Filename\nRidge,",
            "Activity Name,Filename\nRidge", "Activity Name,Activity Type\nRidge,Ride", "Filename", "",
        ] {
            #expect(try listed(table) == plain, "\(table)")
        }
    }

    @Test(arguments: [
        "id,date,name,type,description,elapsed_time,distance,commute,gear,filename",
        "ID,Datum,Name,Art,Beschreibung,Zeit,Distanz,Leistung,Pendeln,Ausrüstung,Dateiname",
        "ID,Datum,Name,Art,Beschreibung,Zeit,Distanz,Herzfrequenz,Leistung,Pendeln,Ausrüstung,Dateiname,Distanz",
        "ID,Datum,Name,Art,Beschreibung,Zeit,Distanz,Herzfrequenz,Leistung,Pendeln,Notiz,Ausrüstung,Dateiname",
    ])
    func `have Strava's columns by their places where the headings are in another language`(headings: String) throws {
        let names = headings.split(separator: ",").map(String.init)
        let file = try #require(names.firstIndex { ["filename", "Dateiname"].contains($0) })
        var row = names.map { _ in "5" }
        (row[2], row[3], row[4], row[file - 1], row[file]) = ("Grat", "Radfahrt", "Regen", "Rad", "activities/1.fit.gz")
        let hike = try listed("\(headings)\n\(row.joined(separator: ","))")
        #expect(hike.hike.name == "Grat" && hike.hike.activity == .cycling)
        #expect(hike.hike.notes == "Regen" && hike.hike.tags == ["Rad"])
    }

    @Test func `are passed over in another language when their layout isn't Strava's`() throws {
        for table in [
            "ID,Datum,Name,Art,Beschreibung,Distanz,Dateiname\n1,x,Grat,Lauf,Regen,12.3,activities/1.fit.gz",
            "Name,Dateiname\nGrat,activities/1.fit.gz",
        ] {
            #expect(try listed(table) == Self.hike, "\(table)")
        }
    }

    // MARK: Apple Health

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
        <!ATTLIST Workout workoutActivityType CDATA #REQUIRED not valid at all>
        ]>
        <HealthData locale="de_AT">
         <ExportDate value="2026-05-01 10:00:00 +0200"/>
         <Record type="HKQuantityTypeIdentifierHeartRate" value="61"><MetadataEntry key="a" value="b"/></Record>

        """

    private static func workout(_ type: String, _ route: String = "1") -> String {
        """
         <Workout workoutActivityType="\(type)" duration="30" durationUnit="min">
          <MetadataEntry key="HKIndoorWorkout" value="0"/>
          <WorkoutRoute sourceName="Watch"><FileReference path="/workout-routes/\(route).gpx"/></WorkoutRoute>
         </Workout>

        """
    }

    private func routed(_ table: String, route: String = "1", pieces: Int = 1 << 20) throws -> ImportedHike {
        try completed(of: "health/workout-routes/\(route).gpx", by: table, at: "health/export.xml", pieces: pieces)
    }

    @Test(arguments: [
        ("Hiking", Activity.hiking), ("Walking", .walking), ("Running", .running), ("Cycling", .cycling),
        ("HandCycling", .cycling), ("Climbing", .climbing), ("Swimming", .swimming), ("PaddleSports", .paddling),
        ("Rowing", .paddling), ("CrossCountrySkiing", .skiing), ("DownhillSkiing", .skiing), ("Snowboarding", .skiing),
        ("EquestrianSports", .riding), ("SwimBikeRun", .other), ("Golf", .other), ("Other", .other), ("3000", .other),
    ])
    func `have the activities of Health's workouts, and no titles`(type: String, activity: Activity) throws {
        let plain = try Self.hike
        let hike = try routed(Self.head + Self.workout("HKWorkoutActivityType\(type)") + "</HealthData>")
        #expect(hike.hike.activity == activity && hike.hike.name == plain.hike.name)
        #expect(hike.nameInSource == plain.nameInSource && hike.hike.tags == [])
    }

    @Test(arguments: [1, 7, 4096]) func `of Health are read in pieces of any size`(size: Int) throws {
        let table =
            Self.head + Self.workout("HKWorkoutActivityTypeCycling", "1") + Self.workout("Unknown", "2")
            + "<Workout workoutActivityType='HKWorkoutActivityTypeYoga'/>"
            + Self.workout("HKWorkoutActivityTypeWalking", "3") + "</HealthData>"
        #expect(try routed(table, route: "1", pieces: size).hike.activity == .cycling)
        #expect(try routed(table, route: "2", pieces: size) == Self.hike)
        #expect(try routed(table, route: "3", pieces: size).hike.activity == .walking)
        #expect(try routed(table, route: "4", pieces: size) == Self.hike)
    }

    @Test func `of Health that are damaged are read up to the damage`() throws {
        let (ride, swim) = (
            Self.workout("HKWorkoutActivityTypeCycling", "1"), Self.workout("HKWorkoutActivityTypeSwimming", "2")
        )
        for damage in ["<Record", "</Workout>", "\u{1}", "&bomb;", "<Record a='1' a='2'/>"] {
            let table = Self.head + ride + damage + swim
            #expect(try routed(table, route: "1").hike.activity == .cycling, "\(damage)")
            #expect(try routed(table, route: "2") == Self.hike, "\(damage)")
        }
        // Damage of the archive or the disk.
        var tables = ServiceTables()
        tables.add("export.xml") { body in
            try body(Array((Self.head + ride).utf8))
            throw HikeFileError(.damaged(.zipMember))
        }
        #expect(tables.completed(try Self.hike, of: "workout-routes/1.gpx").hike.activity == .cycling)
        for other in ["", "<gpx/>", String(repeating: " ", count: 80 << 10) + Self.head + ride] {
            #expect(try routed(other, pieces: 8 << 10) == Self.hike)
        }
    }

    // MARK: Both

    @Test func `are known by their names, in any folder`() {
        for path in ["activities.csv", "a/activities.csv", "export.xml", "a/b/Export.xml"] {
            #expect(ServiceTables.isTable(path), "\(path)")
        }
        for path in ["", "activities.csv/a", "myexport.xml", "export_cda.xml", "a.gpx"] {
            #expect(!ServiceTables.isTable(path), "\(path)")
        }
    }

    @Test func `tell about a bounded number of files, the first of each name`() throws {
        var tables = ServiceTables(maximumEntryCount: 3)
        for list in ["One,1.gpx\nAgain,1.gpx\nTwo,2.gpx", "Again,2.gpx\nThree,3.gpx\nFour,4.gpx", "Five,5.gpx"] {
            tables.add("activities.csv") { try $0(Array("Activity Name,Filename\n\(list)".utf8)) }
        }
        let plain = try Self.hike
        let names = (1...5).map { tables.completed(plain, of: "\($0).gpx").hike.name }
        #expect(names == ["One", "Two", "Three", plain.hike.name, plain.hike.name])
    }
}
