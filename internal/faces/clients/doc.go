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
// # Configuration files
//
// A file belongs to somebody else. Putting one named entry in, replacing it and
// taking it out leaves every other byte as it was: unknown keys, their order,
// comments, indentation and line ends. Libraries read the files: hujson for
// JSON, also with comments, whose syntax tree is changed; go-toml and go-yaml
// for TOML and YAML, which name the lines to change, since their writers keep
// neither comments nor empty lines. What results is read again: the entry must
// be as it was asked for, and all else mean the same. A file that cannot be read
// or changed so is refused.
package clients
