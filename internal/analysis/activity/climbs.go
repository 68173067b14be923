package activity

import (
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/segments"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/terrain"
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
	all, why, err := derived(ctx, sub, primitive.Climbs, primitive.DecodeClimbs, func(v *stream.View) ([]terrain.Climb, string) {
		return terrain.Climbs(v)
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
func highest(all []terrain.Climb) []terrain.Climb {
	gains := make([]float64, len(all))
	for i, c := range all {
		gains[i] = c.GainM
	}
	slices.Sort(gains)
	least := gains[len(gains)-mostClimbs]
	kept := slices.DeleteFunc(slices.Clone(all), func(c terrain.Climb) bool { return c.GainM < least })
	return kept[:min(mostClimbs, len(kept))]
}

func climbFacts(number int, c terrain.Climb, sub *subject) Facts {
	f := Facts{
		"climb": number, "start_offset_s": analysis.Round(c.Span.FromS, 0), "start_km": analysis.Round(c.StartM/1000, 2),
		"length_km": analysis.Round(c.LengthM/1000, 2), "gain_m": analysis.Round(c.GainM, 0),
		"avg_grade_pct": analysis.Round(c.GradePct(), 1), "max_grade_pct": analysis.Round(c.SteepPct, 1),
		"top_m": analysis.Round(c.FootM+c.GainM, 0), "duration_s": analysis.Round(c.TimerS, 0), "fiets": analysis.Round(c.Fiets(), 2),
	}
	if vam := c.VAM(); vam > 0 {
		f["vam_m_per_h"] = analysis.Round(vam, 0)
	}
	f.Put("category", c.Category())
	if c.AvgHRBpm > 0 {
		f["avg_hr_bpm"] = analysis.Round(c.AvgHRBpm, 0)
	}
	if c.AvgPowerW > 0 {
		f["avg_power_w"] = analysis.Round(c.AvgPowerW, 0)
		if kg := sub.thresholds.WeightKg; kg > 0 && sub.mayShowWeight() {
			f["avg_power_w_per_kg"] = analysis.Round(c.AvgPowerW/kg, 2)
		}
	}
	return f
}
