package fitness

import (
	"context"
	"iter"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Summary answers q, with loads from r.
func (h *Histograms) Summary(
	ctx context.Context, r SummaryReader, s training.Scope, f answers.Frame, q SummaryQuery,
) (*SummaryView, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	span, any, err := spanOf(ctx, r, s, f)
	if err != nil {
		return nil, err
	}
	if q.Kind == PeriodRange && q.Days.To >= span.From {
		q.Days.From = max(q.Days.From, span.From)
	}
	v := &SummaryView{Heading: f.Heading(), Sports: q.Sports, Words: []i18n.Sentence{}}
	if q.Only != (Only{}) {
		v.Only = &q.Only
	}
	p, done, prev := periodOf(q, f, span)
	if done.Days() == 0 {
		return nil, training.Errorf(training.KindInvalid, "The period %s has not begun yet.", q.Days).
			WithFix("Ask for days up to %s; what is planned is in list_events.", f.Today)
	}
	switch {
	case !q.wants(SummaryPrevious):
		prev = nil
	case prev != nil && prev.To < span.From:
		v.Missing, prev = v.Missing.Add("previous", "there is no activity before the period"), nil
	}
	v.Period, v.Previous = p, prev
	c, err := readCounted(ctx, r, s, q)
	if err != nil {
		return nil, err
	}
	read := done
	if prev != nil {
		read.From = min(read.From, prev.From)
	}
	w, err := c.work(ctx, r, s, read)
	if err != nil {
		return nil, err
	}
	hidden, err := serviced.Withheld(ctx, r, s, done)
	if err != nil {
		return nil, err
	}
	d := summarised{h, r, s, f, c, w, done, span, hidden}
	v.count(d)
	if err := v.parts(ctx, d); err != nil {
		return nil, err
	}
	v.tell(any)
	return v, ctx.Err()
}

// summarised is what the parts of a summary are made of.
type summarised struct {
	h          *Histograms
	r          SummaryReader
	s          training.Scope
	f          answers.Frame
	c          counted
	w          *work
	done, span training.DayRange
	hidden     []training.Withheld
}

// rows are the activities of the period, in order of day.
func (d summarised) rows() iter.Seq[*store.LoadInput] {
	return func(yield func(*store.LoadInput) bool) {
		for _, r := range within(d.w.rated, d.done) {
			if !yield(r.LoadInput) {
				return
			}
		}
	}
}

// parts answers the sections that read more than the activities of the period.
func (v *SummaryView) parts(ctx context.Context, d summarised) (err error) {
	q := d.c.q
	if err := v.tellMeters(ctx, d.h.r, d.s, d.done); err != nil {
		return err
	}
	if q.wants(SummaryStreaks) {
		if v.Streaks, err = d.streaks(ctx); err != nil {
			return err
		}
	}
	if q.wants(SummaryZones) {
		if err := v.zones(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryBests) {
		if v.Bests, err = bests(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryEddington) {
		v.Eddingtons = eddingtons(d.rows())
		if len(v.Eddingtons) == 0 {
			v.Missing = v.Missing.Add("eddington", "no activity has a distance")
		}
	}
	if q.wants(SummaryMilestones) {
		all, err := d.r.LoadInputs(ctx, d.s, training.DayRange{From: d.span.From, To: d.done.To})
		if err != nil {
			return err
		}
		v.Milestones = milestones(d.c.among(all), d.done)
	}
	if q.wants(SummaryWeather) {
		if err := v.weather(ctx, d); err != nil {
			return err
		}
	}
	if q.wants(SummaryTRIMP) {
		return v.trimp(ctx, d)
	}
	return nil
}

func (v *SummaryView) weather(ctx context.Context, d summarised) error {
	known, err := d.r.Weathers(ctx, d.s, d.done)
	if err != nil {
		return err
	}
	if v.Weather = heatAndWind(d.rows(), known); v.Weather == nil {
		v.Missing = v.Missing.Add("weather", "no service and no device says how warm it was outdoors")
		return nil
	}
	v.Words = append(v.Words, v.Weather.words()...)
	return nil
}

func (v *SummaryView) zones(ctx context.Context, d summarised) (err error) {
	if v.Zones, err = timeInZones(ctx, d.h, d.s, d.done, d.c.q.Sports, d.c.selected, d.w.Timeline); err != nil {
		return err
	}
	if err := nameZones(ctx, d.r, d.s, v.Zones); err != nil {
		return err
	}
	if len(v.Zones) == 0 && v.Totals.Activities > 0 {
		v.Missing = v.Missing.Add("time_in_zones", "no power or heart rate with zones for it; set ftp_w or lthr_bpm with update_athlete_settings")
	}
	return nil
}
