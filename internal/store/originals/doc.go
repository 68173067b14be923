// Package originals keeps the bytes of recorded files, named by their hash
// and compressed, so that nothing an athlete recorded is ever lost to a
// reader that did not understand it yet. A file is whole and on disk before
// [Dir.Put] returns; reading checks the hash. It knows no database.
//
// # Colcodec
//
// It stores one column of a recording in one blob: the rows
// that are valid as run lengths, their values as differences in variable
// length, both compressed by zstd with its checksum. It does no I/O.
//
// A blob is a zstd frame around
//
//	order of differences (1 or 2)            1 byte
//	rows                                     uvarint
//	runs: valid, missing, valid, missing …   count and lengths, uvarint
//	values of the valid rows                 zig-zag varints of the differences
//
// Floats (developer fields) are stored as four planes of bytes instead, and
// begin with 4.
package originals
