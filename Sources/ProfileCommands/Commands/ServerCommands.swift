internal import CommandParsing
internal import ProfileKit

/// `profile server sql`: what a server's operator prepares.
enum ServerSQLCommand: ProfileCommand {
    static let declaration = Command(
        "sql", abstract: "Print the SQL that prepares a schema for a store.",
        discussion: [
            "Schema, tables, grants, and the policies by which each user has only the account that is named like the "
                + "user. It isn't needed where one user owns the tables, which 'profile init' makes. The schema is that of "
                + "the store's URL, or 'profile'. The server isn't contacted."
        ],
        examples: [Example("profile server sql | psql hikes", "As the role that shall own the tables.")])

    static func run(_ call: CommandCall) throws {
        let sql = try call.settings.serverScript
        try call.reporter.answer(
            SQLAnswer(sql: sql), text: sql.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
}

private struct SQLAnswer: Encodable {
    var schema = JSONAnswer.schema
    let sql: String
}
