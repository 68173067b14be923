//go:build !unix

package terminal

import "lapkeep/internal/training"

// Here reports whether this system has pseudo-terminals.
const Here = false

// FindPseudo returns an error: there is no terminal on this system.
func FindPseudo(string) (string, error) { return "", none() }

func none() error {
	return training.Errorf(training.KindUnsupported, "The page's terminal does not work on Windows.").
		WithFix("Use your assistant in its own window.")
}

// PseudoProgram never runs on this system.
type PseudoProgram struct{}

// StartPseudo returns an error: there is no terminal on this system.
func StartPseudo(Command, int, int) (*PseudoProgram, error) {
	return nil, none()
}

func (*PseudoProgram) Read([]byte) (int, error)  { return 0, none() }
func (*PseudoProgram) Write([]byte) (int, error) { return 0, none() }

// Resize returns an error.
func (*PseudoProgram) Resize(_, _ int) error { return none() }

// Hangup does nothing.
func (*PseudoProgram) Hangup() {}

// Kill does nothing.
func (*PseudoProgram) Kill() {}

// Wait returns at once.
func (*PseudoProgram) Wait() int { return 1 }
