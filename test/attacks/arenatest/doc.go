// Package arenatest gives attacks on Lapkeep their ground: the built program, homes
// and folders for it, an MCP client over stdio, raw HTTP, and hostile files.
//
// Everything here is a black box. The program is the one that LAPKEEP_PROGRAM
// names, or is built once for each package of attacks.
package arenatest
