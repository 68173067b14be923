// Package account contains the tools of the toolset "account": status, profile
// and settings of an athlete, and connections to services. They read through
// the packages below answers and write through the journal. No tool accepts or
// returns a secret; to connect a service, a person runs a command.
package account
