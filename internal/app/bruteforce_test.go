package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lapkeep/internal/metrics/naive/rows"
	"lapkeep/internal/recording"
	"lapkeep/internal/testdata"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// slow is an activity as the reference has it: read from its file and made
// into series by package rows.
type slow struct {
	id, file, sport, day string
	merged               bool // several recordings make it up

	recording     *training.Recording
	row           *rows.Recording
	watts, bpm    []float64
	track, graded rows.Track
}

// rowsOf takes a recording's columns as plain numbers.
func rowsOf(r *training.Recording, sport training.Sport) *rows.Recording {
	out := &rows.Recording{Sport: string(sport), ElapsedS: r.ElapsedS}
	for _, t := range r.Columns.TimeS {
		out.TimeS = append(out.TimeS, float64(t))
	}
	for _, p := range r.Pauses {
		out.Pauses = append(out.Pauses, rows.Pause(p))
	}
	for ch, to := range map[training.Channel]*[]float64{
		training.Power: &out.PowerW, training.HeartRate: &out.HRBpm, training.Speed: &out.SpeedMPS, training.Distance: &out.DistanceM,
		training.Altitude: &out.AltitudeM, training.Latitude: &out.LatDeg, training.Longitude: &out.LonDeg,
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

// fileSessions reads every recording of the collection.
func fileSessions(t *testing.T) map[string]*training.Recording {
	t.Helper()
	out := map[string]*training.Recording{}
	for _, pattern := range []string{"fit/*.fit", "gpx/*.gpx", "tcx/*.tcx"} {
		for _, path := range testdata.Files(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			res, err := recording.Read(t.Context(), filepath.Base(path), data, recording.Limits{})
			if err != nil {
				continue // what cannot be read has no bests
			}
			for _, r := range res.Recordings {
				out[fmt.Sprintf("%s#%d", filepath.Base(path), r.SessionIndex)] = r
			}
		}
	}
	return out
}

// slowly is every activity of the home by the reference.
func (a *subject) slowly(t *testing.T) map[string]*slow {
	t.Helper()
	files := fileSessions(t)
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
		if act.Sport == training.Running {
			s.graded = s.row.Graded()
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

// figures are the columns of a block of an answer: a kind of curve.
func figures(kind string, graded bool, afterJ float64) map[string]figure {
	track := func(s *slow) rows.Track {
		if graded {
			return s.graded
		}
		return s.track
	}
	watts := func(s *slow, d float64) float64 { return rows.MeanAfter(s.watts, int(d), afterJ) }
	seconds := func(s *slow, m float64) float64 { return track(s).Seconds(m) }
	speed := func(s *slow, d float64) float64 { return track(s).Metres(d) / d }
	switch kind {
	case "power":
		return map[string]figure{
			"power_w":        {watts, false, 0.05},
			"power_w_per_kg": {func(s *slow, d float64) float64 { return watts(s, d) / slowKg }, false, 0.006},
		}
	case "np":
		return map[string]figure{"normalized_power_w": {func(s *slow, d float64) float64 { return rows.Normalized(s.watts, int(d)) }, false, 0.05}}
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

// durations are some forty steps of all lengths, few of them round.
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
	graded     bool
	afterJ     float64
	steps      []float64
}

// questions are what get_curves is asked about a day of a sport.
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

// leastOf is the shortest distance in m that a sport is asked about.
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

// bruteforce holds answers against the reference.
type bruteforce struct {
	*subject

	byID     map[string]*slow
	compared map[string]int
}

// newBruteforce imports the whole collection.
func newBruteforce(t *testing.T) *bruteforce {
	t.Helper()
	a := &subject{person: newPerson(t)}
	for _, folder := range []string{"fit", "gpx", "tcx"} {
		a.run(t.Context(), "import", filepath.Join(testdata.Dir(t), folder)) // some files are damaged on purpose
	}
	a.must(t, "call", "update_athlete_settings", fmt.Sprintf(`{"weight_kg": %g, "effective_from": "1970-01-02", "share": ["weight"]}`, slowKg))
	a.openHome(t)
	return &bruteforce{subject: a, byID: a.slowly(t), compared: map[string]int{}}
}

// TestBestsAreWhatTheRowsSay holds get_curves, get_records and get_activity
// against a reference that reads the rows of every recording by itself.
func TestBestsAreWhatTheRowsSay(t *testing.T) {
	t.Parallel()
	b := newBruteforce(t)
	days, sports := map[string][]*slow{}, map[string]bool{}
	for _, s := range b.byID {
		days[s.day+" "+s.sport] = append(days[s.day+" "+s.sport], s)
		sports[s.sport] = true
		b.activity(t, s)
	}
	for _, of := range days {
		longest := 0.0
		for _, s := range of {
			longest = math.Max(longest, s.row.ElapsedS)
		}
		for _, q := range questions(of[0].sport, math.Min(86400, longest)) {
			b.curve(t, of, q)
		}
	}
	for sport := range sports {
		b.records(t, sport)
	}
	t.Log(len(b.byID), "activities,", len(days), "days:", b.compared)
}

// claimed compares one cell.
func (b *bruteforce) claimed(t *testing.T, by, column string, f figure, s *slow, step, told float64) {
	t.Helper()
	want := f.of(s, step)
	if math.Abs(told-want) > f.within+1e-9 || math.IsNaN(want) {
		t.Errorf("%s: %s over %g is %v, %v by the rows of %s", by, column, step, told, want, s.file)
	}
	b.compared[by]++
}

// curve asks get_curves about one day and sport: each cell is its activity's
// own, no activity of the day is better, and no cell is missing.
func (b *bruteforce) curve(t *testing.T, of []*slow, q question) {
	t.Helper()
	if len(q.steps) == 0 {
		return
	}
	list := "durations_s"
	if q.kind == "distance" {
		list = "distances_m"
	}
	steps, err := json.Marshal(q.steps)
	if err != nil {
		t.Fatal(err)
	}
	args := fmt.Sprintf(`{"kind":%q%s,"sport":%q,"range":"%s..%[4]s",%q:%s}`, q.kind, q.more, of[0].sport, of[0].day, list, steps)
	var v struct {
		Curve   map[string]json.RawMessage
		Missing map[string]string
	}
	tooltest.Decode(t, b.table, b.call(t), "get_curves", args, &v)
	by := "get_curves " + q.kind + q.more
	told := columnsOf(t, v.Curve)
	columns := figures(q.kind, q.graded, q.afterJ)
	for _, step := range q.steps {
		cells, most := 0, math.NaN()
		for column, f := range columns {
			best := slices.MaxFunc(of, func(x, y *slow) int { return f.compare(x, y, step) })
			cell, ok := told.at(column, step)
			if !ok {
				most = f.of(best, step)
				continue
			}
			cells++
			if b.byID[told.id(step)] != nil { // else it is of several recordings
				b.claimed(t, by, column, f, best, step, cell)
			}
		}
		if cells == 0 && !math.IsNaN(most) {
			t.Errorf("%s: nothing over %g on %s, %v by the rows of %s (%s): %v", by, step, of[0].day, most, of[0].file, of[0].sport, v.Missing)
		}
	}
}

// compare is above 0 where x is the better; what has no figure is the worst.
func (f figure) compare(x, y *slow, step float64) int {
	a, b := f.of(x, step), f.of(y, step)
	if f.less {
		a, b = -a, -b
	}
	return cmp.Compare(a, b) // NaN is below all numbers
}

// toldColumns are the columns of one curve by name.
type toldColumns struct {
	steps  []float64
	ids    []*string
	values map[string][]*float64
}

func columnsOf(t *testing.T, raw map[string]json.RawMessage) toldColumns {
	t.Helper()
	out := toldColumns{values: map[string][]*float64{}}
	for name, data := range raw {
		var err error
		switch name {
		case "duration_s", "distance_m":
			err = json.Unmarshal(data, &out.steps)
		case "activity_ids":
			err = json.Unmarshal(data, &out.ids)
		case "power_w", "power_w_per_kg", "normalized_power_w", "hr_bpm", "time_s", "pace_s_per_km", "pace_s_per_100m", "avg_speed_kmh":
			var cells []*float64
			err = json.Unmarshal(data, &cells)
			out.values[name] = cells
		}
		if err != nil {
			t.Fatal(name, err)
		}
	}
	return out
}

func (c toldColumns) at(column string, step float64) (float64, bool) {
	i := slices.Index(c.steps, step)
	if cells := c.values[column]; i >= 0 && i < len(cells) && cells[i] != nil {
		return *cells[i], true
	}
	return 0, false
}

func (c toldColumns) id(step float64) string {
	if i := slices.Index(c.steps, step); i >= 0 && i < len(c.ids) && c.ids[i] != nil {
		return *c.ids[i]
	}
	return ""
}

// records asks get_records about a sport of all times.
func (b *bruteforce) records(t *testing.T, sport string) {
	t.Helper()
	var v struct {
		Periods []map[string]json.RawMessage
	}
	args := fmt.Sprintf(`{"sport":%q,"range":"1970-01-02..%s"}`, sport, noon.Format("2006-01-02"))
	tooltest.Decode(t, b.table, b.call(t), "get_records", args, &v)
	for _, period := range v.Periods {
		for _, kind := range []string{"power", "np", "hr", "pace", "distance"} {
			block := map[string]json.RawMessage{}
			if raw, ok := period[kind]; !ok || json.Unmarshal(raw, &block) != nil {
				continue
			}
			told := columnsOf(t, block)
			for column, f := range figures(kind, false, 0) {
				for _, step := range told.steps {
					cell, ok := told.at(column, step)
					if s := b.byID[told.id(step)]; ok && s != nil {
						b.claimed(t, "get_records "+kind, column, f, s, step, cell)
					}
				}
			}
		}
	}
}

// activity asks get_activity about one.
func (b *bruteforce) activity(t *testing.T, s *slow) {
	t.Helper()
	kinds := map[string]string{"power_w": "power", "power_w_per_kg": "power", "hr_bpm": "hr", "time_s": "distance", "pace_s_per_km": "distance"}
	for _, c := range b.ofActivity(t, s.id) {
		b.claimed(t, "get_activity", c.what, figures(kinds[c.what], false, 0)[c.what], s, c.step, c.value)
	}
}
