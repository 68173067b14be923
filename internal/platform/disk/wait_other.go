//go:build !unix

package disk

// withoutWaiting is 0 on systems whose folders contain no named pipes.
const withoutWaiting = 0
