/// Generated hikes and recordings, the same each time.
enum HikeFiles {
    /// Landmarks JSON, each hike with a few observations.
    static func landmarks(count: Int) -> String {
        var text = "["
        text.reserveCapacity(count * 420)
        for id in 1...max(count, 1) {
            if id > 1 { text += "," }
            let (year, month, day) = (2000 + id % 26, 1 + id % 12, 1 + id % 28)
            let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
            text += """
                {"id":\(id),"name":"Ridge \(id)","distance":\(3 + id % 20),"difficulty":\(1 + id % 5),"date":"\(date)",\
                "observations":[
                """
            for step in 0..<3 {
                if step > 0 { text += "," }
                let low = 100 + (id * 7 + step * 31) % 900
                text += """
                    {"distanceFromStart":\(step),"elevation":[\(low),\(low + 12)],"pace":[600,\(640 + step)],\
                    "heartRate":[\(100 + step),\(120 + id % 30)]}
                    """
            }
            text += "]}"
        }
        return text + "]"
    }

    /// Writes Landmarks JSON of about this many bytes: hikes with a thousand observations each.
    ///
    /// - Returns: the number of bytes.
    static func writeLandmarks(bytes: Int, to path: String) throws -> Int {
        let observations = (0..<1_000).map { step in
            let low = 100 + step * 31 % 900
            return """
                {"distanceFromStart":\(decimal(Double(step) / 50, 2)),"elevation":[\(low).5,\(low + 12).25],\
                "pace":[600,\(640 + step % 90)],"heartRate":[\(100 + step % 40),\(145 + step % 30)]}
                """
        }.joined(separator: ",")
        return try FileContent.write(to: path) { write in
            var (id, size) = (0, 0)
            while size < bytes {
                id += 1
                let head = #"{"id":\#(id),"name":"Ridge \#(id)","distance":20,"difficulty":3,"observations":["#
                size += try write((id == 1 ? "[" : ",") + head + observations + "]}")
            }
            return try size + write("]")
        }
    }

    /// A GPX track of about this many bytes: a point per second, with elevations and heart rates.
    static func gpx(bytes: Int) -> [UInt8] {
        var text: [UInt8] = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:d="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <trk><name>Long way</name><trkseg>

            """.utf8)
        text.reserveCapacity(bytes + 1000)
        var second = 0
        while text.count < bytes {
            let clock = "\(two(second / 3600 % 24)):\(two(second / 60 % 60)):\(two(second % 60))"
            let day = "2026-\(two(1 + second / 86_400 / 28 % 12))-\(two(1 + second / 86_400 % 28))"
            let metres = 400 + (second / 30 % 200 < 100 ? second / 30 % 100 : 100 - second / 30 % 100)
            text += Array(
                """
                <trkpt lat="46.\(six(second * 9 % 1_000_000))" lon="8.\(six(second * 7 % 1_000_000))">\
                <ele>\(metres).\(second % 10)</ele><time>\(day)T\(clock)Z</time><extensions><d:TrackPointExtension>\
                <d:hr>\(100 + second % 60)</d:hr></d:TrackPointExtension></extensions></trkpt>

                """.utf8)
            second += 1
        }
        text += Array("</trkseg></trk></gpx>\n".utf8)
        return text
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func six(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
