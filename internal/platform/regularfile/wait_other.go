//go:build !unix

package regularfile

// withoutWaiting is of use where named pipes lie in folders.
const withoutWaiting = 0
