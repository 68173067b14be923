package structure

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// View is the structure of one activity.
type View struct {
	Name i18n.Sentence `json:"name"`
	// FoundIn is the data in which the intervals were found: power, pace, hr or lengths.
	// It is empty if no interval stands out.
	FoundIn string `json:"found_in,omitempty"`
	Sets    []Set  `json:"sets"`
	// Intervals holds columns that share an index. A cell is null if unknown, and a
	// column without any known value is absent.
	Intervals Columns `json:"intervals"`
	// Scheme is the name of the zone scheme.
	Scheme string `json:"zone_scheme,omitempty"`
	// Missing gives the reasons why there are no percentages or zones.
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	// Planned shows how closely the planned workout was followed.
	Planned *workouts.ComplianceView `json:"planned,omitempty"`
}

// Set is a group of intervals that belong together.
type Set struct {
	Name      i18n.Sentence `json:"name"`
	Pattern   string        `json:"pattern"`
	Blocks    int           `json:"blocks,omitempty"`
	Intervals int           `json:"intervals"`
	DurationS float64       `json:"duration_s"`
	RestS     float64       `json:"rest_s,omitempty"`
	Level
}

// Level is the intensity of a set, in the unit of its values, and its class according to
// the thresholds of the day.
type Level struct {
	DistanceKM float64 `json:"distance_km,omitempty"`
	AvgPowerW  float64 `json:"avg_power_w,omitempty"`
	PaceSPerKM float64 `json:"pace_s_per_km,omitempty"`
	PaceS100M  float64 `json:"pace_s_per_100m,omitempty"`
	AvgHRBpm   float64 `json:"avg_hr_bpm,omitempty"`
	Percent    float64 `json:"percent_of_threshold,omitempty"`
	Zone       int     `json:"zone,omitempty"`
}

// Columns holds intervals as columns.
type Columns struct {
	StartOffsetS []int32    `json:"start_offset_s"`
	DurationS    []float64  `json:"duration_s"`
	Kind         []string   `json:"kind"`
	ByLaps       []bool     `json:"by_laps,omitempty"`
	AvgPowerW    []*float64 `json:"avg_power_w,omitempty"`
	AvgHRBpm     []*float64 `json:"avg_hr_bpm,omitempty"`
	MaxHRBpm     []*float64 `json:"max_hr_bpm,omitempty"`
	PaceSPerKM   []*float64 `json:"pace_s_per_km,omitempty"`
	PaceS100M    []*float64 `json:"pace_s_per_100m,omitempty"`
	SpeedKMH     []*float64 `json:"avg_speed_kmh,omitempty"`
	CadenceRPM   []*float64 `json:"avg_cadence_rpm,omitempty"`
	DistanceKM   []*float64 `json:"distance_km,omitempty"`
	ClimbM       []*float64 `json:"elevation_gain_m,omitempty"`
	Percent      []*float64 `json:"percent_of_threshold,omitempty"`
	Zone         []*int     `json:"zone,omitempty"`
	RestS        []*float64 `json:"rest_s,omitempty"`
}

// mostShown is the maximum number of intervals in an answer.
const mostShown = 80

// Of returns the view of a session, using the thresholds of its sport and day.
func Of(s *efforts.Session, sport training.Sport, t training.Thresholds) *View {
	c := classesOf(s.Basis, sport, t)
	v := &View{Name: s.Name(c.threshold), FoundIn: foundIn(s.Basis), Sets: []Set{}, Scheme: c.scheme.Method}
	sets := s.Sets()
	for i := range sets {
		v.Sets = append(v.Sets, setOf(s, &sets[i], c))
	}
	w := writer{s: s, c: c, paced: sport.OnFoot()}
	for i := range s.Intervals {
		if i == mostShown {
			v.Truncated = true
			break
		}
		w.add(&v.Intervals, i)
	}
	v.Intervals.prune()
	if c.threshold <= 0 {
		v.Missing = v.Missing.Add("percent_of_threshold", noThreshold(s.Basis))
	}
	if c.missing != "" {
		v.Missing = v.Missing.Add("zone", c.missing)
	}
	return v
}

// None returns the view of a session without intervals.
func None() *View {
	return &View{Name: efforts.NoneFound, Sets: []Set{}, Intervals: Columns{StartOffsetS: []int32{}, DurationS: []float64{}, Kind: []string{}}}
}

func foundIn(b efforts.Basis) string {
	if b == efforts.BySpeed {
		return "pace"
	}
	return string(b)
}

func noThreshold(b efforts.Basis) i18n.Sentence {
	switch b {
	case efforts.ByPower:
		return answers.NoFTP
	case efforts.ByHR:
		return answers.NoLTHR
	}
	return answers.NoThreshold
}

func setOf(s *efforts.Session, x *efforts.Set, c classes) Set {
	out := Set{
		Name: s.SetName(x, c.threshold), Pattern: string(x.Pattern), Intervals: x.Count,
		DurationS: answers.Round(x.WorkS, 0), RestS: answers.Round(x.RestS, 0), Level: levelOf(s.Basis, x.Level, c),
	}
	if x.Blocks > 1 {
		out.Blocks = x.Blocks
	}
	if byPace(s.Basis) {
		out.DistanceKM = answers.Round(x.WorkM/1000, 3)
	}
	return out
}

func levelOf(b efforts.Basis, level float64, c classes) Level {
	out := Level{Percent: answers.Round(c.percent(level), 1), Zone: c.zone(level)}
	switch {
	case b == efforts.ByPower:
		out.AvgPowerW = answers.Round(level, 1)
	case b == efforts.ByHR:
		out.AvgHRBpm = answers.Round(level, 1)
	case level > 0 && b == efforts.BySpeed:
		out.PaceSPerKM = answers.Round(1000/level, 1)
	case level > 0:
		out.PaceS100M = answers.Round(100/level, 1)
	}
	return out
}

// classes classifies the levels of a basis using the thresholds of one sport and day.
type classes struct {
	threshold float64
	scheme    zones.Scheme
	missing   i18n.Sentence
}

func classesOf(b efforts.Basis, sport training.Sport, t training.Thresholds) classes {
	kind, threshold := scaleOf(b, t)
	c := classes{threshold: threshold}
	c.scheme, c.missing = zones.For(kind, sport, t)
	return c
}

// scaleOf returns the kind of zones and the threshold with which levels of a basis are
// compared. The threshold is 0 if unknown.
func scaleOf(b efforts.Basis, t training.Thresholds) (training.ZoneKind, float64) {
	switch b {
	case efforts.ByPower:
		return training.ZonesPower, t.FTPW
	case efforts.ByHR:
		return training.ZonesHR, t.LTHRBpm
	}
	return training.ZonesPace, t.ThresholdMPS
}

// percent returns a level as a percentage of the threshold, or 0 without a threshold.
func (c classes) percent(level float64) float64 {
	if c.threshold <= 0 {
		return 0
	}
	return 100 * level / c.threshold
}

// zone returns the zone of a level, or 0 if there are no zones.
func (c classes) zone(level float64) int {
	if c.missing != "" {
		return 0
	}
	return c.scheme.Zone(level)
}

// These are the minimum ratios of duration, distance, number and rest for two sets to be similar.
const (
	likeWork, likeDistance, likeCount, likeRest = 0.85, 0.95, 0.7, 0.5
	// likePercent is the maximum difference in level, as a percentage of the thresholds
	// on their days. Without thresholds, likeLevel is the minimum ratio of the levels.
	likePercent, likeLevel = 12.0, 0.85
	// LikeShare is the minimum similarity of two sessions.
	LikeShare = 0.75
)

// Subject is the session with which others are compared.
type Subject struct {
	ID      training.ActivityID
	Sport   training.Sport
	Day     training.Day
	Session *efforts.Session
}

// Alike is a session that is similar to another.
type Alike struct {
	ID  training.ActivityID
	Day training.Day
	// Share is the similarity, from 0 to 1.
	Share float64
}

// Alike lists the sessions of the subject's sport with similar work, by day: sets
// of the same pattern, similar in duration or distance, number, rest and level.
func (x *Index) Alike(ctx context.Context, s training.Scope, of Subject) ([]Alike, error) {
	history, err := x.r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	timeline := fitness.NewTimeline(history)
	done, err := fitness.ReadRefined(ctx, x.r, s, training.DayRange{From: of.Day, To: of.Day})
	if err != nil {
		return nil, err
	}
	own := likener{of.Session.Basis, gistsOf(of.Session.Sets()), thresholdAt(timeline, of.Session.Basis, done.Of(of.ID, of.Sport), of.Day)}
	var out []Alike
	err = x.months.Each(ctx, s, derive.Intervals, answers.EveryDay, func(_ fitness.MonthlyMonth, all sessions) error {
		for i := range all {
			e := &all[i]
			if e.done.Sport != of.Sport || e.id == of.ID {
				continue
			}
			if !own.mayBeLike(e) {
				continue
			}
			other := likener{e.basis, e.sets, thresholdAt(timeline, e.basis, e.done, e.day)}
			if share := own.likeness(&other); share >= LikeShare {
				out = append(out, Alike{e.id, e.day, share})
			}
		}
		return ctx.Err()
	})
	return out, err
}

func thresholdAt(t *fitness.Timeline, b efforts.Basis, d training.Discipline, day training.Day) float64 {
	_, threshold := scaleOf(b, t.At(d, day))
	return threshold
}

// likener is a session with the threshold of its day, which is 0 if there is none.
type likener struct {
	basis     efforts.Basis
	sets      []gist
	threshold float64
}

// likeness returns the share of the work of two sessions that is in similar sets, with
// each set weighted by its similarity.
func (l *likener) likeness(o *likener) float64 {
	like, all := 0.0, 0.0
	for i := range l.sets {
		all += workS(&l.sets[i])
	}
	for k := range o.sets {
		all += workS(&o.sets[k])
	}
	used := make([]bool, len(o.sets))
	for i := range l.sets {
		best, at := 0.0, -1
		for k := range o.sets {
			if used[k] {
				continue
			}
			if share := l.alike(&l.sets[i], o, &o.sets[k]); share > best {
				best, at = share, k
			}
		}
		if at >= 0 {
			used[at] = true
			like += best * (workS(&l.sets[i]) + workS(&o.sets[at]))
		}
	}
	if all <= 0 {
		return 0
	}
	return like / all
}

func workS(t *gist) float64 { return float64(t.count) * t.workS }

// mayBeLike reports whether a session has a set of similar shape, regardless of
// level. Most sessions have no such set, so their thresholds need not be looked up.
func (l *likener) mayBeLike(e *session) bool {
	for i := range l.sets {
		for k := range e.sets {
			if l.sameShape(&l.sets[i], e.basis, &e.sets[k]) > 0 {
				return true
			}
		}
	}
	return false
}

// alike returns the similarity of two sets, or 0 if they are not similar.
func (l *likener) alike(a *gist, o *likener, b *gist) float64 {
	share := l.sameShape(a, o.basis, b)
	if share > 0 && !l.sameLevel(a, o, b) {
		return 0
	}
	return share
}

// sameShape returns the similarity of two sets, regardless of their level.
func (l *likener) sameShape(a *gist, basis efforts.Basis, b *gist) float64 {
	if a.pattern != b.pattern || a.ramp != b.ramp {
		return 0
	}
	work, count, rest := ratio(a.workS, b.workS), ratio(float64(a.count), float64(b.count)), 1.0
	if byPace(l.basis) && byPace(basis) {
		if metres := ratio(a.workM, b.workM); metres >= likeDistance {
			work = max(work, metres)
		}
	}
	if a.restS > 0 && b.restS > 0 {
		rest = ratio(a.restS, b.restS)
	}
	if work < likeWork || count < likeCount || rest < likeRest {
		return 0
	}
	if a.pattern == overUnders && min(ratio(a.partS[0], b.partS[0]), ratio(a.partS[1], b.partS[1])) < likeWork {
		return 0
	}
	return (2*work + 2*count + rest) / 5
}

// sameLevel compares levels in percent if both days have a threshold. Otherwise, it
// returns true for levels in different units, because they cannot be compared.
func (l *likener) sameLevel(a *gist, o *likener, b *gist) bool {
	if l.threshold > 0 && o.threshold > 0 {
		d := 100 * (a.level/l.threshold - b.level/o.threshold)
		return d <= likePercent && d >= -likePercent
	}
	return l.basis != o.basis || ratio(a.level, b.level) >= likeLevel
}

func byPace(b efforts.Basis) bool { return b == efforts.BySpeed || b == efforts.ByLengths }

// ratio returns the smaller of a and b divided by the larger, or 0 if one is unknown.
func ratio(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return min(a, b) / max(a, b)
}
