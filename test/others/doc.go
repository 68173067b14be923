// Package others tests what Lapkeep writes against other people's programs from
// the package registries. The programs for recordings are run by run.py.
package others
