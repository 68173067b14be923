// Package inner is a part of tiny, whose tests see what its own do not.
package inner

// Square is n by itself.
func Square(n int) int { return n * n }
