// Package tools is the tool table. It defines what a tool is, how its arguments are read, and how
// it is called, in the same way for every face (MCP, command line, dashboard). A toolset is a
// package below this one that creates rows with [New]. internal/app puts all rows into one [Table].
//
// The package does not depend on MCP, HTTP or the store. It reads arguments leniently: `"10"` is
// read as 10, "last week" as a range of dates, and "ride" as cycling. The answer explains
// in `read_as` how they were understood.
//
// # Allowed
//
// Tools may read only files below the folders that the user has allowed for imports.
//
// # Dated
//
// A [Plan] computes changes to an athlete's dated settings: the entries to write and remove, a
// description for people, and the inverse. All toolsets that change settings use it. It writes
// nothing itself and depends on no tool.
//
// # ExportFile
//
// Files that tools export are written below one folder, completely or not at all.
//
// # Oldnames
//
// A table maps the tools of servers that Lapkeep replaces to its own tools and arguments.
// A test of the whole program calls every example in the table.
//
// # Pick
//
// [Activity] finds the activity that a caller refers to.
//
// # Schematext
//
// Schemas and texts are written as JSON by code that is faster than the libraries,
// because encoding them is most of a server's work before its first answer. The code
// supports the keywords that tools use, but does not depend on any tool.
//
// # StepsArg
//
// The steps of a workout in a call are read in the same way for every tool, as a list or as a text.
//
// # Texts
//
// A [Keeper] writes the coach's texts for tools: to the journal, with the previous
// version, and to the file that a person reads. If a person has edited a file, this is
// recorded as the athlete's own write.
package tools
