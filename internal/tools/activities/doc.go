// Package activities is the toolset of single activities: finding, reading,
// comparing, entering, editing, importing and exporting them. Each file holds
// one tool: its arguments, its row and the few lines that pass the question to
// an answer or the write to the journal.
//
// The package computes no metrics itself and knows nothing about protocols or pages.
package activities
