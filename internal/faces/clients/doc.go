// Package clients knows the MCP clients that people use, as data: where each
// keeps its configuration on each system, how an entry for Lapkeep looks in
// it, which command of its own does the same, how to see that it worked, and
// where it reads skills. It merges entries into such files and takes them out
// again so that nothing else in them changes.
//
// It knows nothing of Lapkeep's store, tools or servers, runs no program and
// reads no environment: the system, the home folder and variables come in as
// values.
//
// # Graft
//
// It puts one named entry into a configuration file that belongs
// to somebody else, replaces it and takes it out again, and leaves every other
// byte as it was: unknown keys, their order, comments, indentation and line
// ends. It edits JSON (also with comments, and JSON5), TOML and YAML as text,
// and refuses what it cannot read or cannot change without risk.
//
// It does not know what the entries mean or whose files they are.
package clients
