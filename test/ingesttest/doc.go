// Package ingesttest makes recordings for tests of imports: the same ride as
// several devices see it, and a file form of its own, so that a test says
// what is in a file without writing FIT. It is for tests only.
package ingesttest
