// Package statements keeps what services and their export archives say of
// activities: the layer between recordings and the athlete's own edits. It
// keeps every version, so that an import can be undone, and never changes one.
package statements
