// Package arenatest provides what attacks on Lapkeep need: the built program,
// homes and folders for it, an MCP client over stdio, raw HTTP, and hostile
// files.
//
// Everything here is a black box. The program is the one in LAPKEEP_PROGRAM, or
// is built once for each package of attacks.
package arenatest
