//go:build !unix

package disk

// withoutWaiting is for systems with named pipes in folders.
const withoutWaiting = 0
