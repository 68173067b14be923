// Package ownpages gives back the memory that the pages of the program's own
// file take. A start passes through most of a large program once, and the
// system maps what lies around each place with it; what is used again comes
// back from the system's cache when it is touched.
package ownpages
