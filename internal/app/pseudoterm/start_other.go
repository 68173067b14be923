//go:build !unix

package pseudoterm

import "lapkeep/internal/training"

// Here is whether this system has pseudo-terminals.
const Here = false

// Find finds none.
func Find(string) (string, error) { return "", none() }

func none() error {
	return training.Errorf(training.KindUnsupported, "On Windows no program can run in the page's terminal.").
		WithFix("Talk to your assistant in its own window.")
}

// Program never runs here.
type Program struct{}

// Start says that there is no terminal here.
func Start(Command, int, int) (*Program, error) {
	return nil, none()
}

func (*Program) Read([]byte) (int, error)  { return 0, none() }
func (*Program) Write([]byte) (int, error) { return 0, none() }

// Resize does nothing.
func (*Program) Resize(_, _ int) error { return none() }

// Hangup does nothing.
func (*Program) Hangup() {}

// Kill does nothing.
func (*Program) Kill() {}

// Wait returns at once.
func (*Program) Wait() int { return 1 }
