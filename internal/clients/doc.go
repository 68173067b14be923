// Package clients knows the MCP clients that people use, as data: where each
// keeps its configuration on each system, how an entry for Lapkeep looks in
// it, which command of its own does the same, how to see that it worked, and
// where it reads skills. It merges entries into such files and takes them out
// again so that nothing else in them changes.
//
// It knows nothing of Lapkeep's store, tools or servers, runs no program and
// reads no environment: the system, the home folder and variables come in as
// values.
package clients
