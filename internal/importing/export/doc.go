// Package export writes all of an athlete's data in open formats, into a folder
// or a zip archive: the original files byte for byte, a JSON document with the
// data that the files lack, and a table for spreadsheets. It also parses that
// document. It must not know how recordings are imported.
//
// # Readback
//
// It applies the document of Lapkeep's own export: all data besides the
// recordings, which are imported like any other file.
package export
