// Package tools is the tool table: what a tool is, how its arguments are read,
// and how it is called, in the same way for every face (MCP, command line,
// dashboard). A toolset is a package below this one that creates rows with
// [New]; the composition puts them into one [Table].
//
// The package does not know MCP, HTTP or the store. It reads arguments
// leniently and reports how: `"10"` is read as 10, "last week" as a range of
// dates, "ride" as cycling, and the answer carries `read_as`.
//
// # Allowed
//
// The files that tools may read: those below the folders that the user allowed
// for imports.
//
// # Dated
//
// Computes changes to an athlete's dated settings: the entries to write and
// remove, a description for people, and the inverse. The toolsets that change
// settings share it. It writes nothing itself and knows no tool.
//
// # ExportFile
//
// Writes the files that tools export: below one folder, completely or not at
// all.
//
// # Oldnames
//
// The tools of the servers that Lapkeep replaces: a table from old names to
// tools and arguments. It knows only names; a test of the composition calls
// every example.
//
// # Pick
//
// Finds the activity that a caller refers to.
//
// # Schematext
//
// Writes schemas and texts as JSON, faster than the libraries do: this is most
// of a server's work before its first answer. It knows the keywords that tools
// use, but no tools.
//
// # StepsArg
//
// Reads the steps of a workout in a call, as a list or as a text, for every
// tool that accepts them.
//
// # Texts
//
// Writes the coach's texts for tools: through the journal, with the previous
// version, and to the file that a person reads. Edits that a person made in a
// file are recorded as the athlete's own writes.
package tools
