// Package inner is a part of tiny, whose tests see what its own do not.
package inner

// Square returns n times n.
func Square(n int) int { return n * n }
