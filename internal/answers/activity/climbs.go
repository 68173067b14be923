package activity

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// mostClimbs bounds how many climbs one answer has: the highest are kept.
const mostClimbs = 40

// climbs fills in the climbs, in order, and what is known of them from other
// times up. The weight is that of the day.
func (d *Detail) climbs(ctx context.Context, sub *subject, keeper Timekeeper) error {
	if sub.lacks(training.Altitude) {
		d.Missing = d.Missing.Add(string(SectionClimbs), training.NoAltitude)
		return nil
	}
	all, why, err := derived(ctx, sub, derive.Climbs, derive.DecodeClimbs, func(v *stream.View) ([]route.Climb, i18n.Sentence) {
		return route.Climbs(v)
	})
	if why != "" {
		d.Missing = d.Missing.Add(string(SectionClimbs), why)
	}
	known := make([]segments.Known, len(all))
	if keeper != nil && len(all) > 0 && err == nil {
		known, err = keeper.KnownClimbs(ctx, sub.scope, sub.row.ID, all)
	}
	if err != nil {
		return err
	}
	kept := all
	if len(all) > mostClimbs {
		kept = highest(all)
		d.Truncated, d.Narrow = true, "Only the highest climbs are shown."
	}
	for i, c := range all {
		if len(d.Climbs) < len(kept) && kept[len(d.Climbs)] == c {
			d.Climbs = append(d.Climbs, ridden(climbFacts(len(d.Climbs)+1, c, sub), &known[i]))
		}
	}
	return nil
}

// ridden adds what is known of a climb. Up one that is not saved, times are
// without pauses.
func ridden(f Facts, known *segments.Known) Facts {
	if known.SegmentID == "" {
		return f
	}
	f["segment_id"] = known.SegmentID
	f.Put("name", known.Name)
	stand(f, known.Standing, known.TimeS)
	return f
}

// highest are the climbs with the most gain, in their order.
func highest(all []route.Climb) []route.Climb {
	gains := make([]float64, len(all))
	for i, c := range all {
		gains[i] = c.GainM
	}
	slices.Sort(gains)
	least := gains[len(gains)-mostClimbs]
	kept := slices.DeleteFunc(slices.Clone(all), func(c route.Climb) bool { return c.GainM < least })
	return kept[:min(mostClimbs, len(kept))]
}

func climbFacts(number int, c route.Climb, sub *subject) Facts {
	f := Facts{
		"climb": number, "start_offset_s": answers.Round(c.Span.FromS, 0), "start_km": answers.Round(c.StartM/1000, 2),
		"length_km": answers.Round(c.LengthM/1000, 2), "gain_m": answers.Round(c.GainM, 0),
		"avg_grade_pct": answers.Round(c.GradePct(), 1), "max_grade_pct": answers.Round(c.SteepPct, 1),
		"top_m": answers.Round(c.FootM+c.GainM, 0), "duration_s": answers.Round(c.TimerS, 0), "fiets": answers.Round(c.Fiets(), 2),
	}
	if vam := c.VAM(); vam > 0 {
		f["vam_m_per_h"] = answers.Round(vam, 0)
	}
	f.Put("category", c.Category())
	if c.AvgHRBpm > 0 {
		f["avg_hr_bpm"] = answers.Round(c.AvgHRBpm, 0)
	}
	if c.AvgPowerW > 0 {
		f["avg_power_w"] = answers.Round(c.AvgPowerW, 0)
		if kg := sub.thresholds.WeightKg; kg > 0 && sub.mayShowWeight() {
			f["avg_power_w_per_kg"] = answers.Round(c.AvgPowerW/kg, 2)
		}
	}
	return f
}
