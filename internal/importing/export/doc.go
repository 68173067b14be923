// Package export writes everything that Lapkeep keeps of an athlete in open
// formats, into a folder or a zip archive: the original files byte for byte,
// one JSON document with what the files do not say, and a table for
// spreadsheets. It also reads that document. It must not know how an import
// applies it.
//
// # Readback
//
// It applies the document of Lapkeep's own export: what it
// holds beside the recordings, which are imported like any. It must not know
// how they are.
package export
