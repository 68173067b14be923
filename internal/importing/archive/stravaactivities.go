package archive

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// StravaSource is the prefix of references, such as "strava:123".
const StravaSource = "strava"

// StravaTable is the content of activities.csv.
type StravaTable struct {
	Rows []StravaRow
	// AsOf is the start time of the newest activity. The archive was made later.
	AsOf time.Time
}

// StravaRow is one activity.
type StravaRow struct {
	// File is the path of the recording, relative to the table. It is empty for
	// an activity without a recording; its data is in Said.Entry.
	File  string
	Start time.Time // zero if the date cannot be read
	Date  string    // as in the table
	// GearName is the name of the gear whose id is Said.GearID.
	GearName string
	Said     training.Statement

	entered *training.Entry // the row's values, for use if the file is missing
	typed   string
}

// WithoutFile returns a statement with all data of the row, for an activity whose file is
// missing from the archive.
func (r *StravaRow) WithoutFile() training.Statement {
	s := r.Said
	s.Entry = r.entered
	if s.Sport == "" {
		s.Sport = wordOf(r.typed)
	}
	return s
}

// Activities parses activities.csv.
func Activities(data []byte) (StravaTable, error) {
	var t StravaTable
	head, rows, err := readTable(data)
	if err != nil {
		return t, err
	}
	if len(head) == 0 {
		return t, training.Errorf(training.KindCorrupt, "The table is empty.").WithFix("Request the archive again.")
	}
	l, err := layoutOf(head, rows)
	if err != nil {
		return t, err
	}
	dates := readDates(l, rows)
	seen := map[string]bool{}
	for i, cells := range rows {
		id := l.show(cells, colID)
		if !digits(id) || seen[id] {
			continue
		}
		seen[id] = true
		r := l.row(cells)
		r.Start, r.Date = dates[i], textclean.Line(l.show(cells, colDate), textclean.NameRunes)
		r.entered.Start = r.Start
		if r.File == "" {
			r.Said = r.WithoutFile()
		} else {
			r.Said.CaloriesKcal = r.entered.Values[training.MetricCaloriesKcal]
		}
		if r.Start.After(t.AsOf) {
			t.AsOf = r.Start
		}
		t.Rows = append(t.Rows, r)
	}
	return t, nil
}

// row parses one row.
func (l layout) row(cells []string) StravaRow {
	line := func(c column) string { return textclean.Line(l.show(cells, c), textclean.NameRunes) }
	r := StravaRow{File: strings.TrimSpace(l.show(cells, colFile)), GearName: line(colGear), typed: l.show(cells, colType)}
	s := &r.Said
	s.Ref = StravaSource + ":" + l.show(cells, colID)
	s.Name = line(colName)
	s.Description = textclean.Text(l.show(cells, colDescription), textclean.TextRunes)
	s.PrivateNote = textclean.Text(l.show(cells, colNote), textclean.TextRunes)
	s.Sport, s.SubSport, _ = training.ParseKind(r.typed)
	s.Commute = truth(l.show(cells, colCommute))
	s.Race = truth(l.figure(cells, colRace))
	if truth(l.figure(cells, colLongRun)) {
		s.Tags = []string{"long run"}
	}
	if r.GearName != "" {
		s.GearID = GearID(r.GearName)
	}
	if v, ok := stravaNumber(l.figure(cells, colExertion)); ok && v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	r.entered = l.entry(cells)
	return r
}

// entry returns the values for an activity without a file. It does not use the
// distance for display, because its unit is unknown.
func (l layout) entry(cells []string) *training.Entry {
	var e training.Entry
	positive := func(text string) float64 {
		v, _ := stravaNumber(text)
		return max(0, v)
	}
	e.ElapsedS, e.TimerS = positive(l.figure(cells, colElapsed)), positive(l.figure(cells, colMoving))
	if e.ElapsedS == 0 { // the column for display is in seconds too
		e.ElapsedS = positive(l.show(cells, colElapsed))
	}
	if e.TimerS == 0 {
		e.TimerS = e.ElapsedS
	}
	const mpsToKMH = 3.6
	for _, f := range []struct {
		m     training.Metric
		col   column
		times float64
	}{
		{training.MetricDistanceKM, colDistance, 1e-3},
		{training.MetricMovingTimeS, colMoving, 1},
		{training.MetricMaxSpeedKMH, colMaxSpeed, mpsToKMH},
		{training.MetricAvgSpeedKMH, colAvgSpeed, mpsToKMH},
		{training.MetricElevationGainM, colGain, 1},
		{training.MetricElevationLossM, colLoss, 1},
		{training.MetricMaxCadenceRPM, colMaxCadence, 1},
		{training.MetricAvgCadenceRPM, colAvgCadence, 1},
		{training.MetricMaxHRBpm, colMaxHR, 1},
		{training.MetricAvgHRBpm, colAvgHR, 1},
		{training.MetricMaxPowerW, colMaxPower, 1},
		{training.MetricAvgPowerW, colAvgPower, 1},
		{training.MetricNormalizedPowerW, colNormalized, 1},
		{training.MetricCaloriesKcal, colCalories, 1},
		{training.MetricAvgTempC, colAvgTemp, 1},
	} {
		if v := positive(l.figure(cells, f.col)); v > 0 {
			e.Values = e.Values.Put(f.m, v*f.times)
		}
	}
	return &e
}

// maxRows is the maximum number of rows of a table.
const maxRows = 200_000

// readTable reads a table with its header. It keeps quotes within words, and
// accepts rows of different lengths and tables saved by another program.
func readTable(data []byte) (head []string, rows [][]string, err error) {
	data, isText := textclean.UTF8(data)
	if !isText {
		return nil, nil, training.Errorf(training.KindCorrupt, "The table is not text.").WithFix("Request the archive again.")
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, training.Errorf(training.KindCorrupt, "The table cannot be read: %w.", err).WithFix("Request the archive again.")
		}
		if head == nil {
			head = cells
			continue
		}
		if len(rows) == maxRows {
			return nil, nil, training.Errorf(training.KindTooLarge, "The table has more than %d rows.", maxRows)
		}
		rows = append(rows, cells)
	}
	return head, rows, nil
}

func cell(cells []string, col int) string {
	if col < 0 || col >= len(cells) {
		return ""
	}
	return cells[col]
}

// stravaNumber parses a number with a decimal point or comma, with or without grouping.
func stravaNumber(s string) (float64, bool) {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\'' || r == '’' {
			return -1
		}
		return r
	}, s)
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	switch {
	case comma < 0:
	case point > comma || strings.Count(s, ",") > 1: // 1,234.5 and 1,234,567
		s = strings.ReplaceAll(s, ",", "")
	default: // 1.234,5 and 33,22
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return v, true
}

// truth parses a flag: "true" in a column for display, or 1.0 in the others.
func truth(s string) bool {
	s = strings.TrimSpace(s)
	if strings.EqualFold(s, "true") {
		return true
	}
	v, ok := stravaNumber(s)
	return ok && v != 0
}

func digits(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

// sportOf parses a service's word for a sport. An unknown word is kept.
func sportOf(word string) (sport training.Sport, sub string) {
	if sport, sub, ok := training.ParseKind(word); ok {
		return sport, sub
	}
	return wordOf(word), ""
}

// wordOf converts an unknown word to the form of a sport.
func wordOf(s string) training.Sport {
	w := strings.ReplaceAll(strings.ToLower(textclean.Line(s, textclean.NameRunes)), " ", "_")
	if w == "" {
		return training.Other
	}
	return training.Sport(w)
}
