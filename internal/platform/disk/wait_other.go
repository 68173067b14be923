//go:build !unix

package disk

// withoutWaiting is of use where named pipes lie in folders.
const withoutWaiting = 0
