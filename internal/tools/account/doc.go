// Package account holds the rows of the toolset "account" that need no
// service: status, profile and settings of an athlete. Reads go through
// package analysis; the one write goes through the journal.
package account
