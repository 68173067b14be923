// Package variants computes what other programs and devices make of the same
// rows, for comparing with them. None of it enters another number.
package variants
