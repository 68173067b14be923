// Package dashboard shows the tool table to its owner in a browser: pages of
// HTML that Go renders from what the tools answer, the table itself as JSON at
// /api/NAME, and beside it exactly binary columns, uploads, live events and the
// coach's terminal. It computes no number: what stands on a page is what the tool
// said, to the digit.
//
// It does not know who may call it; a wall of httpguard does, and it must stand
// behind one.
package dashboard
