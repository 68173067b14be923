package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Timekeeper knows the segments of the athlete's own and the climbs that were
// ridden before.
type Timekeeper interface {
	Passed(ctx context.Context, s training.Scope, id training.ActivityID) ([]segments.Passed, error)
	KnownClimbs(ctx context.Context, s training.Scope, id training.ActivityID, climbs []route.Climb) ([]segments.Known, error)
}

// overWays fills in one of the sections that speak of ways which were ridden before.
func (d *Detail) overWays(ctx context.Context, section Section, sub *subject, keeper Timekeeper) error {
	if section == SectionClimbs {
		return d.climbs(ctx, sub, keeper)
	}
	return d.segments(ctx, sub, keeper)
}

// mostPassed bounds how many efforts one answer has.
const mostPassed = 40

// segments fills in the times over the athlete's own segments, in order, and
// those that the device timed itself.
func (d *Detail) segments(ctx context.Context, sub *subject, keeper Timekeeper) error {
	if first := sub.primary(); first != nil {
		for _, e := range first.Recording.DeviceEfforts[:min(len(first.Recording.DeviceEfforts), mostPassed)] {
			d.DeviceSegments = append(d.DeviceSegments, deviceEffort(&e))
		}
	}
	if keeper == nil {
		d.Missing = d.Missing.Add(string(SectionSegments), notTimed)
		return nil
	}
	all, err := keeper.Passed(ctx, sub.scope, sub.row.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		why := i18n.Sentence("it went over no own segment; save_segment makes one")
		if sub.lacks(training.Latitude) {
			why = "no position was recorded"
		}
		d.Missing = d.Missing.Add(string(SectionSegments), why)
	}
	if len(all) > mostPassed {
		all, d.Truncated, d.Narrow = all[:mostPassed], true, "Only the first times over segments are shown; get_segment has those of one."
	}
	for i := range all {
		d.Segments = append(d.Segments, passedFacts(&all[i]))
	}
	return nil
}

// notTimed is why nothing is said of segments where nobody keeps them.
const notTimed = "segments are not kept here"

// deviceEffort is a time as the device took it.
func deviceEffort(e *training.DeviceEffort) Facts {
	f := Facts{"start_offset_s": answers.Round(e.StartS, 0), "time_s": answers.Round(e.ElapsedS, 1)}
	f.Put("name", textclean.Line(e.Name, textclean.NameRunes))
	f.Put("given_up", e.GivenUp)
	if e.TimerS > 0 && e.TimerS != e.ElapsedS {
		f["timer_s"] = answers.Round(e.TimerS, 1)
	}
	return f
}

// stand adds a time's place among all of the athlete's.
func stand(f Facts, of segments.Standing, timeS float64) {
	f["times_ridden"], f["rank"] = of.Of, of.Rank
	f["best_s"], f["behind_best_s"] = answers.Round(of.BestS, 1), answers.Round(timeS-of.BestS, 1)
	f["best_activity_id"] = string(of.Best)
}

func passedFacts(p *segments.Passed) Facts {
	e := &p.Effort
	f := Facts{
		"segment_id": p.Segment.ID, "name": p.Segment.Name, "start_offset_s": answers.Round(e.FromS, 0), "time_s": answers.Round(e.TimeS(), 1),
		"distance_km": answers.Round(p.Segment.DistanceKm, 2),
	}
	f.Put("kind", string(p.Segment.Kind))
	stand(f, p.Standing, e.TimeS())
	for m, v := range answers.Rounded(e.Values) {
		switch m {
		case training.MetricAvgPowerW, training.MetricAvgHRBpm, training.MetricAvgSpeedKMH, training.MetricAvgCadenceRPM:
			f[string(m)] = v
		}
	}
	if len(e.Doubts) > 0 {
		f["approximate"] = wordsOf(e.Doubts)
	}
	return f
}
