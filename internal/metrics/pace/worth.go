package pace

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Factor is the distance on the flat that a stretch is worth, divided by its
// own; missing says why it is not known.
func (f *Foot) Factor(span training.Span) (factor float64, missing i18n.Sentence) {
	if f.graded == nil {
		return 0, f.whyNot
	}
	return f.graded.Factor(span)
}

// Graded is [GradeWell] of the recording, which is graded only once.
func (f *Foot) Graded() (*Graded, i18n.Sentence) {
	if f.graded == nil {
		return nil, f.whyNot
	}
	return f.graded, f.graded.thin()
}
