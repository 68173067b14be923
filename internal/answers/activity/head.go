package activity

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// head returns a detail that contains only the fields that identify the activity.
func head(sub *subject) *Detail {
	a := &sub.row.Activity
	d := &Detail{
		ID: string(a.ID), LocalDate: a.LocalDay.String(), StartLocal: localTime(a), TimeZone: ZoneName(a),
		Sport: string(a.Sport), SubSport: a.SubSport,
		Name:        textclean.Line(a.Name, textclean.NameRunes),
		Description: textclean.Text(a.Description, textclean.TextRunes),
		Tags:        cleanAll(a.Tags), Race: a.Race, Commute: a.Commute, Indoor: a.Indoor(), GearID: a.GearID, MoreGear: moreGear(a),
		Edited: slices.Sorted(slices.Values(a.Edited)), ExternalIDs: a.ExternalIDs, ParentID: string(a.ParentID),
	}
	if sub.scope.Audience == training.AudiencePage {
		d.ManualLoad, d.HiddenFromModels = a.ManualLoad, a.HiddenFromModels
	}
	return d
}

// moreGear returns the gear of an activity, except the main gear.
func moreGear(a *training.Activity) []string {
	return slices.DeleteFunc(a.AllGear(), func(id string) bool { return id == a.GearID })
}

// gearName returns the name of the activity's gear, or "" if the gear is not stored here.
func gearName(ctx context.Context, sub *subject) (string, error) {
	if sub.row.GearID == "" {
		return "", nil
	}
	all, err := sub.reader.Gear(ctx, sub.scope)
	i := slices.IndexFunc(all, func(g training.Gear) bool { return g.ID == sub.row.GearID })
	if err != nil || i < 0 {
		return "", err
	}
	return textclean.Line(all[i].Name, textclean.NameRunes), nil
}

// legFields lists the fields shown for another leg.
var legFields = []string{
	"sport", "start_local", "duration_s", "distance_km", "elevation_gain_m", "tss", "avg_power_w", "avg_hr_bpm", "avg_speed_kmh",
	"pace_s_per_km", "pace_s_per_100m",
}

// siblings returns the other legs of a multisport recording, in order.
func siblings(ctx context.Context, r store.Reader, s training.Scope, sub *subject) ([]Facts, error) {
	if sub.row.ParentID == "" {
		return nil, nil
	}
	page, err := r.Activities(ctx, s, store.ActivityFilter{Parent: sub.row.ParentID, Ascending: true})
	if err != nil {
		return nil, err
	}
	var out []Facts
	for i := range page.Rows {
		row := &page.Rows[i]
		if row.ID == sub.row.ID {
			continue
		}
		out = append(out, listRow(row, sub.loads, legFields))
	}
	return out, nil
}

// recordingFacts describes the origin of each recording of the activity, primary recording first.
func recordingFacts(ctx context.Context, sub *subject) ([]Facts, error) {
	rows := slices.Clone(sub.recordings)
	slices.SortStableFunc(rows, func(a, b store.RecordingRow) int { return a.Rank - b.Rank })
	out := make([]Facts, 0, len(rows))
	for i := range rows {
		r := &rows[i]
		f := Facts{"recording_id": string(r.ID), "source": r.Origin.Source, "format": string(r.Recording.Format)}
		f.Put("external_id", r.Origin.ExternalID)
		f.Put("file_name", textclean.Line(r.Origin.FileName, textclean.NameRunes))
		f.Put("device", deviceName(r.Recording.Device))
		f.Put("channels", channelNames(r.Channels))
		if len(rows) > 1 {
			f.Put("channels_taken", channelNames(r.Chosen))
		}
		warnings, err := Unnamed(ctx, sub.reader, sub.scope, firstFew(r.Recording.Warnings))
		if err != nil {
			return nil, err
		}
		f.Put("warnings", warnings)
		// Texts in the file were written by others, so they are in separate fields.
		f.Put("name_in_file", textclean.Line(r.Recording.Name, textclean.NameRunes))
		if sub.shown().Notes {
			f.Put("description_in_file", textclean.Text(r.Recording.Description, textclean.NameRunes))
		}
		out = append(out, f)
	}
	return out, nil
}

// firstFew limits the number of warnings, so that a damaged file cannot fill an answer.
func firstFew(words []string) []i18n.Sentence {
	const most = 10
	var out []i18n.Sentence
	for _, w := range words {
		said := i18n.Sentence(w).Cleaned(listNameRunes)
		switch {
		case said == "":
			continue
		case len(out) == most:
			return append(out, "and more")
		}
		out = append(out, said)
	}
	return out
}

func deviceName(d training.Device) string {
	name := d.Manufacturer
	if d.Product != "" {
		name += " " + d.Product
	}
	if d.Software != "" {
		name += " (" + d.Software + ")"
	}
	return textclean.Line(name, textclean.NameRunes)
}

func channelNames(set store.ChannelSet) []string {
	var out []string
	for c := range training.NumChannels {
		if set.Has(c) {
			out = append(out, c.String())
		}
	}
	return out
}

const noBeats = "no heartbeat intervals (RR) were recorded"

// heartbeats fills in heart rate variability, and α1 over the course of the activity.
func (d *Detail) heartbeats(ctx context.Context, sub *subject) error {
	rr, err := sub.intervals(ctx)
	if err != nil {
		return err
	}
	if len(rr) == 0 {
		d.Missing = d.Missing.Add(string(SectionHRV), noBeats)
		return nil
	}
	if sub.without(training.HeartRate) {
		d.Missing = d.Missing.Add(string(SectionHRV), "the athlete excluded heart rate")
		return nil
	}
	var missing map[string]i18n.Sentence
	d.HRV, missing = HeartbeatsOf(rr, sub.primary().Recording.TimerS)
	for key, why := range missing {
		d.Missing = d.Missing.Add("hrv."+key, why)
	}
	return nil
}

// intervals returns the R-R intervals of the recording that provides heart
// rate, or else of the first recording that has intervals.
func (sub *subject) intervals(ctx context.Context) ([]uint16, error) {
	var found []uint16
	for i := range sub.recordings {
		r := &sub.recordings[i]
		rr, err := sub.reader.RR(ctx, sub.scope, r.ID)
		if err != nil {
			return nil, err
		}
		if len(rr) > 0 && (found == nil || r.Chosen.Has(training.HeartRate)) {
			found = rr
		}
	}
	return found, nil
}

// HeartbeatsView contains measures computed from the intervals between
// heartbeats. Unknown measures are absent.
type HeartbeatsView struct {
	Beats        int      `json:"beats"`
	ArtefactsPct float64  `json:"artefacts_pct"`
	Coverage     *float64 `json:"coverage,omitempty"` // share of timer time
	AVNN         *float64 `json:"avnn_ms,omitempty"`
	SDNN         *float64 `json:"sdnn_ms,omitempty"`
	RMSSD        *float64 `json:"rmssd_ms,omitempty"`
	SDSD         *float64 `json:"sdsd_ms,omitempty"`
	PNN50        *float64 `json:"pnn50_pct,omitempty"`
	Alpha1       *Course  `json:"alpha1,omitempty"`
	AerobicBpm   *float64 `json:"hr_at_alpha1_075_bpm,omitempty"`
	AnaerobicBpm *float64 `json:"hr_at_alpha1_050_bpm,omitempty"`
}

// Course holds α1 in windows of two minutes, as columns.
type Course struct {
	StartOffsetS []float64 `json:"start_offset_s"`
	Alpha1       []float64 `json:"alpha1"`
	AvgHRBpm     []float64 `json:"avg_hr_bpm"`
	NoisyWindows int       `json:"noisy_windows"` // number of windows left out because of artefacts
}

// HeartbeatsOf analyses the R-R intervals rr, in ms, of an activity with timerS seconds
// of timer time. missing gives a reason for each measure that the intervals do not allow.
func HeartbeatsOf(rr []uint16, timerS float64) (v *HeartbeatsView, missing map[string]i18n.Sentence) {
	total := 0.0
	for _, ms := range rr {
		total += float64(ms) / 1000
	}
	v, missing = &HeartbeatsView{Beats: len(rr), ArtefactsPct: answers.Round(heart.Correct(rr).ArtefactShare()*100, 1)},
		map[string]i18n.Sentence{}
	if timerS > 0 {
		v.Coverage = new(answers.Round(min(1, total/timerS), 2))
	}
	if m, why := heart.HRVOf(rr); why == "" {
		v.AVNN, v.SDNN, v.RMSSD = new(answers.Round(m.AVNN, 1)), new(answers.Round(m.SDNN, 1)), new(answers.Round(m.RMSSD, 1))
		v.SDSD, v.PNN50 = new(answers.Round(m.SDSD, 1)), new(answers.Round(m.PNN50, 1))
	} else {
		for _, key := range []string{"avnn_ms", "sdnn_ms", "rmssd_ms", "sdsd_ms", "pnn50_pct"} {
			missing[key] = why
		}
	}
	v.along(heart.Along(rr, alphaStep(total)), missing)
	return v, missing
}

// maxWindows is the maximum number of windows in an answer.
const maxWindows = 120

// alphaStep returns the step between windows in seconds. It is long enough that
// there are at most maxWindows.
func alphaStep(seconds float64) float64 {
	return heart.StepS * max(1, math.Ceil(seconds/heart.StepS/maxWindows))
}

// along fills in α1 over time as columns, and the heart rates at its thresholds.
func (v *HeartbeatsView) along(c heart.Course, missing map[string]i18n.Sentence) {
	if len(c.Windows) == 0 {
		missing["alpha1"] = "the recording has no two minutes of heartbeats without a gap"
		if c.Noisy > 0 {
			missing["alpha1"] = "more than 5 % of the beats of every two minutes are artefacts"
		}
		return
	}
	v.Alpha1 = &Course{NoisyWindows: c.Noisy}
	for _, w := range c.Windows {
		v.Alpha1.StartOffsetS = append(v.Alpha1.StartOffsetS, w.StartS)
		v.Alpha1.Alpha1 = append(v.Alpha1.Alpha1, answers.Round(w.Alpha1, 2))
		v.Alpha1.AvgHRBpm = append(v.Alpha1.AvgHRBpm, answers.Round(w.AvgBpm, 0))
	}
	at := func(key string, alpha float64) *float64 {
		bpm, ok := c.RateAt(alpha)
		if !ok {
			missing[key] = "α1 did not fall to that value at any heart rate reached"
			return nil
		}
		return new(answers.Round(bpm, 0))
	}
	v.AerobicBpm = at("hr_at_alpha1_075_bpm", heart.AerobicAlpha)
	v.AnaerobicBpm = at("hr_at_alpha1_050_bpm", heart.AnaerobicAlpha)
}
