// Package others tests Lapkeep's output with other people's programs from the
// package registries. run.py runs the programs for recordings.
package others
