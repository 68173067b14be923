package activity

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// subject is one activity as it is read for one query. It uses stored values that
// were derived from the streams. It reads streams only if there are no such values,
// because nothing was derived yet, or because the audience may not see everything.
type subject struct {
	reader store.Reader
	scope  training.Scope

	row        store.ActivityRow
	athlete    training.Athlete
	loads      fitness.Loads
	thresholds training.Thresholds
	recordings []store.RecordingRow

	view  *stream.View      // of the primary recording; nil until it is opened
	drawn *[]training.Drawn // intervals on services; nil until they are read
}

func read(ctx context.Context, r store.Reader, s training.Scope, id string) (*subject, error) {
	row, err := Find(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	sub := &subject{reader: r, scope: s, row: row}
	if sub.athlete, err = r.Athlete(ctx, s); err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	sub.loads = fitness.NewLoads(&sub.athlete, history)
	sub.thresholds = sub.loads.Timeline.At(row.Discipline(), row.LocalDay).In(row.Indoor())
	sub.recordings, err = r.Recordings(ctx, s, row.ID)
	return sub, err
}

// primary returns the primary recording, whose clock the activity uses, or nil if there is none.
func (sub *subject) primary() *store.RecordingRow {
	var best *store.RecordingRow
	for i := range sub.recordings {
		if r := &sub.recordings[i]; best == nil || r.Rank < best.Rank {
			best = r
		}
	}
	return best
}

// manual reports whether an activity was entered by hand.
func (sub *subject) manual() bool {
	first := sub.primary()
	return first == nil || first.Recording.Format == training.FormatManual
}

// lacks reports whether a channel is known to be missing, so no stream needs to be read.
func (sub *subject) lacks(ch training.Channel) bool {
	known := sub.row.Summary.Channels
	return known != 0 && !known.Has(ch)
}

// stored returns the bytes of a primitive, or false if it is not stored.
func (sub *subject) stored(ctx context.Context, kind string) ([]byte, bool, error) {
	p, err := sub.reader.Primitive(ctx, sub.scope, sub.row.ID, kind)
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return nil, false, err
	}
	return p.Data, true, nil
}

// open reads the streams. It reads them only once.
func (sub *subject) open(ctx context.Context) (*stream.View, error) {
	if sub.view != nil {
		return sub.view, nil
	}
	v, err := sub.openIn(ctx, sub.reader)
	sub.view = v
	return v, err
}

// openIn reads the streams from r. It uses only the row and the recordings of
// the subject.
func (sub *subject) openIn(ctx context.Context, r store.Reader) (*stream.View, error) {
	cols, err := r.Stream(ctx, sub.scope, sub.row.ID, store.AllChannels)
	if err != nil {
		return nil, err
	}
	rec := derive.WithWorkOf(&sub.primary().Recording, sub.powerFrom())
	rec.Sport, rec.SubSport = sub.row.Sport, sub.row.SubSport
	rec.Columns = *cols
	return stream.Of(&rec, stream.Limits{}), nil
}

// findings returns the findings of the activity's derivation. If nothing is
// stored yet, it also fills in the summary.
func (sub *subject) findings(ctx context.Context) (derive.Findings, error) {
	data, ok, err := sub.stored(ctx, derive.Report)
	if err != nil {
		return derive.Findings{}, err
	}
	if ok && len(sub.row.Summary.Values) > 0 {
		return derive.DecodeReport(data)
	}
	v, err := sub.open(ctx)
	if err != nil {
		return derive.Findings{}, err
	}
	res := glossary.Of(v)
	if len(sub.row.Summary.Values) == 0 {
		s := &sub.row.Summary
		s.Values, s.NPWindows, s.HRSeconds = res.Values, res.NPWindows, res.HRSeconds
	}
	f := derive.Findings{Missing: res.Missing, Notes: res.Notes}
	if gap, ok := v.EnergyGapPct(); ok {
		f.EnergyGapPct = &gap
	}
	return f, nil
}

// shown returns what the audience may see. The store hides the rest, too; with this check, the
// answer can explain why.
func (sub *subject) shown() training.Sharing { return sub.athlete.Shows(sub.scope.Audience) }

// energy adds an estimate of the energy, if neither a device nor a person has provided a value.
func (d *Detail) energy(sub *subject, values training.Values) {
	const m = training.MetricEstimatedCaloriesKcal
	if _, said := values[training.MetricCaloriesKcal]; said || sub.manual() || sub.deviceSaid(training.MetricCaloriesKcal) {
		return
	}
	_, whole := values[training.MetricAvgPowerW] // otherwise power covers less than half of the time
	if work := values[training.MetricWorkKJ]; work > 0 && whole && sub.row.Sport == training.Cycling {
		values[m] = load.FromWork(work)
		return
	}
	bpm, ok := values[training.MetricAvgHRBpm]
	if !ok {
		return // missing heart rate is reported elsewhere
	}
	who := load.Person{Sex: sub.athlete.Sex, WeightKg: sub.thresholds.WeightKg, AgeYears: sub.ageYears()}
	kcal, why := load.FromHR(bpm, values[training.MetricDurationS], who)
	switch {
	case !sub.shown().Weight: // the estimate would reveal the weight
		why = answers.HiddenWeight
	case who.WeightKg <= 0:
		why = noWeight
	}
	if why != "" {
		d.Missing = d.Missing.AddMetrics(values, why, m)
		return
	}
	values[m] = kcal
}

// deviceSaid reports whether the device has recorded a value for m.
func (sub *subject) deviceSaid(m training.Metric) bool {
	_, ok := sub.primary().Recording.DeviceValues[m]
	return ok
}

// ageYears returns the athlete's age in the activity's year, or 0 if it is unknown.
func (sub *subject) ageYears() float64 {
	if sub.athlete.BirthYear <= 0 {
		return 0
	}
	return float64(max(0, sub.row.LocalDay.Time(time.UTC).Year()-sub.athlete.BirthYear))
}

// ignored returns sentences on the parts of recordings that the athlete excluded.
func ignored(all []training.Ignored) []i18n.Sentence {
	var out []i18n.Sentence
	for _, i := range all {
		switch {
		case i.Whole():
			out = append(out, i18n.Sentencef("The athlete excluded %s; the recorded values are kept.", i.Channel))
		case i.ToS == 0:
			out = append(out, i18n.Sentencef("The athlete excluded %s from second %d on.", i.Channel, i.FromS))
		default:
			out = append(out, i18n.Sentencef("The athlete excluded %s from second %d to %d.", i.Channel, i.FromS, i.ToS))
		}
	}
	return out
}

// without reports whether the athlete excluded a whole channel.
func (sub *subject) without(c training.Channel) bool {
	return slices.ContainsFunc(sub.row.Ignored, func(i training.Ignored) bool { return i.Whole() && i.Channel == c.String() })
}

// effortDecimals is the number of decimals of best efforts, here and in get_curves.
const effortDecimals = 2

// These are the kinds of best efforts, and the key for the next best efforts.
const (
	ofPower      = "power"
	ofHR         = "hr"
	ofDistance   = "distance"
	ofTheFurther = "further"
)

// These are the keys for the value of a best effort.
const (
	bestPower = "avg_power_w"
	bestHR    = "avg_hr_bpm"
)

// efforts fills in the best efforts by power, heart rate and distance, and the
// next best ones.
func (d *Detail) efforts(ctx context.Context, sub *subject) error {
	d.BestEfforts = map[string][]Facts{}
	power, why, err := sub.powerCurve(ctx)
	if err != nil {
		return err
	}
	d.curve(ofPower, bestPower, power, why, curve.PowerEffortsS())
	d.effortsPerKg(sub)
	heart, why, err := sub.hrCurve(ctx)
	if err != nil {
		return err
	}
	d.curve(ofHR, bestHR, heart, why, curve.HeartRateEffortsS())
	distances, why, err := sub.distanceEfforts(ctx)
	if err != nil {
		return err
	}
	d.overDistances(distances, why)
	if len(d.BestEfforts) == 0 {
		return nil
	}
	next, _, err := derived(ctx, sub, derive.AfterBest, derive.DecodeAfterBest, func(v *stream.View) (curve.AfterBest, i18n.Sentence) {
		return curve.AfterBestOf(v, curve.TracksOf(v), power, heart, distances), ""
	})
	if err != nil {
		return err
	}
	d.after(ofPower, bestPower, next.Power)
	d.after(ofHR, bestHR, next.HeartRate)
	d.after(ofDistance, "elapsed_time_s", next.Distance)
	return nil
}

// overDistances fills in the shortest times for distances.
func (d *Detail) overDistances(efforts []curve.Effort, why i18n.Sentence) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts.distance", why)
	}
	for _, e := range efforts {
		if !e.Believed() {
			d.Missing = d.Missing.Add(fmt.Sprintf("best_efforts.distance_%gm", e.DistanceM),
				"the shortest time is below what the sport's records allow")
			continue
		}
		f := Facts{
			"distance_km": effortKM(e.DistanceM), "elapsed_time_s": answers.Round(e.TimeS, effortDecimals),
			"start_offset_s": answers.Round(e.StartS, 1),
		}
		if e.DistanceM > 0 {
			f["pace_s_per_km"] = answers.Round(e.TimeS*1000/e.DistanceM, effortDecimals)
		}
		d.BestEfforts[ofDistance] = append(d.BestEfforts[ofDistance], f)
	}
}

// effortKM converts the distance of an effort to km. It has enough decimals for
// all distances in use.
func effortKM(metres float64) float64 { return answers.Round(metres/1000, 4) }

// curve fills in the best efforts for durations.
func (d *Detail) curve(key, value string, points []curve.Point, why i18n.Sentence, durations []int32) {
	if why != "" {
		d.Missing = d.Missing.Add("best_efforts."+key, why)
		return
	}
	byDuration := make(map[int32]curve.Point, len(points))
	for _, p := range points {
		byDuration[p.DurationS] = p
	}
	for _, s := range durations {
		if p, ok := byDuration[s]; ok && answers.Finite(p.Value) {
			d.BestEfforts[key] = append(d.BestEfforts[key], Facts{
				"duration_s": s, value: answers.Round(p.Value, effortDecimals), "start_offset_s": p.StartS,
			})
		}
	}
}

// after adds distances to the best efforts for durations. It also adds the next
// best efforts as columns, because rows would repeat the names of values.
func (d *Detail) after(key, value string, lengths []curve.Length) {
	var rank []int // 2 means the second best for its duration
	var durationS []int32
	var distanceKM []*float64
	var values, startS []float64
	for _, l := range lengths {
		if km := coveredKM(l.DistanceM); km != nil && l.DurationS > 0 {
			for _, best := range d.BestEfforts[key] {
				if best["duration_s"] == l.DurationS {
					best["distance_km"] = *km
				}
			}
		}
		for i, e := range l.After {
			rank, values = append(rank, i+2), append(values, answers.Round(e.Value, effortDecimals))
			if l.DurationS > 0 {
				durationS, distanceKM, startS = append(durationS, l.DurationS), append(distanceKM, coveredKM(e.DistanceM)), append(startS, e.StartS)
				continue
			}
			km := effortKM(l.DistanceM)
			distanceKM, startS = append(distanceKM, &km), append(startS, answers.Round(e.StartS, 1))
		}
	}
	if len(rank) == 0 {
		return
	}
	f := Facts{"kind": key, "rank": rank, value: values, "start_offset_s": startS}
	if len(durationS) > 0 {
		f["duration_s"] = durationS
	}
	if answers.AnyKnown(distanceKM) {
		f["distance_km"] = distanceKM
	}
	d.BestEfforts[ofTheFurther] = append(d.BestEfforts[ofTheFurther], f)
}

// coveredKM converts the distance covered in an effort to km. It returns nil if
// the distance is unknown.
func coveredKM(metres float64) *float64 {
	if metres < 0 {
		return nil
	}
	km := answers.Round(metres/1000, answers.Decimals(training.MetricDistanceKM))
	return &km
}
