// Package activities contains the tools of the toolset "activities": finding,
// reading, comparing, entering, editing, importing and exporting activities. Each
// file contains one tool: its arguments, its row, and the few lines that pass a
// question to an answer or a write to the journal.
//
// The package computes no metrics itself and does not depend on protocols or pages.
package activities
