// Package pseudoterm starts a program in a pseudo-terminal of its own and ends it
// with all that it started there. There is none on Windows.
package pseudoterm

// Command is what to start.
type Command struct {
	Path    string   // absolute
	Args    []string // without its name
	Dir     string
	Environ []string
}
