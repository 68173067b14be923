// Package appletest makes Apple Health exports of any size, with their expected
// contents. It is for tests only, is made from a seed, and knows nothing of any
// importer.
//
// The XML is streamed, never held: a gigabyte takes a few seconds and no
// memory. Records are ordered by type and then by time, with workouts after all
// of them. Several sources measure the same days, and some of them the same
// thing.
package appletest
