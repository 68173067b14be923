package activities

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// marked is an interval as the athlete marks it.
type marked struct {
	Name  string `json:"name,omitempty"`
	Start int    `json:"start_offset_s"`
	End   int    `json:"end_offset_s"`
}

// mark sets the intervals that the athlete marked; none takes them away.
func (in *updateIn) mark(set setter, row *store.ActivityRow) error {
	if in.Marked == nil {
		return nil
	}
	v := row.Summary.Values
	long := int(math.Ceil(max(v[training.MetricDurationS], v[training.MetricElapsedTimeS])))
	var all []training.Marked // nil takes the athlete's word back
	for _, m := range in.Marked {
		if m.Start < 0 || m.End <= m.Start || m.End > long {
			return training.Errorf(training.KindInvalid, "An interval from second %d to %d is not in the activity.", m.Start, m.End).
				WithFix("Give seconds from 0 to %d, with the end behind the start.", long)
		}
		all = append(all, training.Marked{Name: textclean.Line(m.Name, textclean.NameRunes), StartS: m.Start, EndS: m.End})
	}
	slices.SortStableFunc(all, func(a, b training.Marked) int {
		return cmp.Or(cmp.Compare(a.StartS, b.StartS), cmp.Compare(a.EndS, b.EndS), strings.Compare(a.Name, b.Name))
	})
	all = slices.Compact(all)
	return set("intervals", all, listed(row.Marked), listed(all))
}

// listed are marked intervals as people read them.
func listed(all []training.Marked) string {
	var out []string
	for _, m := range all {
		out = append(out, strings.TrimSpace(m.Name+" "+i18n.Clock(float64(m.StartS))+"–"+i18n.Clock(float64(m.EndS))))
	}
	return strings.Join(out, ", ")
}
