// Package house holds the rules of the code base that the compiler does not
// know, each as a test: which package may import which, how long a file or a
// package may grow, and what the tree must never say.
package house
