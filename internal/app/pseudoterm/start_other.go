//go:build !unix

package pseudoterm

import (
	"errors"

	"lapkeep/internal/training"
)

// Here is whether this system has pseudo-terminals.
const Here = false

// Program never runs here.
type Program struct{}

// Start says that there is no terminal here.
func Start(Command, int, int) (*Program, error) {
	return nil, training.Errorf(training.KindUnsupported, "On Windows no program can run in the page's terminal.").
		WithFix("Talk to your assistant in its own window.")
}

var errNone = errors.New("there is no terminal here")

func (*Program) Read([]byte) (int, error)  { return 0, errNone }
func (*Program) Write([]byte) (int, error) { return 0, errNone }

// Resize does nothing.
func (*Program) Resize(_, _ int) error { return errNone }

// Hangup does nothing.
func (*Program) Hangup() {}

// Kill does nothing.
func (*Program) Kill() {}

// Wait returns at once.
func (*Program) Wait() int { return 1 }
