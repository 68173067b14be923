// Package allowed says which files tools may read: those below the folders
// that the user allowed for imports.
package allowed
