// Package journal records every write with what undoes it, and holds back
// those that a person must agree to first.
//
// A write runs in one transaction together with its own record, so that
// there is never a change without its inverse. A dry run is the same write,
// rolled back. The package knows the steps that inverses are made of and
// nothing of tools, protocols or faces.
package journal
