package wellness

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// CycleReader reads days of wellness, and what was done on them.
type CycleReader interface {
	fitness.LoadReader
	Reader
}

// CycleView is what is known by phase, in columns of one index. A cell is nil where
// nothing was measured.
type CycleView struct {
	Range answers.Span `json:"range"`
	// Cycles counts those that are whole.
	Cycles  int        `json:"cycles"`
	Length  *float64   `json:"mean_length_days,omitempty"`
	Phase   []string   `json:"phase,omitempty"`
	Days    []int      `json:"days,omitempty"`
	TSS     []*float64 `json:"tss_per_day,omitempty"`
	HRV     []*float64 `json:"hrv_rmssd_ms,omitempty"`
	Resting []*float64 `json:"resting_hr_bpm,omitempty"`
	RPE     []*float64 `json:"perceived_exertion,omitempty"`
	// Estimated counts the cycles whose phases after the period follow from their length.
	Estimated int             `json:"estimated_cycles,omitempty"`
	Rule      i18n.Sentence   `json:"rule,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// LeastCycles is how many whole cycles an answer needs: fewer say more of the
// weeks than of the phases.
const LeastCycles = 3

const rule = "A cycle begins with the first day of a period after 10 days without. Where only the period is known, the last 14 days " +
	"are luteal and the 3 before them ovulating (Lenton 1984)."

// Answer answers for days.
func Answer(ctx context.Context, r CycleReader, s training.Scope, days training.DayRange) (*CycleView, error) {
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
		v.Missing = v.Missing.Add("phases", i18n.Sentencef("%d whole cycles are known of these days; it takes %d", v.Cycles, LeastCycles))
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

func hides(ctx context.Context, r CycleReader, s training.Scope) (bool, error) {
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
