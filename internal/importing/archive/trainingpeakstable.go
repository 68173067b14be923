package archive

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// TrainingPeaksSource leads the references of activities.
const TrainingPeaksSource = "trainingpeaks"

// table holds the rows of workouts that were done.
type table struct {
	done    []trainingpeaksRow
	planned int // never done
	off     int // days off
}

// trainingpeaksRow is a workout that was done. Its time of day is not in the table.
type trainingpeaksRow struct {
	day  training.Day
	said training.Statement // with its entry
}

// entryHour is the hour in UTC at which a workout without a file is taken to
// have begun: that of the same day nearly everywhere on earth.
const entryHour = 10

// workouts reads workouts.csv. A workout has no number there: it is named by
// its day, its type and which of those of the day it is.
func workouts(data []byte) (t table, err error) {
	count := map[string]int{}
	err = listing.Rows(data, isHead, func(r listing.Row) { t.row(r, count) })
	if err != nil {
		return t, notATable(err)
	}
	return t, nil
}

func notATable(err error) error {
	return training.Errorf(training.KindCorrupt, "It is not a table of TrainingPeaks workouts: %w.",
		err).WithFix("Export the workout summary again.")
}

func isHead(has func(column string) bool) error {
	for _, name := range []string{"WorkoutDay", "WorkoutType", "TimeTotalInHours"} {
		if !has(name) {
			return errors.New("columns are missing")
		}
	}
	return nil
}

// figures are the columns of a workout without a file, and how many of a
// metric's unit one of theirs is.
var figures = []struct {
	column string
	metric training.Metric
	scale  float64
}{
	{"DistanceInMeters", training.MetricDistanceKM, 1e-3},
	{"HeartRateAverage", training.MetricAvgHRBpm, 1},
	{"HeartRateMax", training.MetricMaxHRBpm, 1},
	{"PowerAverage", training.MetricAvgPowerW, 1},
	{"PowerMax", training.MetricMaxPowerW, 1},
	{"CadenceAverage", training.MetricAvgCadenceRPM, 1},
	{"VelocityAverage", training.MetricAvgSpeedKMH, 3.6},
	{"Energy", training.MetricWorkKJ, 1},
}

func (t *table) row(l listing.Row, count map[string]int) {
	day, err := training.ParseDay(strings.TrimSpace(l.Text("WorkoutDay")))
	if err != nil {
		return
	}
	word := strings.TrimSpace(l.Text("WorkoutType"))
	hours := l.Positive("TimeTotalInHours")
	switch {
	case strings.EqualFold(word, "Day Off"):
		t.off++
		return
	case hours == 0 && l.Positive("DistanceInMeters") == 0:
		t.planned++
		return
	}
	key := fmt.Sprintf("%s-%s", day, strings.ReplaceAll(strings.ToLower(textclean.Line(word, textclean.NameRunes)), " ", "_"))
	count[key]++
	e := &training.Entry{Start: day.Time(time.UTC).Add(entryHour * time.Hour), TimerS: hours * 3600, ElapsedS: hours * 3600}
	for _, f := range figures {
		if v := l.Positive(f.column); v > 0 {
			e.Values = e.Values.Put(f.metric, v*f.scale)
		}
	}
	s := training.Statement{
		Ref: fmt.Sprintf("%s:%s-%d", TrainingPeaksSource, key, count[key]), Sport: sportOf(word), Entry: e,
		Name:        textclean.Line(l.Text("Title"), textclean.NameRunes),
		Description: textclean.Text(l.Text("AthleteComments"), textclean.TextRunes),
	}
	if v := l.Positive("Rpe"); v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	t.done = append(t.done, trainingpeaksRow{day, s})
}

// sports are the types that are no words for a sport.
var sports = map[string]training.Sport{
	"x-train": training.Fitness, "brick": training.Other,
	"race": training.Other, "custom": training.Other, "other": training.Other, "": training.Other,
}

func sportOf(word string) training.Sport {
	low := strings.ToLower(word)
	if s, ok := sports[low]; ok {
		return s
	}
	if s, _, ok := training.ParseKind(low); ok {
		return s
	}
	return training.Sport(strings.ReplaceAll(textclean.Line(low, textclean.NameRunes), " ", "_"))
}

// How far the durations of a row and a recording may lie apart, in seconds or
// as a share: of several workouts of a day, and of the only one.
const (
	nearS, nearShare   = 120, 0.05
	aloneS, aloneShare = 300, 0.2
)

// of finds what the table says of a recording: the row of its day and sport
// whose duration is nearest.
func (t *table) of(r *training.Recording) *training.Statement {
	first, last := days(r)
	best, gap, n := -1, 0.0, 0
	for i := range t.done {
		d := &t.done[i]
		if d.day < first || d.day > last || !oneSport(d.said.Sport, r.Sport) {
			continue
		}
		n++
		off := min(apart(d.said.Entry.TimerS, r.TimerS), apart(d.said.Entry.TimerS, r.ElapsedS))
		if best < 0 || off < gap {
			best, gap = i, off
		}
	}
	if best < 0 {
		return nil
	}
	limit := max(nearS, nearShare*r.ElapsedS)
	if n == 1 {
		limit = max(aloneS, aloneShare*r.ElapsedS)
	}
	if gap > limit {
		return nil
	}
	s := t.done[best].said
	s.Entry = nil
	if s.Sport == training.Other {
		s.Sport = ""
	}
	return &s
}

func apart(a, b float64) float64 { return max(a-b, b-a) }

// days are those on which a recording may have begun for the athlete.
func days(r *training.Recording) (first, last training.Day) {
	if r.OffsetS != nil {
		d := training.DayOf(r.Start.UTC().Add(time.Duration(*r.OffsetS) * time.Second))
		return d, d
	}
	const west, east = -12 * time.Hour, 14 * time.Hour
	return training.DayOf(r.Start.UTC().Add(west)), training.DayOf(r.Start.UTC().Add(east))
}

// oneSport says that a row and a recording may be of one thing; what the
// table does not name may be anything.
func oneSport(a, b training.Sport) bool {
	onFoot := func(s training.Sport) bool {
		return s == training.Running || s == training.Walking || s == training.Hiking
	}
	return a == b || a == training.Other || b == training.Other || onFoot(a) && onFoot(b)
}
