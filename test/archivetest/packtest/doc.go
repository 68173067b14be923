// Package packtest packs the files of generated archives, as a zip or as a
// folder. It is for tests only.
package packtest
