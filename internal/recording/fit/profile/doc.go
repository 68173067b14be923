// Package profile translates between the words and units of FIT and those of
// Lapkeep, in both directions, so that the reader and the writer cannot
// disagree. It knows no bytes and no files.
package profile
