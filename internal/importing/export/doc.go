// Package export writes all of an athlete's data in open formats, to a folder or a zip
// archive: the original files, byte for byte; a JSON document with the data that the files
// lack; and a table for spreadsheets. It also parses that document, and applies it to a
// store: it contains all data except the recordings, which are imported like any other file.
// The package must not depend on how recordings are imported.
package export
