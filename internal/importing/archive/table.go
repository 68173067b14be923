package archive

import (
	"errors"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

type exercises struct {
	said  []training.Statement // each with its entry
	empty int                  // of which nothing was measured
	asOf  time.Time            // of the last change
}

// fitbitFigures are the columns of an exercise, of the device before those that were
// typed in, and what one of theirs is in the metric's unit.
var fitbitFigures = []struct {
	columns []string
	metric  training.Metric
	scale   float64
}{
	{[]string{"tracker_total_distance_mm", "manually_logged_total_distance_mm"}, training.MetricDistanceKM, 1e-6},
	{[]string{"tracker_total_calories", "manually_logged_total_calories"}, training.MetricCaloriesKcal, 1},
	{[]string{"tracker_avg_heart_rate"}, training.MetricAvgHRBpm, 1},
	{[]string{"tracker_peak_heart_rate"}, training.MetricMaxHRBpm, 1},
}

func fitbitRead(data []byte) (t exercises, err error) {
	err = listing.Rows(data, func(has func(string) bool) error {
		for _, name := range []string{"exercise_id", "exercise_start", "exercise_end", "utc_offset", "activity_name"} {
			if !has(name) {
				return errors.New("the column " + name + " is missing")
			}
		}
		return nil
	}, t.row)
	if err != nil {
		return t, training.Errorf(training.KindCorrupt, "It is not a table of exercises of Fitbit or Google Health: %w.", err).
			WithFix("Request the archive again.")
	}
	return t, nil
}

// longest is longer than any exercise.
const longest = 14 * 24 * time.Hour

func (t *exercises) row(r listing.Row) {
	start, err1 := time.Parse(time.RFC3339Nano, strings.TrimSpace(r.Text("exercise_start")))
	end, err2 := time.Parse(time.RFC3339Nano, strings.TrimSpace(r.Text("exercise_end")))
	id := textclean.Line(r.Text("exercise_id"), textclean.NameRunes)
	took := end.Sub(start)
	if err1 != nil || err2 != nil || id == "" || took <= 0 || took > longest {
		return
	}
	if at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(r.Text("exercise_last_updated"))); err == nil && at.After(t.asOf) {
		t.asOf = at
	}
	e := &training.Entry{Start: start.UTC(), TimerS: took.Seconds(), ElapsedS: took.Seconds()}
	if zone, err := time.Parse("-07:00", strings.TrimSpace(r.Text("utc_offset"))); err == nil {
		_, offset := zone.Zone()
		e.Start = start.In(time.FixedZone("", offset))
	}
	for _, f := range fitbitFigures {
		for _, column := range f.columns {
			if v := r.Positive(column); v > 0 {
				e.Values = e.Values.Put(f.metric, v*f.scale)
				break
			}
		}
	}
	if len(e.Values) == 0 {
		t.empty++
		return
	}
	s := training.Statement{Ref: FitbitSource + ":" + strings.ToLower(id), Entry: e}
	s.Sport, s.SubSport = fitbitSportOf(r.Text("activity_name"))
	t.said = append(t.said, s)
}

// fitbitSportOf reads the service's word: "Outdoor Bike" is a bike. One that is not
// known is kept.
func fitbitSportOf(word string) (training.Sport, string) {
	word = textclean.Line(word, textclean.NameRunes)
	short := strings.TrimPrefix(word, "Outdoor ")
	for _, w := range []string{word, short} {
		if sport, sub, ok := training.ParseKind(w); ok {
			return sport, sub
		}
	}
	return training.Sport(strings.ReplaceAll(strings.ToLower(word), " ", "_")), ""
}
