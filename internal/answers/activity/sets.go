package activity

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/strength"
	"lapkeep/internal/training"
)

// mayShowSets reports whether the audience may see sets of strength training. The store
// hides them, too; with this check, the answer can explain why.
func (sub *subject) mayShowSets() bool {
	return sub.scope.Audience != training.AudienceModel || sub.athlete.Sharing.Sets
}

// sets fills in the sets of strength training, starting at the given row.
func (d *Detail) sets(sub *subject, from int) {
	switch {
	case !sub.mayShowSets():
		d.Missing = d.Missing.Add(string(SectionSets), answers.HiddenSets)
	case len(sub.row.Sets) == 0:
		d.Missing = d.Missing.Add(string(SectionSets), "the activity has no sets of strength training; update_activity can enter them")
	default:
		d.Sets = strength.Describe(sub.row.Sets, from)
	}
}

// setTotals adds the sums of the sets to the summary of strength training.
func (d *Detail) setTotals(sub *subject) {
	if !sub.mayShowSets() {
		if sub.row.Sport == training.Strength {
			d.Missing = d.Missing.Add(string(SectionSets), answers.HiddenSets)
		}
		return
	}
	if t := strength.TotalsOf(sub.row.Sets); t.Sets > 0 {
		d.Summary.Put("sets", t.Sets)
		d.Summary.Put("reps", t.Reps)
		d.Summary.Put("volume_kg", t.VolumeKg)
	}
}
