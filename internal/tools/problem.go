package tools

import "lapkeep/internal/training"

// Problem is an error as a face shows it.
type Problem struct {
	Kind     training.Kind
	Sentence string // what happened
	Fix      string // what to do next
}

// Describe says what err means to whoever called; a defect of ours is not told in detail.
func Describe(err error) Problem { panic("todo") }
