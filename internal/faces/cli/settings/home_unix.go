//go:build unix

package settings

import (
	"io/fs"
	"os"
	"syscall"
)

// ours reports whether a file belongs to the user of this process.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(stat.Uid) == int64(os.Geteuid())
}

// open reports whether other users have any access to a folder.
func open(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
