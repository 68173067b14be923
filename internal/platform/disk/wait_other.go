//go:build !unix

package disk

// withoutWaiting is 0 on systems without named pipes in folders.
const withoutWaiting = 0
