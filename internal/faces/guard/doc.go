// Package guard is the one wall before Lapkeep's HTTP faces: who may call a
// listener (network, Host, Origin, key) and how much at once. It does not know
// what is served behind it.
package guard
