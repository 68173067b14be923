package archive

import (
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// StravaSource leads the references of activities: "strava:123".
const StravaSource = "strava"

// StravaTable is activities.csv.
type StravaTable struct {
	Rows []StravaRow
	// AsOf is the newest activity's start: how late the archive was made, as
	// far as the table tells.
	AsOf time.Time
}

// StravaRow is one activity.
type StravaRow struct {
	// File is where its recording lies, relative to the table; empty for an
	// activity that nothing recorded, of which Said.Entry is then all.
	File  string
	Start time.Time // zero if the date cannot be read
	Date  string    // as it stands there
	// GearName is the name of the gear whose id is Said.GearID.
	GearName string
	Said     training.Statement

	entered *training.Entry // what the row says beside its file
	typed   string
}

// WithoutFile states the activity of a row whose file the archive lacks.
func (r *StravaRow) WithoutFile() training.Statement {
	s := r.Said
	s.Entry = r.entered
	if s.Sport == "" {
		s.Sport = wordOf(r.typed)
	}
	return s
}

// Activities reads activities.csv.
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

// row reads the cells of a row.
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

// entry describes an activity without a file by its figures. It leaves out
// the distance for display: its unit is the account's, which no table tells.
func (l layout) entry(cells []string) *training.Entry {
	var e training.Entry
	positive := func(text string) float64 {
		v, _ := stravaNumber(text)
		return max(0, v)
	}
	e.ElapsedS, e.TimerS = positive(l.figure(cells, colElapsed)), positive(l.figure(cells, colMoving))
	if e.ElapsedS == 0 { // seconds, there too
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
