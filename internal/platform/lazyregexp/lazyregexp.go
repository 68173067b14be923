// Package lazyregexp compiles regular expressions when they are first used.
// A program that a client starts for each conversation would otherwise spend
// a millisecond at every start on expressions that most runs never need.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is an expression that is compiled on first use.
type Regexp struct{ compiled func() *regexp.Regexp }

// New names an expression; one that is wrong panics on first use.
func New(expr string) Regexp {
	return Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Get is the compiled expression.
func (r Regexp) Get() *regexp.Regexp { return r.compiled() }
