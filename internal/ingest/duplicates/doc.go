// Package duplicates finds the activities that may be one and says why that
// is in doubt, and turns what the athlete decides about them into words of
// package pair. It reads only; the journal writes what it plans, and package
// ingest brings the links in line with it.
package duplicates
