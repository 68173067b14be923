package textclean

import (
	"regexp"
	"sync"
)

// Regexp is an expression that is compiled on first use.
type Regexp struct{ compiled func() *regexp.Regexp }

// LazyRegexp names an expression; one that is wrong panics on first use.
func LazyRegexp(expr string) Regexp {
	return Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Get is the compiled expression.
func (r Regexp) Get() *regexp.Regexp { return r.compiled() }
