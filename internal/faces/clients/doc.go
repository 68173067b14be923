// Package clients knows the MCP clients that people use, as data: where each
// keeps its configuration on each system, the form of an entry for Lapkeep, its
// own command that does the same, how to check that it worked, and where it
// reads skills. It merges entries into such files and removes them again
// without changing anything else.
//
// It knows nothing of Lapkeep's store, tools or servers, runs no program and
// reads no environment: the system, the home folder and variables are passed in
// as values.
//
// # Configuration files
//
// A file belongs to somebody else. Adding one named entry, replacing it and
// removing it leaves every other byte as it was: unknown keys, their order,
// comments, indentation and line endings. Libraries read the files: hujson for
// JSON, also with comments, whose syntax tree is changed; go-toml and go-yaml
// for TOML and YAML, which find the lines to change, since their writers keep
// neither comments nor empty lines. The result is read again: the entry must be
// the requested one, and everything else must mean the same. A file that cannot
// be read or changed this way is refused.
package clients
