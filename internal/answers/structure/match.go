package structure

import (
	"context"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// session is the index entry of an activity.
type session struct {
	id    training.ActivityID
	day   training.Day
	done  training.Discipline
	basis efforts.Basis
	sets  []gist
}

// sessions holds the sessions of one month in order of day.
type sessions []session

// Holds reports whether a session belongs to the activity.
func (all sessions) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(all, func(s session) bool { return s.id == id })
}

// read reads a range of months.
func (x *Index) read(ctx context.Context, s training.Scope, kind string, first,
	last fitness.MonthlyMonth,
) (map[fitness.MonthlyMonth]sessions, error) {
	out := map[fitness.MonthlyMonth]sessions{}
	done, err := fitness.ReadRefined(ctx, x.r, s, first.Span(last))
	if err != nil {
		return nil, err
	}
	for p, err := range x.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		full, err := derive.DecodeIntervals(p.Data)
		if err != nil {
			continue // a damaged primitive is derived again, and must not hide the others
		}
		m := fitness.MonthlyOf(p.Day)
		out[m] = append(out[m], session{p.Activity, p.Day, done.Of(p.Activity, p.Sport), full.Basis, gistsOf(full.Sets())})
	}
	for _, all := range out {
		all.together()
	}
	return out, ctx.Err()
}

// matcher decides which sets a query selects.
type matcher struct {
	q        *Query
	pattern  int8 // pattern of the query
	timeline *fitness.Timeline
	// unclassed is the number of sessions whose level could not be classified.
	unclassed int
}

// wants reports whether a session is in the query's days and sports.
func (m *matcher) wants(s *session) bool {
	return m.q.Days.Contains(s.day) && training.AnyHas(m.q.Sports, s.done)
}

// find returns the index of the first set that the query selects, or -1 if
// there is none.
func (m *matcher) find(s *session) int {
	unclassed := false
	for i := range s.sets {
		t := &s.sets[i]
		if !m.shape(t) || !m.level(s.basis, t) {
			continue
		}
		fits, known := m.class(s, t)
		if fits {
			return i
		}
		unclassed = unclassed || !known
	}
	if unclassed {
		m.unclassed++
	}
	return -1
}

// class compares the level with the thresholds and zones of the day. known is false if
// these are missing.
func (m *matcher) class(s *session, t *gist) (fits, known bool) {
	q := m.q
	if q.Zone == 0 && q.MinPercent <= 0 && q.MaxPercent <= 0 {
		return true, true
	}
	day := m.timeline.At(s.done, s.day).In(s.done.Indoor)
	kind, threshold := scaleOf(s.basis, day)
	c := classes{threshold: threshold}
	if q.MinPercent > 0 || q.MaxPercent > 0 {
		if threshold <= 0 {
			return false, false
		}
		if !within(c.percent(t.level), q.MinPercent, q.MaxPercent) {
			return false, true
		}
	}
	if q.Zone == 0 {
		return true, true
	}
	c.scheme, c.missing = zones.For(kind, s.done.Sport, day)
	return c.missing == "" && c.zone(t.level) == q.Zone, c.missing == ""
}

// shape compares pattern, duration, distance and count. The count of either one block or
// all blocks must match.
func (m *matcher) shape(t *gist) bool {
	q := m.q
	if q.Pattern != "" && m.pattern != t.pattern {
		return false
	}
	counts := func(n int32) bool { return int(n) >= q.MinCount && (q.MaxCount == 0 || int(n) <= q.MaxCount) }
	return within(t.workS, q.MinS, q.MaxS) && within(t.workM, q.MinM, q.MaxM) && (counts(t.repeats) || counts(t.count))
}

// level compares power and pace. A bound on power or pace selects only sets that were
// found by that quantity.
func (m *matcher) level(b efforts.Basis, t *gist) bool {
	q := m.q
	if (q.MinPowerW > 0 || q.MaxPowerW > 0) && (b != efforts.ByPower || !within(t.level, q.MinPowerW, q.MaxPowerW)) {
		return false
	}
	if q.FastestS <= 0 && q.SlowestS <= 0 {
		return true
	}
	return byPace(b) && t.level > 0 && within(1000/t.level, q.FastestS, q.SlowestS)
}

func within(x, low, high float64) bool { return x >= low && (high <= 0 || x <= high) }

func rowOf(h hit, full *efforts.Session, t *efforts.Set, name string, by *fitness.Timeline) Row {
	c := classesOf(full.Basis, h.done.Sport, by.At(h.done, h.day).In(h.done.Indoor))
	return Row{
		ID: string(h.id), LocalDate: h.day.String(), Sport: string(h.done.Sport), Refinement: h.done.Refinement(), Name: textclean.Line(name,
			rowNameRunes),
		Origin: originOf(full.Intervals[t.First : t.First+t.Count]), Intervals: full.Name(c.threshold), Set: setOf(full, t, c),
	}
}

// originOf returns "device" if the device's laps bound all intervals, and
// "detected" otherwise.
func originOf(all []efforts.Interval) string {
	if slices.ContainsFunc(all, func(iv efforts.Interval) bool { return !iv.Laps }) {
		return originDetected
	}
	return originDevice
}

// rowNameRunes is the maximum length of an activity's name in a row.
const rowNameRunes = 60

// Patterns returns the patterns that a query can name.
func Patterns() []string { return training.Texts(patterns[:]) }

// gist holds the values by which sets are found and compared. It has the size of a cache line.
type gist struct {
	workS, workM, level, restS float64
	partS                      [2]float64
	count, repeats             int32
	pattern                    int8 // index in patterns
	ramp                       bool
}

// patterns are the patterns that a query can name.
var patterns = [...]efforts.Pattern{efforts.Repeats, efforts.OverUnders, efforts.Ladder, efforts.Fartlek, efforts.Single}

const overUnders = 1

func patternOf(p efforts.Pattern) int8 { return int8(slices.Index(patterns[:], p)) } //nolint:gosec // one of five, or -1

func gistOf(t *efforts.Set) gist {
	return gist{
		workS: t.WorkS, workM: t.WorkM, level: t.Level, restS: t.RestS, partS: [2]float64{t.Parts[0].WorkS, t.Parts[1].WorkS},
		count: int32(t.Count), repeats: int32(t.Repeats), //nolint:gosec // numbers of one session
		pattern: patternOf(t.Pattern), ramp: t.Ramp,
	}
}

func gistsOf(sets []efforts.Set) []gist {
	out := make([]gist, len(sets))
	for i := range sets {
		out[i] = gistOf(&sets[i])
	}
	return out
}

// together moves the sets of a month into one block of memory, in the order in which they are read.
func (all sessions) together() {
	n := 0
	for i := range all {
		n += len(all[i].sets)
	}
	room := make([]gist, 0, n)
	for i := range all {
		from := len(room)
		room = append(room, all[i].sets...)
		all[i].sets = room[from:len(room):len(room)]
	}
}
