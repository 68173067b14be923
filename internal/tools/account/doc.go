// Package account holds the rows of the toolset "account": status, profile
// and settings of an athlete, and the connections to services. Reads go
// through package analysis, writes through the journal. It takes and gives no
// secret: connecting is a command.
package account
