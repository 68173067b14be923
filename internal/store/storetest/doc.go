// Package storetest is the contract of a store: what any implementation must
// do, as tests that run on a constructor, and the sample data for them.
package storetest
