// Package httpguard is the one wall before Lapkeep's HTTP faces: who may
// speak to a listener (network, Host, Origin, key) and how much at once. It
// knows nothing of what is served behind it.
package httpguard
