// Package originals keeps the bytes of recorded files, named by their hash
// and compressed, so that nothing an athlete recorded is ever lost to a
// reader that did not understand it yet. A file is whole and on disk before
// [Dir.Put] returns; reading checks the hash. It knows no database.
package originals
