package document

import (
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// words holds an activity's shown fields that have no column of their own. What
// selects by gear looks for that of MoreGear.
type words struct {
	Feel    int                `json:"feel,omitempty"`
	CarbsG  float64            `json:"carbs_g,omitempty"`
	FluidML float64            `json:"fluid_ml,omitempty"`
	Ignored []training.Ignored `json:"ignored,omitempty"`
	Burnt   training.Burnt     `json:"burnt,omitzero"`
	// MoreGear has the key that the index activities_more_gear looks for.
	MoreGear []string          `json:"more_gear,omitempty"`
	Marked   []training.Marked `json:"intervals,omitempty"`
}

// Words are those of an activity as its row keeps them, empty for none.
func Words(a *training.Activity) (string, error) {
	if a.Feel == 0 && a.CarbsG == 0 && a.FluidML == 0 && len(a.Ignored) == 0 && a.Burnt.Kcal == 0 && len(a.MoreGear) == 0 &&
		len(a.Marked) == 0 {
		return "", nil
	}
	return sqlitedb.Body(words{a.Feel, a.CarbsG, a.FluidML, a.Ignored, a.Burnt, a.MoreGear, a.Marked})
}

// PutWords puts what a row keeps into an activity.
func PutWords(a *training.Activity, text string) error {
	w, err := sqlitedb.Parse[words](text)
	a.Feel, a.CarbsG, a.FluidML, a.Ignored, a.Burnt = w.Feel, w.CarbsG, w.FluidML, w.Ignored, w.Burnt
	a.MoreGear, a.Marked = w.MoreGear, w.Marked
	return err
}
