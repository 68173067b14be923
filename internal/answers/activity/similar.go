package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Likener finds activities similar to a given one.
type Likener interface {
	Like(ctx context.Context, s training.Scope, of structure.SimilarSubject) (*structure.Found, error)
}

// Similar holds activities of the same sport that are similar to a given one,
// by three different measures.
type Similar struct {
	Route     *Matches `json:"route,omitempty"`
	Profile   *Matches `json:"profile,omitempty"`
	Structure *Matches `json:"structure,omitempty"`
}

// Matches holds the activities that are similar by one measure.
type Matches struct {
	Total int `json:"total"`
	// Rank is the rank of the activity itself by timer time; 1 is the fastest.
	Rank       int     `json:"rank_by_duration,omitempty"`
	Activities []Facts `json:"activities,omitempty"`
}

// noWay returns the reason why the route of an activity cannot be compared.
func noWay() i18n.Sentence {
	return i18n.Sentencef("no route of %s or more was recorded, or it has not been computed yet", route.LeastWay())
}

func noProfile() i18n.Sentence {
	return i18n.Sentencef("altitude is known for less than %s of the track", route.LeastProfile())
}

// similar fills in the activities with a similar route, profile or structure.
func (d *Detail) similar(ctx context.Context, sub *subject, find Likener) error {
	if find == nil {
		d.Missing = d.Missing.Add(string(SectionSimilar), "no comparison with other activities is available here")
		return nil
	}
	of, noSets, err := sub.comparable(ctx)
	if err != nil {
		return err
	}
	found, err := find.Like(ctx, sub.scope, of)
	if err != nil {
		return err
	}
	d.Similar = &Similar{}
	for _, m := range []struct {
		name, likeness string
		why            i18n.Sentence
		found          *structure.Matches
		shown          **Matches
		have           bool
	}{
		{"route", "route_overlap_pct", noWay(), &found.Route, &d.Similar.Route, len(of.Sketch.Line) > 0},
		{"profile", "profile_likeness_pct", noProfile(), &found.Profile, &d.Similar.Profile, len(of.Sketch.ProfileDM) > 0},
		{"structure", "structure_likeness_pct", noSets, &found.Structure, &d.Similar.Structure, of.Session != nil},
	} {
		if !m.have {
			d.Missing = d.Missing.Add("similar."+m.name, m.why)
		} else if *m.shown, err = sub.matches(ctx, m.found, m.likeness); err != nil {
			return err
		}
	}
	return sub.nameSets(ctx, d.Similar.Structure)
}

// comparable returns the activity in the form that comparisons need. If it has no sets,
// noSets is the reason.
func (sub *subject) comparable(ctx context.Context) (of structure.SimilarSubject, noSets i18n.Sentence, err error) {
	of = structure.SimilarSubject{ID: sub.row.ID, Sport: sub.row.Sport, Day: sub.row.LocalDay, Sketch: &route.Sketch{}}
	// Without position and altitude there is no sketch, so no stream needs to be read.
	if !sub.lacks(training.Latitude) || !sub.lacks(training.Altitude) {
		sketch, why, err := derived(ctx, sub, derive.Route, derive.DecodeRoute, func(v *stream.View) (*route.Sketch, i18n.Sentence) {
			s, why := route.Of(v)
			return &s, why
		})
		if err != nil {
			return of, "", err
		}
		if why == "" {
			of.Sketch = sketch
		}
	}
	session, noSets, err := sub.session(ctx)
	if noSets == "" {
		of.Session = session
	}
	return of, noSets, err
}

// session returns the work intervals of the activity, or the reason why there are none.
func (sub *subject) session(ctx context.Context) (*efforts.Session, i18n.Sentence, error) {
	return derived(ctx, sub, derive.Intervals, derive.DecodeIntervals, func(v *stream.View) (*efforts.Session, i18n.Sentence) {
		s, why := efforts.Of(v)
		return &s, why
	})
}

// likeFields lists the fields shown for each similar activity.
var likeFields = []string{
	"local_date", "name", "race", "distance_km", "elevation_gain_m", "duration_s", "avg_power_w", "normalized_power_w", "avg_speed_kmh",
	"pace_s_per_km", "avg_hr_bpm", "tss",
}

// likeMetrics returns the metrics needed for these fields and a load.
func likeMetrics() []training.Metric { return append(DefaultMetrics(), training.MetricPaceSPerKM) }

// matches returns the activities that match by one measure, as rows.
func (sub *subject) matches(ctx context.Context, m *structure.Matches, likeness string) (*Matches, error) {
	out := &Matches{Total: m.Total, Rank: m.Rank}
	if len(m.Hits) == 0 {
		return out, nil
	}
	ids := make([]training.ActivityID, len(m.Hits))
	for i, h := range m.Hits {
		ids[i] = h.ID
	}
	page, err := sub.reader.Activities(ctx, sub.scope, store.ActivityFilter{IDs: ids, Metrics: likeMetrics()})
	if err != nil {
		return nil, err
	}
	rows := map[training.ActivityID]*store.ActivityRow{}
	for i := range page.Rows {
		rows[page.Rows[i].ID] = &page.Rows[i]
	}
	for _, h := range m.Hits {
		row := rows[h.ID]
		if row == nil {
			continue // deleted in the meantime
		}
		f := listRow(row, sub.loads, likeFields)
		f[likeness] = answers.Round(100*h.Share, 0)
		f.Put("reversed", h.Reversed)
		out.Activities = append(out.Activities, f)
	}
	return out, nil
}

// nameSets adds to each activity a description of its intervals.
func (sub *subject) nameSets(ctx context.Context, m *Matches) error {
	if m == nil {
		return nil
	}
	for _, f := range m.Activities {
		p, err := sub.reader.Primitive(ctx, sub.scope, training.ActivityID(f["id"].(string)), derive.Intervals)
		if training.KindOf(err) == training.KindNotFound {
			continue // deleted in the meantime
		}
		if err != nil {
			return err
		}
		s, err := derive.DecodeIntervals(p.Data)
		if err != nil {
			return err
		}
		f["intervals"] = s.Name(0)
	}
	return nil
}

// derived returns the stored primitive of the given kind, or computes it from the streams if
// it is not stored. reason explains why there is none.
func derived[T any](
	ctx context.Context, sub *subject, kind string, decode func([]byte) (T, error), compute func(*stream.View) (T, i18n.Sentence),
) (v T, reason i18n.Sentence, err error) {
	data, ok, err := sub.stored(ctx, kind)
	if err != nil {
		return v, "", err
	}
	if ok {
		v, err = decode(data)
		return v, "", err
	}
	view, err := sub.open(ctx)
	if err != nil {
		return v, "", err
	}
	v, reason = compute(view)
	return v, reason, nil
}

func (sub *subject) deviceLaps(ctx context.Context) ([]summary.Lap, i18n.Sentence, error) {
	if len(sub.primary().Recording.Laps) == 0 {
		return nil, "the recording has no laps", nil
	}
	return derived(ctx, sub, derive.Laps, derive.DecodeLaps, func(v *stream.View) ([]summary.Lap, i18n.Sentence) {
		return summary.SportOf(v).Laps(summary.LapsOf(v)), ""
	})
}

func (sub *subject) splitsOf(ctx context.Context, lengthM float64) ([]summary.Lap, i18n.Sentence, error) {
	kind := derive.SplitsKM
	if lengthM == route.MileM {
		kind = derive.SplitsMile
	}
	return derived(ctx, sub, kind, derive.DecodeLaps, func(v *stream.View) ([]summary.Lap, i18n.Sentence) {
		splits, missing := summary.Splits(v, lengthM)
		return summary.SportOf(v).Splits(splits), missing
	})
}

// histogramKinds maps each channel to the kind of primitive that contains its histogram.
var histogramKinds = map[training.Channel]string{
	training.Power: derive.PowerHistogram, training.HeartRate: derive.HRHistogram, training.Speed: derive.SpeedHistogram,
}

func (sub *subject) histogram(ctx context.Context, ch training.Channel, absent i18n.Sentence) (zones.Histogram, i18n.Sentence, error) {
	if ch != training.Speed && sub.lacks(ch) { // speed may be computed from other channels
		return zones.Histogram{}, absent, nil
	}
	return derived(ctx, sub, histogramKinds[ch], derive.DecodeHistogram, func(v *stream.View) (zones.Histogram, i18n.Sentence) {
		if !v.Has(ch) {
			return zones.Histogram{}, absent
		}
		return zones.Of(v, ch), ""
	})
}

// work returns the seconds at each watt, using power as it was recorded.
func (sub *subject) work(ctx context.Context) (zones.Histogram, i18n.Sentence, error) {
	if sub.lacks(training.Power) {
		return zones.Histogram{}, training.NoPower, nil
	}
	return derived(ctx, sub, derive.WorkHistogram, derive.DecodeHistogram, func(v *stream.View) (zones.Histogram, i18n.Sentence) {
		return zones.Work(v), ""
	})
}

func (sub *subject) powerCurve(ctx context.Context) ([]curve.Point, i18n.Sentence, error) {
	if sub.lacks(training.Power) {
		return nil, training.NoPower, nil
	}
	return derived(ctx, sub, derive.PowerCurve, derive.DecodeCurve, curve.Power)
}

func (sub *subject) hrCurve(ctx context.Context) ([]curve.Point, i18n.Sentence, error) {
	if sub.lacks(training.HeartRate) {
		return nil, training.NoHeartRate, nil
	}
	return derived(ctx, sub, derive.HRCurve, derive.DecodeCurve, curve.HeartRate)
}

func (sub *subject) distanceEfforts(ctx context.Context) ([]curve.Effort, i18n.Sentence, error) {
	return derived(ctx, sub, derive.Efforts, derive.DecodeEfforts, func(v *stream.View) ([]curve.Effort, i18n.Sentence) {
		efforts, missing := curve.Efforts(v, curve.Distances(sub.row.Sport))
		for i, e := range efforts {
			efforts[i] = e.Rounded()
		}
		return efforts, missing
	})
}
