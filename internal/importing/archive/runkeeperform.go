package archive

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// RunkeeperSource is the prefix of references.
const RunkeeperSource = "runkeeper"

// RunkeeperForm recognises and reads the archives that Runkeeper exports.
type RunkeeperForm struct{}

const runkeeperTableName = "cardioactivities.csv"

// Top returns the folder that contains the table.
func (RunkeeperForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	if !strings.EqualFold(base, runkeeperTableName) {
		return "", false
	}
	head, err := e.File.Head(listing.HeadBytes)
	return e.Rel[:len(e.Rel)-len(base)], err == nil && bytes.Contains(head, []byte("Type,Route Name"))
}

// Emit adds data from the table to the tracks that the walk yields, and then
// yields the activities without a track.
func (RunkeeperForm) Emit(x *listing.Export) {
	data, err := x.Table(&x.Mark)
	var t runkeeperTable
	if err == nil {
		t, err = runkeeperRead(data)
	}
	it := x.Mark.Item()
	if err != nil {
		it.Err = err
		x.Yield(it)
		return
	}
	files := map[string]*runkeeperRow{}
	for i := range t.rows {
		r := &t.rows[i]
		e, there := x.Part(r.file)
		if r.file == "" || !there {
			continue
		}
		r.found = true
		files[strings.ToLower(r.file)] = r
		t.learn(r, &e)
	}
	x.About(func(it listing.Item) listing.Item {
		if r := files[strings.ToLower(it.Name())]; r != nil && it.Skip == "" && it.Err == nil {
			said := r.said
			said.CaloriesKcal = r.entry.Values[training.MetricCaloriesKcal]
			it.Statement, it.AsOf = &said, t.asOf
		}
		return it
	})
	x.Leave(func(name string) string {
		if path.Ext(name) == ".csv" && !strings.Contains(name, "/") {
			return "It is a table of Runkeeper that holds no activities; it was not opened."
		}
		return ""
	})
	x.Last(func() { t.unrecorded(x, it) })
}

// unrecorded yields the activities without a track.
func (t *runkeeperTable) unrecorded(x *listing.Export, mark listing.Item) {
	it := listing.Item{Path: mark.Path, Size: mark.Size, ModTime: mark.ModTime, AsOf: t.asOf, Unrecorded: []training.Statement{}}
	missing := 0
	for i := range t.rows {
		r := &t.rows[i]
		if r.found {
			continue
		}
		if r.file != "" {
			missing++
		}
		s := r.said
		entry := r.entry
		if offset, ok := t.offset(r.local); ok {
			entry.Start = r.local.Add(-offset).In(time.FixedZone("", int(offset.Seconds())))
		} else {
			entry.Start, entry.Local = r.local, true
		}
		s.Entry = &entry
		it.Unrecorded = append(it.Unrecorded, s)
	}
	if missing > 0 {
		it.Warning = fmt.Sprintf("%d of the tracks that the table names are missing; their activities were taken from the table.", missing)
	}
	x.Yield(it)
}

// trackHead is the number of bytes at the start of a track that contain its first time.
const trackHead = 2048

// learn determines the UTC offset at a row from the first time in its track.
func (t *runkeeperTable) learn(r *runkeeperRow, e *listing.Entry) {
	if !e.Readable() {
		return
	}
	head, err := e.File.Head(trackHead)
	if err != nil {
		return
	}
	_, rest, ok := bytes.Cut(head, []byte("<time>"))
	text, _, closed := bytes.Cut(rest, []byte("<"))
	utc, _, _, isTime := reading.ParseTime(string(bytes.TrimSpace(text)))
	if !ok || !closed || !isTime {
		return
	}
	const quarter, slack, most = 15 * time.Minute, 2 * time.Minute, 14 * time.Hour
	d := r.local.Sub(utc)
	if offset := d.Round(quarter); (d-offset).Abs() < slack && offset.Abs() <= most {
		t.places = append(t.places, place{r.local, offset})
	}
}

// offset returns the UTC offset of the track that is nearest in time.
func (t *runkeeperTable) offset(local time.Time) (time.Duration, bool) {
	best := -1
	for i, p := range t.places {
		if best < 0 || p.local.Sub(local).Abs() < t.places[best].local.Sub(local).Abs() {
			best = i
		}
	}
	if best < 0 {
		return 0, false
	}
	return t.places[best].offset, true
}

type runkeeperTable struct {
	rows   []runkeeperRow
	places []place
	asOf   time.Time // start time of the last activity
}

// runkeeperRow is one activity in the table.
type runkeeperRow struct {
	local time.Time // local time, represented as if it were UTC
	file  string
	found bool
	said  training.Statement
	entry training.Entry
}

// place is the local time of a track, with its UTC offset.
type place struct {
	local  time.Time
	offset time.Duration
}

const (
	mile = i18n.KmPerMile
	foot = 0.3048 // m
)

// runkeeperFigures lists the columns with values, and the factors that convert
// them to the metric's unit.
var runkeeperFigures = []listing.Figure{
	{Column: "Distance (km)", Metric: training.MetricDistanceKM, Scale: 1},
	{Column: "Distance (mi)", Metric: training.MetricDistanceKM, Scale: mile},
	{Column: "Average Heart Rate (bpm)", Metric: training.MetricAvgHRBpm, Scale: 1},
	{Column: "Calories Burned", Metric: training.MetricCaloriesKcal, Scale: 1},
	{Column: "Climb (m)", Metric: training.MetricElevationGainM, Scale: 1},
	{Column: "Climb (ft)", Metric: training.MetricElevationGainM, Scale: foot},
}

func runkeeperRead(data []byte) (t runkeeperTable, err error) {
	err = listing.Rows(data, []string{"Date", "Type", "Duration", "GPX File"}, t.row)
	if err != nil {
		return t, training.Errorf(training.KindCorrupt, "It is not a table of Runkeeper activities: %w.", err).
			WithFix("Export the archive again.")
	}
	return t, nil
}

// row reads an activity. It ignores an activity without a time or a duration.
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
		entry: training.Entry{TimerS: seconds, ElapsedS: seconds, Values: r.Values(runkeeperFigures)},
	}
	out.said.Sport, out.said.SubSport = sportOf(r.Text("Type"))
	t.rows = append(t.rows, out)
	if local.After(t.asOf) {
		t.asOf = local
	}
}

// duration parses durations such as "42:30" and "1:05:12".
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
