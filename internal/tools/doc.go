// Package tools is the tool table: what a tool is, how its arguments are
// read, and how it is called, the same for every face (MCP, command line,
// dashboard). A toolset is a package under this one that makes rows with
// [New]; the composition puts them into one [Table].
//
// The package does not know MCP, HTTP or the store. It reads loosely and says
// how it read: `"10"` is read as 10, "last week" as a range of dates, "ride" as
// cycling, and the answer carries `read_as`.
package tools
