// Package others holds what Lapkeep writes against programs of others, from
// the package registries. The programs for recordings are run by run.py.
package others
