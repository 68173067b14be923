// Package disk has what files need beyond the standard library: atomic writes, locks, caches, and reading regular files
// alone.
//
// # Athome
//
// It has the commands that a text tells a person to run find the
// home that the text is about. It knows nothing of training.
//
// # Atomicfile
//
// It writes files that are either whole or absent: to a
// temporary name, synced, renamed, and the folder synced. It knows nothing
// of what the files mean.
//
// # Cachefile
//
// It keeps values between processes that can be made again:
// the folder may be deleted at any time, and a file that is damaged or half
// written is one that is not there. It knows nothing of what values mean.
//
// # Lock
//
// It holds a lock that processes share, by a file beside what it
// protects. The operating system frees it when its holder dies.
//
// # Ownpages
//
// It gives back the memory that the pages of the program's own
// file take. A start passes through most of a large program once, and the
// system maps what lies around each place with it; what is used again comes
// back from the system's cache when it is touched.
//
// # Regularfile
//
// It opens and reads what is a regular file, and nothing else:
// no named pipe, which would wait for a writer, no device, no socket, and no
// link. It knows nothing of what files hold.
package disk
