// Package house tests rules of the code base that the compiler does not check:
// which package may import which, how large a file or a package may grow, and
// which words must not occur.
package house
