//go:build !unix

package sqlitedb

// mayWrite returns false, because on this system only an attempt to write can show whether
// it is allowed.
func mayWrite(string) bool { return false }
