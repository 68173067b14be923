package strava

import (
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Source leads the references of activities: "strava:123".
const Source = "strava"

// Table is activities.csv.
type Table struct {
	Rows []Row
	// AsOf is the newest activity's start: how late the archive was made, as
	// far as the table tells.
	AsOf time.Time
}

// Row is one activity.
type Row struct {
	// File is where its recording lies, relative to the table; empty for an
	// activity that nothing recorded, of which Said.Entry is then all.
	File  string
	Start time.Time // zero if the date cannot be read
	Date  string    // as it stands there
	// GearName is what Said.GearID stands for.
	GearName string
	Said     training.Said

	entered *training.Entry // what the row says beside its file
	typed   string
}

// WithoutFile is what a row says if the archive lacks its file.
func (r *Row) WithoutFile() training.Said {
	s := r.Said
	s.Entry = r.entered
	if s.Sport == "" {
		s.Sport = wordOf(r.typed)
	}
	return s
}

// The places of columns. The first fifteen are for display, in the units and
// the language of the account; the rest are metres, seconds and points. Of a
// figure that is in both, the later is read.
const (
	colID          = 0
	colDate        = 1
	colName        = 2
	colType        = 3
	colDescription = 4
	colCommute     = 9
	colNote        = 10
	colGear        = 11
	colFile        = 12
	colElapsed     = 15
	colMoving      = 16
	colDistance    = 17
	colMaxSpeed    = 18
	colAvgSpeed    = 19
	colGain        = 20
	colLoss        = 21
	colMaxCadence  = 28
	colAvgCadence  = 29
	colMaxHR       = 30
	colAvgHR       = 31
	colMaxPower    = 32
	colAvgPower    = 33
	colCalories    = 34
	colAvgTemp     = 36
	colExertion    = 43
	colNormalized  = 46

	leastColumns = colFile + 1
)

// Activities reads activities.csv.
func Activities(data []byte) (Table, error) {
	var t Table
	head, rows, err := readTable(data)
	if err != nil {
		return t, err
	}
	if !looksRight(head, rows) {
		return t, training.Errorf(training.KindCorrupt, "The table is not one of a Strava archive's activities.").
			WithFix("Request the archive again, or import its activities folder by itself.")
	}
	marks := findMarks(head)
	dates := readDates(rows)
	seen := map[string]bool{}
	for i, cells := range rows {
		id := cell(cells, colID)
		if !digits(id) || seen[id] {
			continue
		}
		seen[id] = true
		r := row(cells, marks)
		r.Start, r.Date = dates[i], textclean.Line(cell(cells, colDate), textclean.NameRunes)
		r.entered.Start = r.Start
		if r.File == "" {
			r.Said = r.WithoutFile()
		}
		if r.Start.After(t.AsOf) {
			t.AsOf = r.Start
		}
		t.Rows = append(t.Rows, r)
	}
	return t, nil
}

// looksRight says that a table has as many columns as one of activities, and
// that what stands first in most of its rows is a number.
func looksRight(head []string, rows [][]string) bool {
	if len(head) < leastColumns {
		return false
	}
	good := 0
	for _, r := range rows {
		if len(r) >= leastColumns && digits(r[colID]) {
			good++
		}
	}
	return 2*good > len(rows) || len(rows) == 0 && len(head) > colAvgPower
}

func row(cells []string, m marks) Row {
	r := Row{File: strings.TrimSpace(cell(cells, colFile)), GearName: textclean.Line(cell(cells, colGear), textclean.NameRunes)}
	s := &r.Said
	s.Ref = Source + ":" + cell(cells, colID)
	s.Name = textclean.Line(cell(cells, colName), textclean.NameRunes)
	s.Description = textclean.Text(cell(cells, colDescription), textclean.TextRunes)
	s.PrivateNote = textclean.Text(cell(cells, colNote), textclean.TextRunes)
	s.Sport, s.SubSport, _ = training.ParseKind(cell(cells, colType))
	s.Commute = truth(cell(cells, colCommute))
	s.Race = m.race >= 0 && truth(cell(cells, m.race))
	if m.longRun >= 0 && truth(cell(cells, m.longRun)) {
		s.Tags = []string{"long run"}
	}
	if r.GearName != "" {
		s.GearID = GearID(r.GearName)
	}
	if v, ok := number(cell(cells, colExertion)); ok && v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	r.entered, r.typed = entry(cells), cell(cells, colType)
	return r
}

// entry is what the machine's block says of an activity without a file.
func entry(cells []string) *training.Entry {
	var e training.Entry
	positive := func(col int) float64 {
		v, ok := number(cell(cells, col))
		if !ok || v <= 0 {
			return 0
		}
		return v
	}
	e.ElapsedS, e.TimerS = positive(colElapsed), positive(colMoving)
	if e.TimerS == 0 {
		e.TimerS = e.ElapsedS
	}
	const mpsToKMH = 3.6
	for _, f := range []struct {
		m     training.Metric
		col   int
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
		if v := positive(f.col); v > 0 {
			e.Values = e.Values.Put(f.m, v*f.times)
		}
	}
	return &e
}
