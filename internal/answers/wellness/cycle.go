package wellness

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
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
	Notes     []i18n.Sentence `json:"notes,omitempty"`
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
	if who, err := r.Athlete(ctx, s); err != nil || !who.Shows(s.Audience).Cycle {
		v.Missing = v.Missing.Add("phases", answers.HiddenCycle)
		return v, err
	}
	all, err := daysOf(ctx, r, s, days)
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
	t := &table{days, all}
	v.feel(sums, t.line(training.WellnessHRVRmssdMs, days.From), training.WellnessHRVRmssdMs, func(s *sum) *measured { return &s.hrv })
	v.feel(sums, t.line(training.WellnessRestingHRBpm, days.From), training.WellnessRestingHRBpm, func(s *sum) *measured { return &s.resting })
	err = fitness.EachLoad(ctx, r, s, days, func(in *store.LoadInput, tss float64) { sums.train(in, tss) })
	if err != nil {
		return nil, err
	}
	v.fill(cycles, sums)
	return v, nil
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

// feel adds the measurements of the source with the most days. It adds a note if there are others.
func (v *CycleView) feel(s *sums, l line, f training.WellnessField, to func(*sum) *measured) {
	of := l.of(l.main())
	for _, p := range of {
		if in := s.by[s.of[p.day]]; in != nil {
			to(in).add(p.value)
		}
	}
	if len(of) < len(l.points) {
		v.Notes = append(v.Notes, mainOnly(string(f), l.main(), len(of), len(l.points)))
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
