// Package account holds the rows of the toolset "account": status, profile and
// settings of an athlete, and the connections to services. Reads go through the
// packages below answers, writes through the journal. No tool accepts or
// returns a secret: services are connected with a command.
package account
