package activity

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ignored says what of the recordings the athlete has left out.
func ignored(all []training.Ignored) []i18n.Sentence {
	var out []i18n.Sentence
	for _, i := range all {
		switch {
		case i.Whole():
			out = append(out, i18n.Sentencef("The athlete left %s out; it was recorded and is kept.", i.Channel))
		case i.ToS == 0:
			out = append(out, i18n.Sentencef("The athlete left %s out from second %d on.", i.Channel, i.FromS))
		default:
			out = append(out, i18n.Sentencef("The athlete left %s out from second %d to %d.", i.Channel, i.FromS, i.ToS))
		}
	}
	return out
}

// without reports whether the athlete has a whole channel left out.
func (sub *subject) without(c training.Channel) bool {
	return slices.ContainsFunc(sub.row.Ignored, func(i training.Ignored) bool { return i.Whole() && i.Channel == c.String() })
}
