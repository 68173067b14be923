package library

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout/sessions"
)

// Query selects workouts. A bound of 0 is none.
type Query struct {
	Folder  string // id or name; empty is all
	Sport   training.Sport
	Text    string // in the name, the text or a tag
	Purpose sessions.Purpose

	MinDurationS, MaxDurationS float64
	MinLoad, MaxLoad           float64

	Cursor string
	Limit  int // at most, DefaultRows if 0
}

func (q *Query) check() error {
	if q.Purpose != "" && !slices.Contains(sessions.Purposes(), q.Purpose) {
		names := make([]string, 0, len(sessions.Purposes()))
		for _, p := range sessions.Purposes() {
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
type reasons map[string]int

// selection is what a query selects, and how many it cannot compare.
type selection struct {
	entries             []*entry
	noDuration, noLoads reasons
}

// selected are the workouts that a query selects within some folders. Who asks
// for nothing in particular sees the sessions only where there is nothing else.
func (x *index) selected(q *Query, folders []FolderRow) selection {
	out := selection{noDuration: reasons{}, noLoads: reasons{}}
	all, text := x.entries, strings.ToLower(q.Text)
	if q.open() && x.own > 0 {
		all = all[:x.own]
	}
	purpose := slices.Index(sessions.Purposes(), q.Purpose)
	for i := range all {
		e := &all[i]
		switch {
		case q.Folder != "" && !slices.ContainsFunc(folders, func(f FolderRow) bool { return f.ID == e.FolderID }),
			q.Sport != "" && e.Sport != q.Sport, q.Purpose != "" && !e.purposes.has(purpose), !strings.Contains(e.words, text):
		case q.byDuration() && e.DurationS == 0:
			out.noDuration[e.noDuration]++
		case !within(e.DurationS, q.MinDurationS, q.MaxDurationS):
		case q.byLoad() && e.Load == 0:
			out.noLoads[e.noLoad]++
		case !within(e.Load, q.MinLoad, q.MaxLoad):
		default:
			out.entries = append(out.entries, e)
		}
	}
	return out
}

// within reports a value between two bounds.
func within(v, low, high float64) bool { return v >= low && (high == 0 || v <= high) }

// shownReasons is how many reasons a sentence names.
const shownReasons = 3

// say tells of so many workouts, of which what is said, with the reasons.
func (r reasons) say(what string) string {
	total := 0
	for _, n := range r {
		total += n
	}
	names := slices.SortedFunc(maps.Keys(r), func(a, b string) int { return cmp.Or(cmp.Compare(r[b], r[a]), cmp.Compare(a, b)) })
	var parts []string
	for i, name := range names {
		if i == shownReasons && len(names) > i+1 {
			parts = append(parts, "others for other reasons")
			break
		}
		parts = append(parts, fmt.Sprintf("%d because %s", r[name], name))
	}
	text := phrase.Counted(total, "workout", "workouts") + " " + what + ": " + strings.Join(parts, "; ")
	if slices.ContainsFunc(names, unset) {
		text += ". update_athlete_settings sets thresholds"
	}
	return text
}

// unset reports a reason that is a threshold that is not there.
func unset(reason string) bool {
	return strings.HasSuffix(reason, " is not set") || strings.HasPrefix(reason, "no ") && strings.Contains(reason, " is set")
}

// general is a reason without the number of its step, so that it can be counted.
func general(reason string) string {
	if rest, ok := strings.CutPrefix(reason, "step "); ok {
		if _, what, ok := strings.Cut(rest, " "); ok {
			return "a step " + what
		}
	}
	return reason
}
