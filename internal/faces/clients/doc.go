// Package clients describes, as data, the MCP clients that people use: where
// each keeps its configuration on each system, the form of an entry for
// Lapkeep, the client's own command that adds it, how to check that it worked,
// and where the client reads skills. It merges entries into such files and
// removes them again without changing anything else.
//
// It knows nothing about Lapkeep's store, tools or servers, runs no program and
// does not read the environment: the system, the home folder and variables are
// passed in as values.
//
// # Configuration files
//
// A file belongs to somebody else. Adding, replacing or removing one named
// entry leaves every other byte unchanged: unknown keys, their order, comments,
// indentation and line endings. Libraries read the files. For JSON, with or
// without comments, hujson's syntax tree is changed. For TOML and YAML, go-toml
// and go-yaml only find the lines to change, because their writers keep neither
// comments nor empty lines. The result is read again: the entry must be the
// requested one, and everything else must mean the same. A file that cannot be
// read or changed this way is rejected.
package clients
