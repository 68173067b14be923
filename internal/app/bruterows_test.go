package app

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/training"
	"lapkeep/test/collectiontest"
	"lapkeep/test/naive/rows"
)

// slow is an activity as the reference has it: read from its file and made
// into series by package rows.
type slow struct {
	id, file, sport, day string
	merged               bool // several recordings make it up

	recording  *training.Recording
	row        *rows.Recording
	watts, bpm []float64
	// track and graded are of the rows, wholeTrack and wholeGraded with the way
	// before and after them.
	track, graded, wholeTrack, wholeGraded rows.Track
}

// rowsOf takes a recording's columns as plain numbers.
func rowsOf(r *training.Recording, sport training.Sport) *rows.Recording {
	out := &rows.Recording{
		Sport: string(sport), ElapsedS: r.ElapsedS,
		Virtual:          r.SubSport == training.SubVirtual || r.Device.Manufacturer == "zwift",
		WithoutBarometer: slices.Contains(withoutBarometer(), r.Device.Product),
		Indoors:          training.IndoorSub(r.SubSport) || r.SubSport == training.SubPool,
		TotalM:           1000 * r.DeviceValues[training.MetricDistanceKM], TimerS: r.TimerS,
	}
	for _, t := range r.Columns.TimeS {
		out.TimeS = append(out.TimeS, float64(t))
	}
	for _, p := range r.Pauses {
		out.Pauses = append(out.Pauses, rows.Pause(p))
	}
	for ch, to := range map[training.Channel]*[]float64{
		training.Power: &out.PowerW, training.HeartRate: &out.HRBpm, training.Speed: &out.SpeedMPS, training.Distance: &out.DistanceM,
		training.Latitude: &out.LatDeg, training.Longitude: &out.LonDeg, training.Altitude: &out.AltitudeM,
	} {
		for i := range out.TimeS {
			x := math.NaN()
			if v, ok := r.Columns.At(ch, i); ok {
				x = float64(v) / ch.Scale()
			}
			*to = append(*to, x)
		}
	}
	return out
}

// withoutBarometer returns the products in the collection whose makers say that
// their altitude is of GPS.
func withoutBarometer() []string {
	return []string{"fr220", "fr230", "fr235", "fr310xt", "fr610", "fr620", "fr735xt", "vivoactive", "edge200"}
}

// slowly returns every activity of the home by the reference.
func (a *subject) slowly(t *testing.T) map[string]*slow {
	t.Helper()
	files := collectiontest.Recordings(t)
	byID := map[training.ActivityID]*slow{}
	scope := a.call(t).Scope
	for row, err := range a.DB.AllRecordings(t.Context(), scope) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Activity == "" {
			continue
		}
		s, ok := byID[row.Activity]
		if !ok {
			s = &slow{id: string(row.Activity)}
			byID[row.Activity] = s
		}
		s.merged = ok
		if row.Rank > 0 {
			continue
		}
		s.file = fmt.Sprintf("%s#%d", filepath.Base(row.Origin.FileName), row.Recording.SessionIndex)
		if s.recording, ok = files[s.file]; !ok {
			t.Fatalf("%s is of %s, which was not read", row.Activity, s.file)
		}
	}
	out := map[string]*slow{}
	for id, s := range byID {
		if s.merged {
			t.Logf("%s has several recordings, which the reference does not join", s.file)
			continue
		}
		act, err := a.DB.Activity(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		s.sport, s.day, s.row = string(act.Sport), act.LocalDay.String(), rowsOf(s.recording, act.Sport)
		s.watts, s.bpm, s.track = s.row.Power(), s.row.HR(), s.row.Track()
		s.wholeTrack = s.row.Whole(s.track, false)
		if act.Sport == training.Running {
			s.graded = s.row.Graded()
			s.wholeGraded = s.row.Whole(s.graded, true)
		}
		out[s.id] = s
	}
	return out
}

// figure is one column of an answer by the reference; NaN where it has none.
type figure struct {
	of     func(s *slow, step float64) float64
	less   bool    // the least is the best
	within float64 // half of what the answer is rounded to, and no more than the promise
}

// figures returns the columns of a block of an answer: a kind of curve.
func figures(kind string, afterJ float64, graded bool) map[string]figure {
	tracks := func(s *slow) (of, whole rows.Track) {
		if graded {
			return s.graded, s.wholeGraded
		}
		return s.track, s.wholeTrack
	}
	watts := func(s *slow, d float64) float64 { return rows.MeanAfter(s.watts, int(d), afterJ) }
	seconds := func(s *slow, m float64) float64 {
		_, whole := tracks(s)
		return whole.Seconds(m)
	}
	speed := func(s *slow, d float64) float64 {
		of, _ := tracks(s)
		return of.Metres(d) / d
	}
	switch kind {
	case "power":
		return map[string]figure{
			"power_w":        {watts, false, 0.05},
			"power_w_per_kg": {func(s *slow, d float64) float64 { return watts(s, d) / slowKg }, false, 0.006},
		}
	case "np":
		return map[string]figure{"normalized_power_w": {func(s *slow,
			d float64,
		) float64 {
			return rows.Normalized(s.watts, int(d))
		}, false, 0.05}}
	case "hr":
		return map[string]figure{"hr_bpm": {func(s *slow, d float64) float64 { return rows.Mean(s.bpm, int(d)) }, false, 0.05}}
	case "pace":
		return map[string]figure{
			"pace_s_per_km":   {func(s *slow, d float64) float64 { return 1000 / speed(s, d) }, true, 0.05},
			"pace_s_per_100m": {func(s *slow, d float64) float64 { return 100 / speed(s, d) }, true, 0.05},
			"avg_speed_kmh":   {func(s *slow, d float64) float64 { return 3.6 * speed(s, d) }, false, 0.005},
		}
	}
	return map[string]figure{
		"time_s":        {seconds, true, 0.05},
		"pace_s_per_km": {func(s *slow, m float64) float64 { return seconds(s, m) / m * 1000 }, true, 0.05},
	}
}

// slowKg is the athlete's weight.
const slowKg = 61.3

// durations returns some forty steps of all lengths, few of them round.
func durations(least, most float64) (out []float64) {
	factor := math.Pow(math.Max(2, most/least), 1.0/40)
	for d := least; d <= most; d = math.Max(d+1, math.Round(d*factor)) {
		out = append(out, d)
	}
	return out
}

// question is one call of get_curves.
type question struct {
	kind, more string
	afterJ     float64
	graded     bool
	steps      []float64
}

// questions lists what get_curves is asked about a day of a sport.
func questions(sport string, longest float64) []question {
	all, track, distances := durations(1, longest), durations(30, longest), durations(leastOf(sport), 200_000)
	out := []question{
		{kind: "power", more: `,"per_kg":true`, steps: all},
		{kind: "power", more: `,"fatigued_after_kj":350`, afterJ: 350_000, steps: all},
		{kind: "power", more: `,"fatigued_after_kj":1000`, afterJ: 1e6, steps: all},
		{kind: "power", more: `,"fatigued_after_kj_per_kg":10`, afterJ: 10_000 * slowKg, steps: all},
		{kind: "np", steps: durations(300, longest)},
		{kind: "hr", steps: all},
		{kind: "pace", steps: track},
		{kind: "distance", steps: distances},
	}
	if sport == string(training.Running) {
		out = append(out,
			question{kind: "pace", more: `,"graded":true`, graded: true, steps: track},
			question{kind: "distance", more: `,"graded":true`, graded: true, steps: distances})
	}
	return out
}

// leastOf returns the shortest distance in m for a sport.
func leastOf(sport string) float64 {
	switch training.Sport(sport) {
	case training.Running, training.Walking, training.Hiking:
		return 400
	case training.Swimming:
		return 100
	case training.Rowing, training.Paddling:
		return 500
	}
	return 1000
}

// TestTheCalendarExplainsItself: what list_events explains is a resource too,
// where the tool is offered.
func TestTheCalendarExplainsItself(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	s, _ := a.connect(t, a.Workbench, []string{"all"}, nil)
	for uri, want := range map[string]string{
		"lapkeep://event-categories": "race_a", "lapkeep://workout-syntax": "LTHR",
		"lapkeep://custom-item-schemas": "aggregate",
	} {
		res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil || len(res.Contents) != 1 || res.Contents[0].MIMEType != "text/plain" || !strings.Contains(res.Contents[0].Text, want) {
			t.Errorf("%s: %+v, %v", uri, res, err)
		}
	}
	research, _ := a.connect(t, a.Workbench, []string{"research"}, nil)
	if _, err := research.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "lapkeep://event-categories"}); err == nil {
		t.Error("a server without the calendar explains it")
	}
}

// TestALargeWriteAsks: where the config lets the model agree, it repeats the
// code of what it was shown; elsewhere the code is no argument.
func TestALargeWriteAsks(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	config := filepath.Join(a.user, ".lapkeep", settings.ConfigName)
	b, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, append(b, "consent: model\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := settings.Load(a.program(nil, nil).places())
	if err != nil {
		t.Fatal(err)
	}
	w := *a.Workbench
	w.Settings = loaded
	agreeing, _ := a.connect(t, &w, []string{"all"}, nil)
	plain, _ := a.connect(t, a.Workbench, []string{"all"}, nil)
	args := map[string]any{"ids": []string{"hill-race"}, "copies": 4}
	ask := func(s *mcp.ClientSession, code string) (text string, failed bool) {
		t.Helper()
		given := maps.Clone(args)
		if code != "" {
			given["approval_code"] = code
		}
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "duplicate_events", Arguments: given})
		if err != nil {
			t.Fatal(err)
		}
		return res.Content[0].(*mcp.TextContent).Text, res.IsError
	}
	told, failed := ask(agreeing, "")
	code := regexp.MustCompile(`approval_code: "([a-z0-9]+)"`).FindStringSubmatch(told)
	if !failed || len(code) != 2 {
		t.Fatalf("it was not asked: %s", told)
	}
	if told, failed := ask(plain, code[1]); !failed || !strings.Contains(told, "approval_code") {
		t.Errorf("a code where none counts: %s", told)
	}
	if told, failed := ask(agreeing, code[1]); failed {
		t.Errorf("with its code: %s", told)
	}
}
