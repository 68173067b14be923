//go:build !unix

package sqlitedb

// mayWrite returns false, since only trying would show it on this system.
func mayWrite(string) bool { return false }
