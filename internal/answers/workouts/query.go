package workouts

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Query selects workouts. A bound of 0 means no bound.
type Query struct {
	Folder  string // id or name; empty means all
	Sport   training.Discipline
	Text    string // in the name, the description or a tag
	Purpose workout.Purpose

	MinDurationS, MaxDurationS float64
	MinLoad, MaxLoad           float64

	Cursor string
	Limit  int // DefaultRows if 0
}

func (q *Query) check() error {
	if q.Purpose != "" && !slices.Contains(workout.Purposes(), q.Purpose) {
		return training.Errorf(training.KindInvalid, "%q is not a purpose.", string(q.Purpose)).
			WithFix("Use one of %s.", strings.Join(training.Texts(workout.Purposes()), ", "))
	}
	for _, b := range []struct {
		name      string
		low, high float64
	}{{"duration_s", q.MinDurationS, q.MaxDurationS}, {"load", q.MinLoad, q.MaxLoad}} {
		switch {
		case b.low < 0 || b.high < 0:
			return training.Errorf(training.KindInvalid, "A bound of %s is below 0.", b.name).WithFix("Give a number of at least 0.")
		case b.high > 0 && b.low > b.high:
			return training.Errorf(training.KindInvalid, "min_%s (%g) is above max_%s (%g).", b.name, b.low, b.name, b.high).
				WithFix("Swap them.")
		}
	}
	return nil
}

// open reports whether a query has no conditions.
func (q *Query) open() bool {
	return q.Folder == "" && q.Sport.IsZero() && q.Text == "" && q.Purpose == "" && !q.byDuration() && !q.byLoad()
}

func (q *Query) byDuration() bool { return q.MinDurationS > 0 || q.MaxDurationS > 0 }
func (q *Query) byLoad() bool     { return q.MinLoad > 0 || q.MaxLoad > 0 }

// reasons counts workouts by the reason why a figure is missing.
type reasons map[i18n.Sentence]int

// selected returns the workouts that a query selects in the given folders, ignoring duration and
// load. A query without conditions selects built-in sessions only if the athlete has no
// workouts of their own.
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
			q.Sport.Has(e.of) && (q.Purpose == "" || e.purposes.has(purpose)) && strings.Contains(e.words, text) {
			out = append(out, e)
		}
	}
	return out
}

// bounded returns the workouts within the query's bounds of duration and load.
// It counts those that cannot be compared because the value is unknown.
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

// within reports whether v lies between two bounds; 0 means no upper bound.
func within(v, low, high float64) bool { return v >= low && (high == 0 || v <= high) }

// shownReasons is the maximum number of reasons in a sentence.
const shownReasons = 3

// say returns a sentence about the number of workouts without a figure, and the reasons.
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
		return i18n.Sentencef("%s. Set thresholds with update_athlete_settings", text)
	}
	return text
}

// unset reports whether a reason is that a threshold is not set.
func unset(s i18n.Sentence) bool {
	reason := s.String()
	return strings.HasSuffix(reason, " is not set") || strings.HasPrefix(reason, "no ") && strings.Contains(reason, " is set")
}

// general returns a reason without its step number, so that the same reason for different
// steps is counted as one.
func general(reason i18n.Sentence) i18n.Sentence {
	format, args := reason.Parts()
	if len(args) == 0 || !workout.IsStep(args[0]) {
		return reason
	}
	return i18n.Sentencef(format, append([]any{i18n.Word("a step")}, args[1:]...)...)
}

// Repeats counts the completed and the planned steps of work, and returns the completed share of
// their time or distance: for example, three times ten minutes are as much work as six times five.
// It returns 0 unless rest separates at least two steps of work, since steady work has no intervals.
func Repeats(s *efforts.Session, steps []training.WorkoutStep, day efforts.Day) (done, asked int, work float64) {
	resolved, _ := efforts.Resolve(steps, s.Basis, day)
	if !again(resolved) {
		return 0, 0, 0
	}
	outcomes, _ := efforts.Match(s, resolved, nil)
	for i := range outcomes {
		if outcomes[i].Interval >= 0 && !cutShort(&outcomes[i]) {
			done++
		}
	}
	return done, len(outcomes), workShare(s, resolved)
}

// workShare returns the share of the work's time or distance that was done at
// or above the lowest target level. It returns 0 if a part is measured by time
// and another by distance.
func workShare(s *efforts.Session, steps []efforts.Step) float64 {
	var askedS, askedM, doneS, doneM float64
	lowest := math.Inf(1)
	for i := range steps {
		if step := &steps[i]; step.Work {
			if step.DurationS > 0 == (step.DistanceM > 0) {
				return 0
			}
			askedS, askedM = askedS+step.DurationS, askedM+step.DistanceM
			if step.Of != "" {
				step.Low = 0 // the target has another basis
			}
			lowest = min(lowest, step.Low)
		}
	}
	for i := range s.Intervals {
		if iv := &s.Intervals[i]; iv.Level >= lowest*(1-efforts.Tolerance) {
			doneS, doneM = doneS+iv.Seconds(), doneM+iv.DistanceM
		}
	}
	switch {
	case askedS > 0 && askedM > 0:
		return 0
	case askedS > 0:
		return doneS / askedS
	}
	return doneM / askedM
}

// again reports whether work is followed by rest and more work.
func again(steps []efforts.Step) bool {
	parts, before := 0, false
	for i := range steps {
		if steps[i].Work && !before {
			parts++
		}
		before = steps[i].Work
	}
	return parts > 1
}

// whole is the minimum share of a step for the step to be complete.
const whole = 0.9

// words describes in one line how closely a plan was followed: "4 of 5 done,
// the last 12 W under the range".
func words(s *efforts.Session, steps []efforts.Step, outcomes []efforts.Outcome, extra []int) i18n.Sentence {
	done, aimed, hit := 0, 0, 0
	var cut, off []int
	for i := range outcomes {
		o := &outcomes[i]
		if o.Interval < 0 {
			continue
		}
		if cutShort(o) {
			cut = append(cut, i)
		} else {
			done++
		}
		switch o.Side {
		case efforts.OnTarget:
			aimed, hit = aimed+1, hit+1
		case efforts.Below, efforts.Above:
			aimed++
			off = append(off, i)
		}
	}
	n := len(outcomes)
	out := []i18n.Sentence{i18n.Sentencef("%d of %d done", done, n)}
	if len(cut) > 0 {
		out = append(out, shortened(outcomes, cut))
	}
	switch {
	case len(off) > 0:
		out = append(out, missedBy(s.Basis, steps, outcomes, off))
	case aimed > 1:
		out = append(out, "all on target")
	case aimed == 1 && hit == 1:
		out = append(out, "on target")
	}
	if len(extra) > 0 {
		out = append(out, i18n.Sentencef("%s more than planned", i18n.Numbered(len(extra), "interval", "intervals")))
	}
	return i18n.Joined("%s, %s", out...)
}

func cutShort(o *efforts.Outcome) bool { return o.Done > 0 && o.Done < whole }

func shortened(outcomes []efforts.Outcome, cut []int) i18n.Sentence {
	if len(cut) > 1 {
		return i18n.Sentencef("%d cut short", len(cut))
	}
	return i18n.Sentencef("%s cut short at %.0f %%", which(cut[0], outcomes), 100*outcomes[cut[0]].Done)
}

// which describes a completed step of work by its position. "The last" means the last
// completed step.
func which(i int, outcomes []efforts.Outcome) i18n.Sentence {
	after := slices.ContainsFunc(outcomes[i+1:], func(o efforts.Outcome) bool { return o.Interval >= 0 })
	switch {
	case len(outcomes) == 1:
		return "it was"
	case i == 0:
		return "the first"
	case !after:
		return "the last"
	}
	return i18n.Sentencef("number %d", i+1)
}

// missedBy describes by how much targets were missed.
func missedBy(basis efforts.Basis, steps []efforts.Step, outcomes []efforts.Outcome, off []int) i18n.Sentence {
	under := map[bool][]int{}
	for _, i := range off {
		below := outcomes[i].Side == efforts.Below
		under[below] = append(under[below], i)
	}
	var out []i18n.Sentence
	for _, below := range []bool{true, false} {
		list := under[below]
		if len(list) == 0 {
			continue
		}
		worst := list[0]
		for _, i := range list {
			if math.Abs(outcomes[i].Off) > math.Abs(outcomes[worst].Off) {
				worst = i
			}
		}
		most := followedAmount(basis, &steps[outcomes[worst].Step], &outcomes[worst])
		switch len(list) {
		case 1:
			out = append(out, i18n.Sentencef("%s %s the range", which(list[0], outcomes), most))
		case len(outcomes):
			out = append(out, i18n.Sentencef("all up to %s the range", most))
		default:
			out = append(out, i18n.Sentencef("%d up to %s the range", len(list), most))
		}
	}
	return i18n.Joined("%s, %s", out...)
}

// followedAmount describes by how much a level misses its bound: "12 W under",
// "8 s/km slower than".
func followedAmount(basis efforts.Basis, s *efforts.Step, o *efforts.Outcome) i18n.Sentence {
	by, below := basis, o.Side == efforts.Below
	if s.Of != "" {
		by = s.Of
	}
	watts, beats := "%.0f W over", "%.0f bpm over"
	if below {
		watts, beats = "%.0f W under", "%.0f bpm under"
	}
	switch by {
	case efforts.ByPower:
		return i18n.Sentencef(watts, math.Abs(o.Off))
	case efforts.ByHR:
		return i18n.Sentencef(beats, math.Abs(o.Off))
	}
	metres, unit := 1000.0, "km"
	if by == efforts.ByLengths {
		metres, unit = 100, "100m"
	}
	bound, pace := s.High, "%.0f s/%s faster than"
	if below {
		bound, pace = s.Low, "%.0f s/%s slower than"
	}
	return i18n.Sentencef(pace, math.Abs(workout.PaceS(metres, bound)-workout.PaceS(metres, bound+o.Off)), unit)
}
