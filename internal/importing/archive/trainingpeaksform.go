package archive

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// TrainingPeaksForm recognises and reads the files that TrainingPeaks exports: a zip with
// recordings, and another zip with only the table of workouts, which may have been unpacked.
type TrainingPeaksForm struct{}

const (
	tableName = "workouts.csv"
	tableZip  = "workoutexport-"
)

// Top returns the folder that contains the table, or the archive with the table.
func (TrainingPeaksForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	folder := e.Rel[:len(e.Rel)-len(base)]
	low := strings.ToLower(base)
	if strings.HasPrefix(low, tableZip) && strings.HasSuffix(low, ".zip") {
		return folder, true
	}
	if low != tableName {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return folder, err == nil && bytes.Contains(head, []byte("WorkoutType"))
}

// Emit adds data from the table to the recordings in the folder that the walk
// yields, and then yields the workouts without a recording.
func (TrainingPeaksForm) Emit(x *listing.Export) {
	data, err := x.Table(&x.Mark)
	if err == nil && !strings.EqualFold(path.Base(x.Mark.Rel), tableName) {
		data, err = unzip(data)
	}
	var t table
	if err == nil {
		t, err = workouts(data)
	}
	it := x.Mark.Item()
	switch {
	case err != nil && training.KindOf(err) == training.KindCorrupt && it.Err == nil:
		x.Return() // another file with the same name; the walk reports what it is
	case err != nil:
		it.Err = err
		x.Yield(it)
	case !hasFiles(x):
		// Only the file of a workout has its time of day.
		it.Skip = "It is a table of workouts without their recordings; import it together with the archive of files (put both into one folder)."
		x.Yield(it)
	default:
		t.emit(x, it)
	}
}

func (t *table) emit(x *listing.Export, it listing.Item) {
	asOf := it.ModTime
	for _, d := range t.done {
		if it.ModTime.Year() < 1990 && d.said.Entry.Start.After(asOf) {
			asOf = d.said.Entry.Start
		}
	}
	x.About(func(it listing.Item) listing.Item {
		if it.Skip == "" && it.Err == nil {
			it.StatementOf, it.AsOf = t.of, asOf
		}
		return it
	})
	x.Last(func() {
		it := listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, AsOf: asOf, Unrecorded: make([]training.Statement, 0, len(t.done))}
		for _, d := range t.done {
			it.Unrecorded = append(it.Unrecorded, d.said)
		}
		if x.Yield(it) && t.planned+t.off > 0 {
			x.Yield(listing.Item{
				Path: it.Path,
				Skip: fmt.Sprintf("%d of its workouts were planned and not done, %d are days off.", t.planned, t.off),
			})
		}
	})
}

// hasFiles reports whether there may be recordings in the table's folder.
func hasFiles(x *listing.Export) bool {
	for name := range x.Parts() {
		switch path.Ext(name) {
		case ".zip", ".gz", ".fit", ".tcx", ".gpx", ".pwx":
			return true
		}
	}
	return false
}

// unzip returns the table in an archive.
func unzip(data []byte) ([]byte, error) {
	const most = 64 << 20
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, notATable(err)
	}
	for _, m := range z.File {
		if !strings.EqualFold(path.Base(m.Name), tableName) {
			continue
		}
		r, err := m.Open()
		if err != nil {
			return nil, notATable(err)
		}
		defer r.Close()
		out, err := io.ReadAll(io.LimitReader(r, most+1))
		if err != nil {
			return nil, notATable(err)
		}
		if len(out) > most {
			return nil, listing.TooLarge(most)
		}
		return out, nil
	}
	return nil, notATable(fmt.Errorf("%s is missing", tableName))
}

// TrainingPeaksSource is the prefix of references.
const TrainingPeaksSource = "trainingpeaks"

type table struct {
	done    []trainingpeaksRow
	planned int // number of planned workouts that were not done
	off     int // number of days off
}

// trainingpeaksRow is a completed workout. The table does not give its time of day.
type trainingpeaksRow struct {
	day  training.Day
	said training.Statement // including an entry
}

// entryHour is the start hour in UTC that is assumed for a workout without a
// file. At this hour the date is the same nearly everywhere on earth.
const entryHour = 10

// workouts parses workouts.csv. The table has no ids, so a workout is identified
// by its day, its type and its position among the workouts of that day.
func workouts(data []byte) (t table, err error) {
	count := map[string]int{}
	err = listing.Rows(data, []string{"WorkoutDay", "WorkoutType", "TimeTotalInHours"}, func(r listing.Row) { t.row(r, count) })
	if err != nil {
		return t, notATable(err)
	}
	return t, nil
}

func notATable(err error) error {
	return training.Errorf(training.KindCorrupt, "It is not a table of TrainingPeaks workouts: %w.",
		err).WithFix("Export the workout summary again.")
}

// figures lists the columns for a workout without a file, and the factors that
// convert them to the metric's unit.
var figures = []listing.Figure{
	{Column: "DistanceInMeters", Metric: training.MetricDistanceKM, Scale: 1e-3},
	{Column: "HeartRateAverage", Metric: training.MetricAvgHRBpm, Scale: 1},
	{Column: "HeartRateMax", Metric: training.MetricMaxHRBpm, Scale: 1},
	{Column: "PowerAverage", Metric: training.MetricAvgPowerW, Scale: 1},
	{Column: "PowerMax", Metric: training.MetricMaxPowerW, Scale: 1},
	{Column: "CadenceAverage", Metric: training.MetricAvgCadenceRPM, Scale: 1},
	{Column: "VelocityAverage", Metric: training.MetricAvgSpeedKMH, Scale: 3.6},
	{Column: "Energy", Metric: training.MetricWorkKJ, Scale: 1},
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
	s := training.Statement{
		Ref: fmt.Sprintf("%s:%s-%d", TrainingPeaksSource, key, count[key]), Sport: trainingpeaksSport(word),
		Entry: &training.Entry{
			Start: day.Time(time.UTC).Add(entryHour * time.Hour), TimerS: hours * 3600, ElapsedS: hours * 3600, Values: l.Values(figures),
		},
		Name:        textclean.Line(l.Text("Title"), textclean.NameRunes),
		Description: textclean.Text(l.Text("AthleteComments"), textclean.TextRunes),
	}
	if v := l.Positive("Rpe"); v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	t.done = append(t.done, trainingpeaksRow{day, s})
}

// sports maps types of workouts that are not names of sports.
var sports = map[string]training.Sport{
	"x-train": training.Fitness, "brick": training.Other,
	"race": training.Other, "custom": training.Other, "other": training.Other, "": training.Other,
}

func trainingpeaksSport(word string) training.Sport {
	if s, ok := sports[strings.ToLower(word)]; ok {
		return s
	}
	s, _ := sportOf(word)
	return s
}

// These are the maximum differences between the durations of a row and a recording, in seconds and
// as a share. The first pair is for days with several workouts, the second for days with only one.
const (
	nearS, nearShare   = 120, 0.05
	aloneS, aloneShare = 300, 0.2
)

// of returns the statement for a recording from the row with the same day and
// sport and the nearest duration, or nil if no row fits.
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

// days returns the local days on which a recording may have begun.
func days(r *training.Recording) (first, last training.Day) {
	if r.OffsetS != nil {
		d := training.DayOf(r.Start.UTC().Add(time.Duration(*r.OffsetS) * time.Second))
		return d, d
	}
	const west, east = -12 * time.Hour, 14 * time.Hour
	return training.DayOf(r.Start.UTC().Add(west)), training.DayOf(r.Start.UTC().Add(east))
}

// oneSport reports whether a row and a recording may be the same activity. If the table does
// not contain the sport, any sport matches.
func oneSport(a, b training.Sport) bool {
	return a == b || a == training.Other || b == training.Other || a.OnFoot() && b.OnFoot()
}

type exercises struct {
	said  []training.Statement // including entries
	empty int                  // number of exercises that have no values
	asOf  time.Time            // time of the last change
}

// fitbitFigures lists the columns for an exercise, measured values before
// entered ones, and the factors that convert them to the metric's unit.
var fitbitFigures = []listing.Figure{
	{Column: "tracker_total_distance_mm", Metric: training.MetricDistanceKM, Scale: 1e-6},
	{Column: "manually_logged_total_distance_mm", Metric: training.MetricDistanceKM, Scale: 1e-6},
	{Column: "tracker_total_calories", Metric: training.MetricCaloriesKcal, Scale: 1},
	{Column: "manually_logged_total_calories", Metric: training.MetricCaloriesKcal, Scale: 1},
	{Column: "tracker_avg_heart_rate", Metric: training.MetricAvgHRBpm, Scale: 1},
	{Column: "tracker_peak_heart_rate", Metric: training.MetricMaxHRBpm, Scale: 1},
}

func fitbitRead(data []byte) (t exercises, err error) {
	err = listing.Rows(data, []string{"exercise_id", "exercise_start", "exercise_end", "utc_offset", "activity_name"}, t.row)
	if err != nil {
		return t, training.Errorf(training.KindCorrupt, "It is not a table of exercises from Fitbit or Google Health: %w.", err).
			WithFix("Request the archive again.")
	}
	return t, nil
}

// longest is longer than any exercise.
const longest = 14 * 24 * time.Hour

func (t *exercises) row(r listing.Row) {
	start, _, _, ok1 := reading.ParseTime(r.Text("exercise_start"))
	end, _, _, ok2 := reading.ParseTime(r.Text("exercise_end"))
	id := textclean.Line(r.Text("exercise_id"), textclean.NameRunes)
	took := end.Sub(start)
	if !ok1 || !ok2 || id == "" || took <= 0 || took > longest {
		return
	}
	if at, _, _, ok := reading.ParseTime(r.Text("exercise_last_updated")); ok && at.After(t.asOf) {
		t.asOf = at
	}
	e := &training.Entry{Start: start.UTC(), TimerS: took.Seconds(), ElapsedS: took.Seconds(), Values: r.Values(fitbitFigures)}
	if zone, err := time.Parse("-07:00", strings.TrimSpace(r.Text("utc_offset"))); err == nil {
		_, offset := zone.Zone()
		e.Start = start.In(time.FixedZone("", offset))
	}
	if len(e.Values) == 0 {
		t.empty++
		return
	}
	s := training.Statement{Ref: FitbitSource + ":" + strings.ToLower(id), Entry: e}
	s.Sport, s.SubSport = fitbitSport(r.Text("activity_name"))
	t.said = append(t.said, s)
}

// fitbitSport parses Fitbit's word for a sport. For example, "Outdoor Bike" means cycling.
func fitbitSport(word string) (training.Sport, string) {
	if sport, sub, ok := training.ParseKind(strings.TrimPrefix(textclean.Line(word, textclean.NameRunes), "Outdoor ")); ok {
		return sport, sub
	}
	return sportOf(word)
}
