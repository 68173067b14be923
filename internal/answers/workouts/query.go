package workouts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Query selects workouts. A bound of 0 is none.
type Query struct {
	Folder  string // id or name; empty is all
	Sport   training.Sport
	Text    string // in the name, the text or a tag
	Purpose workout.Purpose

	MinDurationS, MaxDurationS float64
	MinLoad, MaxLoad           float64

	Cursor string
	Limit  int // at most, DefaultRows if 0
}

func (q *Query) check() error {
	if q.Purpose != "" && !slices.Contains(workout.Purposes(), q.Purpose) {
		names := make([]string, 0, len(workout.Purposes()))
		for _, p := range workout.Purposes() {
			names = append(names, string(p))
		}
		return training.Errorf(training.KindInvalid, "%q is not a purpose.", string(q.Purpose)).
			WithFix("Use one of %s.", strings.Join(names, ", "))
	}
	for _, b := range []struct {
		name      string
		low, high float64
	}{{"duration_s", q.MinDurationS, q.MaxDurationS}, {"load", q.MinLoad, q.MaxLoad}} {
		switch {
		case b.low < 0 || b.high < 0:
			return training.Errorf(training.KindInvalid, "A bound of %s is below 0.", b.name).WithFix("Give a number from 0.")
		case b.high > 0 && b.low > b.high:
			return training.Errorf(training.KindInvalid, "min_%s (%g) is above max_%s (%g).", b.name, b.low, b.name, b.high).
				WithFix("Give them the other way round.")
		}
	}
	return nil
}

// open reports a query that asks for nothing in particular.
func (q *Query) open() bool {
	return q.Folder == "" && q.Sport == "" && q.Text == "" && q.Purpose == "" && !q.byDuration() && !q.byLoad()
}

func (q *Query) byDuration() bool { return q.MinDurationS > 0 || q.MaxDurationS > 0 }
func (q *Query) byLoad() bool     { return q.MinLoad > 0 || q.MaxLoad > 0 }

// reasons counts workouts by why they have no figure.
type reasons map[i18n.Sentence]int

// selected are the workouts that a query selects within some folders, before
// anybody asks what they take. Who asks for nothing in particular sees the
// sessions only where there is nothing else.
func (x *index) selected(q *Query, folders []FolderRow) []*entry {
	all, text := x.entries, strings.ToLower(q.Text)
	if q.open() && x.own > 0 {
		all = all[:x.own]
	}
	purpose := slices.Index(workout.Purposes(), q.Purpose)
	var out []*entry
	for i := range all {
		e := &all[i]
		if (q.Folder == "" || slices.ContainsFunc(folders, func(f FolderRow) bool { return f.ID == e.FolderID })) &&
			(q.Sport == "" || e.Sport == q.Sport) && (q.Purpose == "" || e.purposes.has(purpose)) && strings.Contains(e.words, text) {
			out = append(out, e)
		}
	}
	return out
}

// bounded are those that take what a query asks for, and how many cannot be
// compared because it is not known.
func (q *Query) bounded(all []*entry) (out []*entry, noDuration, noLoad reasons) {
	noDuration, noLoad = reasons{}, reasons{}
	for _, e := range all {
		switch {
		case q.byDuration() && e.DurationS == 0:
			noDuration[e.noDuration]++
		case !within(e.DurationS, q.MinDurationS, q.MaxDurationS):
		case q.byLoad() && e.Load == 0:
			noLoad[e.noLoad]++
		case within(e.Load, q.MinLoad, q.MaxLoad):
			out = append(out, e)
		}
	}
	return out, noDuration, noLoad
}

// within reports a value between two bounds.
func within(v, low, high float64) bool { return v >= low && (high == 0 || v <= high) }

// shownReasons is how many reasons a sentence names.
const shownReasons = 3

// say tells of how many workouts a figure is not known, and why.
func (r reasons) say(format string) i18n.Sentence {
	total := 0
	for _, n := range r {
		total += n
	}
	names := slices.SortedFunc(maps.Keys(r), func(a, b i18n.Sentence) int {
		return cmp.Or(cmp.Compare(r[b], r[a]), cmp.Compare(a.String(), b.String()))
	})
	parts := names[:1:1]
	if len(names) > 1 {
		parts = nil
		for _, name := range names[:min(len(names), shownReasons)] {
			parts = append(parts, i18n.Sentencef("%s (%d)", name, r[name]))
		}
	}
	if len(names) > shownReasons {
		parts = append(parts, "other reasons")
	}
	text := i18n.Sentencef(format, i18n.Numbered(total, "workout", "workouts"), i18n.Joined("%s; %s", parts...))
	if slices.ContainsFunc(names, unset) {
		return i18n.Sentencef("%s. update_athlete_settings sets thresholds", text)
	}
	return text
}

// unset reports a reason that is a threshold that is not there.
func unset(s i18n.Sentence) bool {
	reason := s.String()
	return strings.HasSuffix(reason, " is not set") || strings.HasPrefix(reason, "no ") && strings.Contains(reason, " is set")
}

// general is a reason without the number of its step, so that it can be counted.
func general(reason i18n.Sentence) i18n.Sentence {
	format, args := reason.Parts()
	if len(args) == 0 || !workout.IsStep(args[0]) {
		return reason
	}
	return i18n.Sentencef(format, append([]any{i18n.Word("a step")}, args[1:]...)...)
}
