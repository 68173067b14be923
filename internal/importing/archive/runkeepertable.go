package archive

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

type runkeeperTable struct {
	rows   []runkeeperRow
	places []place
	asOf   time.Time // of the last activity
}

// runkeeperRow is an activity.
type runkeeperRow struct {
	local time.Time // what the clock showed, as if it were UTC
	file  string
	found bool
	said  training.Statement
	entry training.Entry
}

// place is where a track says how far the clock was from UTC.
type place struct {
	local  time.Time
	offset time.Duration
}

const (
	mile = 1.609344 // km
	foot = 0.3048   // m
)

// runkeeperFigures are the columns of a row, and what one of theirs is in the metric's unit.
var runkeeperFigures = []struct {
	column string
	metric training.Metric
	scale  float64
}{
	{"Distance (km)", training.MetricDistanceKM, 1},
	{"Distance (mi)", training.MetricDistanceKM, mile},
	{"Average Heart Rate (bpm)", training.MetricAvgHRBpm, 1},
	{"Calories Burned", training.MetricCaloriesKcal, 1},
	{"Climb (m)", training.MetricElevationGainM, 1},
	{"Climb (ft)", training.MetricElevationGainM, foot},
}

func runkeeperRead(data []byte) (t runkeeperTable, err error) {
	err = listing.Rows(data, func(has func(string) bool) error {
		for _, name := range []string{"Date", "Type", "Duration", "GPX File"} {
			if !has(name) {
				return errors.New("the column " + name + " is missing")
			}
		}
		return nil
	}, t.row)
	if err != nil {
		return t, training.Errorf(training.KindCorrupt, "It is not a table of Runkeeper activities: %w.", err).
			WithFix("Export the archive again.")
	}
	return t, nil
}

// row takes an activity; one without a time or a duration is none.
func (t *runkeeperTable) row(r listing.Row) {
	local, err := time.Parse(time.DateTime, strings.TrimSpace(r.Text("Date")))
	seconds := duration(r.Text("Duration"))
	if err != nil || seconds <= 0 {
		return
	}
	id := textclean.Line(r.Text("Activity Id"), textclean.NameRunes)
	if id == "" {
		id = local.Format("20060102T150405")
	}
	out := runkeeperRow{
		local: local, file: textclean.Line(r.Text("GPX File"), textclean.NameRunes),
		said: training.Statement{
			Ref: RunkeeperSource + ":" + strings.ToLower(id), Name: textclean.Line(r.Text("Route Name"), textclean.NameRunes),
			Description: textclean.Text(r.Text("Notes"), textclean.TextRunes),
		},
		entry: training.Entry{TimerS: seconds, ElapsedS: seconds},
	}
	out.said.Sport, out.said.SubSport = runkeeperSportOf(r.Text("Type"))
	for _, f := range runkeeperFigures {
		if v := r.Positive(f.column); v > 0 {
			out.entry.Values = out.entry.Values.Put(f.metric, v*f.scale)
		}
	}
	t.rows = append(t.rows, out)
	if local.After(t.asOf) {
		t.asOf = local
	}
}

// runkeeperSportOf keeps a word that is not known.
func runkeeperSportOf(word string) (training.Sport, string) {
	if sport, sub, ok := training.ParseKind(word); ok {
		return sport, sub
	}
	return training.Sport(strings.ReplaceAll(strings.ToLower(textclean.Line(word, textclean.NameRunes)), " ", "_")), ""
}

// duration reads "42:30" and "1:05:12".
func duration(s string) (seconds float64) {
	parts := strings.Split(strings.TrimSpace(s), ":")
	if len(parts) > 3 {
		return 0
	}
	for _, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 || n > 1e6 {
			return 0
		}
		seconds = 60*seconds + float64(n)
	}
	return seconds
}
