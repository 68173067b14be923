// Package activity answers questions about single activities: which there
// are, what one of them was, its streams, and how several compare. One
// function and one view a question; views carry the names and units that the
// tools publish.
//
// It reads what is stored and the thresholds of the activity's own day. It
// never writes, and knows nothing of tools, pages or protocols.
package activity
