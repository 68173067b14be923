package answerstest

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Gear is none: what is named by its id is found by it.
func (s *FitnessStore) Gear(ctx context.Context, _ training.Scope) ([]training.Gear, error) {
	return nil, ctx.Err()
}

// Selected are the activities that a filter by words selects.
func (s *FitnessStore) Selected(ctx context.Context, sc training.Scope, f store.ActivityFilter) (map[training.ActivityID]bool, error) {
	out := map[training.ActivityID]bool{}
	for i := range s.inputs {
		if in := &s.inputs[i]; s.sees(sc, in.ID) && s.selects(in, &f) {
			out[in.ID] = true
		}
	}
	return out, ctx.Err()
}

func (s *FitnessStore) selects(in *store.LoadInput, f *store.ActivityFilter) bool {
	said := s.Words[in.ID]
	is := func(want *bool, have bool) bool { return want == nil || *want == have }
	return is(f.Race, said.Race) && is(f.Commute, said.Commute) && is(f.Indoor, in.Indoor) &&
		(f.GearID == "" || slices.Contains(said.AllGear(), f.GearID)) &&
		(f.Days == nil || f.Days.Contains(in.Day)) && (len(f.Sports) == 0 || slices.Contains(f.Sports, in.Sport)) &&
		!slices.ContainsFunc(f.Tags, func(t string) bool { return !slices.Contains(said.Tags, t) })
}

// Activities are those that a filter selects, in order of a metric of More,
// those with the most first.
func (s *FitnessStore) Activities(ctx context.Context, sc training.Scope, f store.ActivityFilter) (page store.ActivityPage, err error) {
	for i := range s.inputs {
		in := &s.inputs[i]
		if !s.sees(sc, in.ID) || !s.selects(in, &f) {
			continue
		}
		row := store.ActivityRow{Activity: s.Words[in.ID]}
		row.ID, row.Sport, row.LocalDay, row.Summary.Values = in.ID, in.Sport, in.Day, s.More[in.ID]
		page.Rows = append(page.Rows, row)
	}
	page.Rows = slices.DeleteFunc(page.Rows, func(r store.ActivityRow) bool {
		for m, least := range f.Min {
			if r.Summary.Values[m] < least {
				return true
			}
		}
		return false
	})
	slices.SortStableFunc(page.Rows, func(a, b store.ActivityRow) int {
		return cmp.Compare(b.Summary.Values[f.SortBy], a.Summary.Values[f.SortBy])
	})
	page.Total = len(page.Rows)
	if f.Limit > 0 {
		page.Rows = page.Rows[:min(f.Limit, len(page.Rows))]
	}
	return page, ctx.Err()
}

// Weathers is the weather of the activities of some days.
func (s *FitnessStore) Weathers(
	ctx context.Context, sc training.Scope, days training.DayRange,
) (map[training.ActivityID]document.Weather, error) {
	out := map[training.ActivityID]document.Weather{}
	for i := range s.inputs {
		in := &s.inputs[i]
		if !days.Contains(in.Day) || !s.sees(sc, in.ID) {
			continue
		}
		w := document.Weather{Values: s.Skies[in.ID]}
		if w.Values != nil {
			w.Source = "sky"
		}
		if t, ok := s.More[in.ID][training.MetricAvgTempC]; ok {
			w.DeviceC = &t
		}
		if w.DeviceC != nil || w.Values != nil {
			out[in.ID] = w
		}
	}
	return out, ctx.Err()
}
