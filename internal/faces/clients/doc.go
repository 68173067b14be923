// Package clients describes, as data, the MCP clients that people use: where each keeps its
// configuration on each system, what an entry for Lapkeep looks like, the client's own
// command that adds it, how to check that it worked, and where the client reads skills. It
// merges entries into such files and removes them again without changing anything else.
//
// It does not depend on Lapkeep's store, tools or servers, runs no program and does not
// read the environment: the system, the home folder and variables are passed in as values.
//
// # Configuration files
//
// The file belongs to another program. Adding, replacing or removing one named entry leaves
// every other byte unchanged: unknown keys, their order, comments, indentation and line
// endings. Libraries read the files. JSON, with or without comments, is changed in hujson's
// syntax tree. For TOML and YAML, go-toml and go-yaml only find the lines to change,
// because their writers keep neither comments nor empty lines. The result is parsed again:
// the entry must be the requested one, and everything else must be equivalent. A file that
// cannot be read or changed this way is rejected.
package clients
