//go:build !unix

package sqlitedb

// mayWrite returns false, because on this system only an attempt would show it.
func mayWrite(string) bool { return false }
