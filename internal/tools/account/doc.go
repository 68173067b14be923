// Package account holds the rows of the toolset "account": status, profile and
// settings of an athlete, and the connections to services. Reads go through
// package analysis, writes through the journal. It neither accepts nor returns
// a secret: services are connected with a command.
package account
