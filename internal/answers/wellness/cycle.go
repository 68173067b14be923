package wellness

import (
	"context"
	"maps"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Phase is a part of a menstrual cycle, named as in wellness.
type Phase string

// These are the phases.
const (
	Period     Phase = "period"
	Follicular Phase = "follicular"
	Ovulating  Phase = "ovulating"
	Luteal     Phase = "luteal"
)

// Phases returns the phases in the order of a cycle.
func Phases() []Phase { return []Phase{Period, Follicular, Ovulating, Luteal} }

const (
	// apartDays is the minimum number of days between the periods of two
	// cycles. If the gap is shorter, it is the same period.
	apartDays = 10
	// These are the limits for the length of a cycle in days. 24 to 38 days are normal
	// (FIGO, Munro et al. 2018); the limits are somewhat wider. A cycle of about twice
	// the usual length is really two cycles, of which the second was not entered.
	leastDays, cycleMostDays = 18, 50
	// lutealDays is the length of the luteal phase, and ovulatingDays the number
	// of days around ovulation that precede it (Lenton et al. 1984: 14.1 ± 1.4 days).
	lutealDays, ovulatingDays = 14, 3
)

// Cycle lasts from the first day of a period to the day before the next.
type Cycle struct {
	Days training.DayRange
	// Phases has one phase per day. It is "" for a day without an entry in a cycle that
	// has entries after the period.
	Phases []Phase
	// Estimated means that all phases except the period were estimated from the length.
	Estimated bool
}

// CycleOf finds the complete cycles in the entered phases of days. If only the period of
// a cycle was entered, it estimates the other phases from the length of the cycle.
func CycleOf(said map[training.Day]Phase) []Cycle {
	var starts []training.Day
	last := training.Day(-1 << 30)
	days := make([]training.Day, 0, len(said))
	for d, p := range said {
		if p == Period {
			days = append(days, d)
		}
	}
	slices.Sort(days)
	for _, d := range days {
		if d-last > apartDays {
			starts = append(starts, d)
		}
		last = d
	}
	var out []Cycle
	for i := 1; i < len(starts); i++ {
		days := training.DayRange{From: starts[i-1], To: starts[i] - 1}
		if n := days.Days(); n >= leastDays && n <= cycleMostDays {
			out = append(out, cycleOf(days, said))
		}
	}
	return out
}

func cycleOf(days training.DayRange, said map[training.Day]Phase) Cycle {
	c := Cycle{Days: days, Phases: make([]Phase, days.Days()), Estimated: true}
	for d := days.From; d <= days.To; d++ {
		if p := said[d]; p != "" && p != Period {
			c.Estimated = false
		}
	}
	luteal := days.To + 1 - lutealDays
	for i := range c.Phases {
		d := days.From + training.Day(i)
		switch p := said[d]; {
		case p != "":
			c.Phases[i] = p
		case !c.Estimated: // a day without an entry, in a cycle with entries
		case d >= luteal:
			c.Phases[i] = Luteal
		case d >= luteal-ovulatingDays:
			c.Phases[i] = Ovulating
		default:
			c.Phases[i] = Follicular
		}
	}
	return c
}

// CycleView holds values by phase, in columns that share an index. A cell is nil if
// nothing was measured.
type CycleView struct {
	Range answers.Span `json:"range"`
	// Cycles counts the complete cycles.
	Cycles  int        `json:"cycles"`
	Length  *float64   `json:"mean_length_days,omitempty"`
	Phase   []string   `json:"phase,omitempty"`
	Days    []int      `json:"days,omitempty"`
	TSS     []*float64 `json:"tss_per_day,omitempty"`
	HRV     []*float64 `json:"hrv_rmssd_ms,omitempty"`
	Resting []*float64 `json:"resting_hr_bpm,omitempty"`
	RPE     []*float64 `json:"perceived_exertion,omitempty"`
	// Estimated counts the cycles whose later phases were estimated from their length.
	Estimated int             `json:"estimated_cycles,omitempty"`
	Rule      i18n.Sentence   `json:"rule,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// LeastCycles is the minimum number of complete cycles for an answer. Fewer cycles would
// show the effect of single weeks rather than of phases.
const LeastCycles = 3

const rule = "A cycle begins with the first day of a period that follows at least 10 days without one. If only periods are known, the " +
	"last 14 days count as luteal and the 3 days before them as ovulating (Lenton 1984)."

// Answer returns the differences by phase over the given days.
func Answer(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) (*CycleView, error) {
	v := &CycleView{Range: answers.SpanOf(days)}
	if hidden, err := hides(ctx, r, s); err != nil || hidden {
		v.Missing = v.Missing.Add("phases", answers.HiddenCycle)
		return v, err
	}
	all, err := Days(ctx, r, s, days)
	if err != nil {
		return nil, err
	}
	said := map[training.Day]Phase{}
	for i := range all {
		if p := all[i].Words[training.WellnessMenstrualPhase].Text; p != "" && p != "none" {
			said[all[i].Day] = Phase(p)
		}
	}
	cycles := CycleOf(said)
	if v.Cycles = len(cycles); v.Cycles < LeastCycles {
		v.Missing = v.Missing.Add("phases", i18n.Sentencef("only %d complete cycles are recorded in this period; %d are "+
			"needed", v.Cycles, LeastCycles))
		return v, ctx.Err()
	}
	sums := newSums(cycles)
	for i := range all {
		sums.feel(&all[i])
	}
	err = fitness.EachLoad(ctx, r, s, days, func(in *store.LoadInput, tss float64) { sums.train(in, tss) })
	if err != nil {
		return nil, err
	}
	v.fill(cycles, sums)
	return v, nil
}

func hides(ctx context.Context, r store.Reader, s training.Scope) (bool, error) {
	if s.Audience != training.AudienceModel {
		return false, nil
	}
	who, err := r.Athlete(ctx, s)
	return !who.Sharing.Cycle, err
}

func (v *CycleView) fill(cycles []Cycle, sums *sums) {
	length := 0
	for _, c := range cycles {
		length += c.Days.Days()
		if c.Estimated {
			v.Estimated++
		}
	}
	v.Length = mean(float64(length), len(cycles), 1)
	v.Rule = rule
	for _, p := range Phases() {
		of := sums.by[p]
		if of == nil {
			continue
		}
		v.Phase, v.Days = append(v.Phase, string(p)), append(v.Days, of.days)
		v.TSS = append(v.TSS, mean(of.tss, of.days, 1))
		v.HRV = append(v.HRV, mean(of.hrv.sum, of.hrv.n, 1))
		v.Resting = append(v.Resting, mean(of.resting.sum, of.resting.n, 1))
		v.RPE = append(v.RPE, mean(of.rpe.sum, of.rpe.n, 1))
	}
}

func mean(sum float64, n, decimals int) *float64 {
	if n == 0 {
		return nil
	}
	m := answers.Round(sum/float64(n), decimals)
	return &m
}

// sums adds up values by phase.
type sums struct {
	of map[training.Day]Phase
	by map[Phase]*sum
}

type sum struct {
	days              int
	tss               float64
	hrv, resting, rpe measured
}

// measured adds up a value that only some days have.
type measured struct {
	sum float64
	n   int
}

func (m *measured) add(v float64) {
	m.sum += v
	m.n++
}

func newSums(cycles []Cycle) *sums {
	s := &sums{map[training.Day]Phase{}, map[Phase]*sum{}}
	for _, c := range cycles {
		for i, p := range c.Phases {
			if p == "" {
				continue
			}
			s.of[c.Days.From+training.Day(i)] = p
			if s.by[p] == nil {
				s.by[p] = &sum{}
			}
			s.by[p].days++
		}
	}
	return s
}

// feel adds the measurements of a day.
func (s *sums) feel(w *training.WellnessDay) {
	of := s.by[s.of[w.Day]]
	if of == nil {
		return
	}
	if v, ok := w.Numbers[training.WellnessHRVRmssdMs]; ok {
		of.hrv.add(v.Value)
	}
	if v, ok := w.Numbers[training.WellnessRestingHRBpm]; ok {
		of.resting.add(v.Value)
	}
}

// train adds an activity.
func (s *sums) train(in *store.LoadInput, tss float64) {
	of := s.by[s.of[in.Day]]
	if of == nil {
		return
	}
	of.tss += tss
	if in.RPE > 0 {
		of.rpe.add(in.RPE)
	}
}

// best lists the sources of a day's value, best first. The source that measured a value comes
// before services that pass it on. The athlete's own values come before those of all sources.
var best = []string{"garmin", "polar", "apple", "intervals", "igpsport", "strava"}

// Days reads the known values of a range of days, in order.
func Days(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]training.WellnessDay, error) {
	docs, err := r.Documents(ctx, s, document.Wellness, document.Filter{Days: &days})
	if err != nil {
		return nil, err
	}
	out := make([]training.WellnessDay, 0, len(docs))
	for _, d := range docs {
		w, err := Shown(d)
		if err != nil {
			return nil, err
		}
		if !w.Empty() && days.Contains(w.Day) {
			out = append(out, w)
		}
	}
	return out, nil
}

// Shown returns a day with its layers merged.
func Shown(d document.Document) (training.WellnessDay, error) {
	w, err := document.Show[training.WellnessDay](d, best...)
	w.Day = d.Days.From
	maps.DeleteFunc(w.Numbers, func(f training.WellnessField, _ training.WellnessNumber) bool { return !plain(f) })
	maps.DeleteFunc(w.Words, func(f training.WellnessField, _ training.WellnessWords) bool { return !plain(f) })
	return w, err
}

// customCode matches the names that services allow for the athlete's custom fields.
var customCode = textclean.LazyRegexp(`^custom:[A-Za-z][A-Za-z0-9_]{0,31}$`)

// plain reports whether a field is a known one or a custom one with a valid code.
// Custom names come from other people and must not contain sentences.
func plain(f training.WellnessField) bool {
	if !f.Custom() {
		_, _, number := f.Range()
		return number || slices.Contains(training.WellnessFields(), f)
	}
	return customCode.Get().MatchString(string(f))
}

// athlete is the source of values that the athlete entered.
const athlete = "athlete"

// ID returns the id of the document of a day.
func ID(d training.Day) string { return d.String() }
