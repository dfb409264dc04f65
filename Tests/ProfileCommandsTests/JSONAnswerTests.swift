import ProfileKit
import Testing

@testable import ProfileCommands

@Suite struct JSONAnswerTests {
    private struct Sample: Encodable {
        @OrNull var number: Int?
        var leftOut: Int?
    }

    @Test func `an unknown member is null, never missing`() throws {
        #expect(try JSONAnswer.line(Sample()) == #"{"number":null}"#)
        #expect(try JSONAnswer.line(Sample(number: 0, leftOut: 1)) == #"{"leftOut":1,"number":0}"#)
    }

    @Test func `a hike with few values has null in every other member`() throws {
        let answer = HikeHeaderAnswer(HikeHeader(id: 1001, name: "a/b \"c\"", distance: 4.5))
        #expect(
            try JSONAnswer.line(HikeListAnswer(hikes: [answer]))
                == #"{"hikes":[{"activity":"hiking","ascent":null,"date":null,"descent":null,"difficulty":null,"distance":4.5,"#
                + #""duration":null,"favourite":false,"heartRate":null,"id":1001,"movingTime":null,"name":"a/b \"c\"","planned":false,"#
                + #""source":null,"startTime":null,"tags":[]}],"schema":1}"#)
    }

    @Test func `a hike with all values is written in full`() throws {
        var header = HikeHeader(
            id: 7, name: "é", distance: 12, difficulty: 3, date: Day(year: 2026, month: 4, day: 22),
            startTime: Timestamp("2026-04-22T08:40:00+02:00"), duration: 5400, movingTime: 5000.5, ascent: 0,
            descent: 302, heartRate: HeartRate(min: 90, average: 100, max: 110), source: "watch", activity: .running,
            isPlanned: true)
        let point = try #require(TrackPoint(latitude: 47.5, longitude: 11.25, elevation: 1800))
        (header.tags, header.isFavourite, header.notes, header.trim) = (["wet", "boots"], true, "a\nb", 0.5...11)
        (header.waypoints, header.laps) = ([Waypoint(name: "Hut", position: point)], [Lap(distance: 1, name: "Up")])
        let hike = Hike(
            header: header,
            observations: [
                HikeObservation(distanceFromStart: 0, elevation: 1...2, heartRate: 90...110),
                HikeObservation(
                    distanceFromStart: 0.5, pace: 400...400, cadence: 50...54, temperature: -3...2),
            ])
        #expect(
            try JSONAnswer.line(HikeAnswer(hike: HikeHeaderAnswer(hike)))
                == #"{"hike":{"activity":"running","ascent":0,"date":"2026-04-22","descent":302,"difficulty":3,"distance":12,"#
                + #""duration":5400,"favourite":true,"heartRate":{"average":100,"max":110,"min":90},"id":7,"#
                + #""laps":[{"ascent":null,"distance":1,"duration":null,"heartRate":null,"name":"Up","startTime":null}],"#
                + #""movingTime":5000.5,"name":"é","notes":"a\nb","#
                + #""observations":[{"cadence":null,"distanceFromStart":0,"elevation":[1,2],"heartRate":[90,110],"#
                + #""pace":null,"temperature":null},{"cadence":[50,54],"distanceFromStart":0.5,"elevation":null,"#
                + #""heartRate":null,"pace":[400,400],"temperature":[-3,2]}],"original":false,"planned":true,"#
                + #""source":"watch","startTime":"2026-04-22T08:40:00+02:00","tags":["boots","wet"],"trim":[0.5,11],"#
                + #""waypoints":[{"description":"","elevation":1800,"latitude":47.5,"longitude":11.25,"name":"Hut","#
                + #""symbol":"","time":null}]},"schema":1}"#)
    }

    @Test func `a badge without a day has null for it`() throws {
        let badge = try #require(Badge.named("First Hike"))
        let answer = BadgeListAnswer([
            BadgeStatus(badge: badge, isEarned: true, progress: 1),
            BadgeStatus(badge: badge, isEarned: false, progress: 0.5),
        ])
        #expect(
            try JSONAnswer.line(answer)
                == #"{"badges":[{"earned":true,"earnedOn":null,"name":"First Hike","progress":1},"#
                + #"{"earned":false,"earnedOn":null,"name":"First Hike","progress":0.5}],"schema":1}"#)
    }

    @Test func `a refused file without a line has null for it`() throws {
        let answer = HikeImportAnswer(
            imported: 1, skipped: 2, passed: 3, hikes: [7], refused: [.init(file: "a", line: nil, message: "m")],
            skips: [.init(file: "b", hike: 3, reason: "known")],
            remarks: [.init(file: "c", message: "1 point left out")], recomputed: [4])
        #expect(
            try JSONAnswer.line(answer)
                == #"{"hikes":[7],"imported":1,"passed":3,"recomputed":[4],"refused":[{"file":"a","line":null,"message":"m"}],"#
                + #""remarks":[{"file":"c","message":"1 point left out"}],"schema":1,"skipped":2,"skips":[{"file":"b","hike":3,"reason":"known"}]}"#
        )
    }

    @Test func `a profile is an object with a member for each field`() throws {
        let profile = Profile(
            username: "g_kumar", prefersNotifications: false, seasonalPhoto: .spring,
            goalDate: Day(year: 2027, month: 5, day: 1))
        #expect(
            try JSONAnswer.line(ProfileAnswer(profile))
                == #"{"goalDate":"2027-05-01","prefersNotifications":false,"seasonalPhoto":"spring","username":"g_kumar"}"#
        )
    }

    @Test func `a difference without conflicts leaves them out`() throws {
        #expect(
            try JSONAnswer.line(DiffAnswer(since: 3, changes: [], conflicts: []))
                == #"{"changes":[],"schema":1,"since":3}"#)
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\u{1B}b", "\0"])
    func `an answer is one line without control characters`(name: String) throws {
        let line = try JSONAnswer.line(
            ProfileAnswer(Profile(username: name, goalDate: Day(year: 2027, month: 5, day: 1))))
        #expect(line.utf8.allSatisfy { $0 >= 0x20 })
    }
}
