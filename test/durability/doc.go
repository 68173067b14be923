// Package durability stops the built program at single system calls that
// change files, by a kill and by a full disk, on homes from 50 kB to 300 MB:
// while it upgrades a home of an older version, backs up, repairs and imports.
// After each stop, nothing that was acknowledged may be missing.
package durability
