package pace

import "lapkeep/internal/training"

// Factor is the distance on the flat that a stretch is worth, divided by its
// own; missing says why it is not known.
func (f *Foot) Factor(span training.Span) (factor float64, missing string) {
	if f.graded == nil {
		return 0, f.whyNot
	}
	return f.graded.Factor(span)
}
