// Package storetest is the contract of a store: the required behaviour of any
// implementation, as tests that run on a constructor, and sample data for them.
package storetest
