// Package storetest tests the contract of a store, which is the required behaviour
// of any implementation. Its tests run on the stores that a constructor returns. It
// also has sample data.
package storetest
