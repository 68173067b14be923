// Package appletest makes Apple Health exports of any size, with the truth of
// what must come out of them. It is for tests only, comes from a seed, and
// knows nothing of any importer.
//
// The XML is written, never held: a gigabyte of it takes a few seconds and no
// memory. Records stand by type and then by time, workouts after all of them,
// and several sources measure the same days, some of them the same thing.
package appletest
