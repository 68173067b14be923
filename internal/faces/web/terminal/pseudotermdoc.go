package terminal

// Command is what to start.
type Command struct {
	Path    string   // absolute
	Args    []string // without its name
	Dir     string
	Environ []string
}
