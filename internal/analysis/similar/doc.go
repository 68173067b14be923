// Package similar answers which activities of a history are like one: that
// went the same way, that climbed alike elsewhere, that had the same
// intervals. It answers with ids and likenesses and never with a position:
// that two activities went the same way says nothing of where.
package similar
