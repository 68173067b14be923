package activityindex

import (
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// condition reports whether an activity is selected.
type condition func(i int) bool

// conditions are those of a filter, the cheapest first.
func (t *Table) conditions(v ListingView, f *Filter) []condition {
	bits := uint8(v.Bit) //nolint:gosec // one bit of seven
	if f.Deleted {
		bits = uint8(v.WithDeleted) //nolint:gosec // two bits of seven
	}
	all := []condition{func(i int) bool { return t.seen[i]&bits != 0 }}
	add := func(c condition) { all = append(all, c) }
	if d := f.Days; d != nil {
		add(func(i int) bool { return d.Contains(training.Day(t.day[i])) })
	}
	if len(f.Sports) > 0 {
		wanted := make([]bool, len(t.sports.list))
		for k, s := range t.sports.list {
			wanted[k] = slices.Contains(f.Sports, training.Sport(s))
		}
		add(func(i int) bool { return wanted[t.sport[i]] })
	}
	if f.GearID != "" {
		k, ok := t.gears.of[f.GearID]
		add(func(i int) bool { return ok && (t.gear[i] == k || slices.Contains(t.moreGear[int32(i)], k)) }) //nolint:gosec // a place in the table
	}
	for _, m := range []struct {
		want *bool
		mark uint8
	}{{f.Race, race}, {f.Commute, commute}, {f.Indoor, indoor}} {
		if m.want != nil {
			add(func(i int) bool { return t.marks[i]&m.mark != 0 == *m.want })
		}
	}
	all = append(all, t.withSensors(v, f)...)
	all = append(all, t.withinBounds(v, f)...)
	for _, word := range strings.Fields(Words(f.Text)) {
		found := t.holding(word, v.Notes)
		add(func(i int) bool { return found[i] })
	}
	if f.IDs != nil {
		wanted := make(map[string]bool, len(f.IDs))
		for _, id := range f.IDs {
			wanted[string(id)] = true
		}
		add(func(i int) bool { return wanted[t.ids.at(i)] })
	}
	return all
}

// withSensors asks whether an activity has a channel that the audience may
// see, by the rule of [activityindex.ListingView.Where].
func (t *Table) withSensors(v ListingView, f *Filter) (all []condition) {
	for k, want := range [len(sensors)]*bool{f.HasPower, f.HasHR, f.HasGPS} {
		if want == nil {
			continue
		}
		recorded := uint16(1) << (len(sensors)*int(v.Audience) + k)
		summed := uint16(1) << (len(sensors)*ofSummary + k)
		all = append(all, func(i int) bool {
			has, sums := t.has[i]&recorded != 0, t.has[i]&summed != 0
			if t.marks[i]&byHand != 0 {
				has = has || sums
			} else if t.marks[i]&derived != 0 {
				has = has && sums
			}
			return has == *want
		})
	}
	return all
}

func (t *Table) withinBounds(v ListingView, f *Filter) (all []condition) {
	bit := uint8(v.Bit) //nolint:gosec // one of three bits
	for m, least := range f.Min {
		values := t.metric(m)
		all = append(all, func(i int) bool { return t.whole[i]&bit != 0 && values[i] >= least })
	}
	for m, most := range f.Max {
		values := t.metric(m)
		all = append(all, func(i int) bool { return t.whole[i]&bit != 0 && values[i] <= most })
	}
	return all
}

// holding marks the activities that have a word in their title or, if they
// may be searched, in their notes.
func (t *Table) holding(word string, notes bool) []bool {
	found := make([]bool, t.ids.len())
	t.titles.mark(word, found)
	if notes {
		t.notes.mark(word, found)
	}
	return found
}
