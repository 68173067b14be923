// Package wire knows how a FIT file is laid out in bytes and nothing of what
// the bytes mean: it finds the files that are chained in one input, checks
// their CRC, follows their messages from header to header, and mends or cuts
// out what a decoder would stumble over. What it hands on is well formed.
package wire
