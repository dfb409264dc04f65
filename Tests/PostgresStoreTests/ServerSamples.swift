// The sample of the page *On a server*.
import PostgresStore
import ProfileKit

func openOnServer() throws -> Gate {
    try Gate(at: .postgres("postgresql://db.example/hikes"))
}
