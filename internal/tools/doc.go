// Package tools is the tool table: what a tool is, how its arguments are
// read, and how it is called, the same for every face (MCP, command line,
// dashboard). A toolset is a package under this one that makes rows with
// [New]; the composition puts them into one [Table].
//
// The package does not know MCP, HTTP or the store. It reads loosely and says
// how it read: `"10"` is read as 10, "last week" as a range of dates, "ride" as
// cycling, and the answer carries `read_as`.
//
// # Allowed
//
// It says which files tools may read: those below the folders
// that the user allowed for imports.
//
// # Dated
//
// It works out changes to an athlete's dated settings: what is
// written and removed, what that changes for people, and what takes it back.
// The toolsets that change settings share it. It writes nothing by itself and
// knows no tool.
//
// # ExportFile
//
// It writes the files that tools export: below one folder,
// whole or not at all.
//
// # Oldnames
//
// It is what the tools of the servers that Lapkeep replaces are
// called here: a table from old name to tool and arguments. It knows names
// only; a test of the composition calls every example.
//
// # Pick
//
// It finds the activity that a caller means.
//
// # Schematext
//
// It writes schemas and texts as JSON, quicker than the
// libraries do: a server has hardly anything else to do before its first
// answer. It knows the keywords that tools use and nothing of tools.
//
// # StepsArg
//
// It reads what a call says of the steps of a workout, as a list
// or as a text, for whichever tool takes them.
//
// # Texts
//
// It is how tools write the texts of the coach: in the journal, with
// the version that it was before, and to the file that a person reads. What an
// editor changed in a file is taken in as a write of the athlete's own.
package tools
