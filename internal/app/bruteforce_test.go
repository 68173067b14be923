package app

import (
	"cmp"
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
func (a *subject) slowly(t *testing.T) []*slow {
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
	var out []*slow
	for id, s := range byID {
		act, err := a.DB.Activity(t.Context(), scope, id)
		if err != nil {
			t.Fatal(err)
		}
		s.sport, s.day, s.row = string(act.Sport), act.LocalDay.String(), rowsOf(s.recording, act.Sport)
		s.watts, s.bpm, s.track = s.row.Power(), s.row.HR(), s.row.Track()
		if act.Sport == training.Running {
			s.graded = s.row.Graded()
		}
		out = append(out, s)
	}
	return out
}

// question is one call of get_curves and the figure of the reference.
type question struct {
	args, column string
	steps        []float64
	of           func(s *slow, step float64) float64
	within       float64
}

// questions are all that get_curves is asked about a sport.
func questions(sport string, longest, weight float64) []question {
	power := func(s *slow, d float64) float64 { return rows.Mean(s.watts, int(d)) }
	after := func(joules float64) func(*slow, float64) float64 {
		return func(s *slow, d float64) float64 { return rows.MeanAfter(s.watts, int(d), joules) }
	}
	pace := func(graded bool) func(*slow, float64) float64 {
		return func(s *slow, d float64) float64 { return 1000 * d / s.tracked(graded).Metres(d) }
	}
	times := func(graded bool) func(*slow, float64) float64 {
		return func(s *slow, m float64) float64 { return 1000 * s.tracked(graded).Seconds(m) / m }
	}
	all := durations(1, longest)
	out := []question{
		{`"kind":"power"`, "power_w", all, power, 0.05},
		{`"kind":"power","per_kg":true`, "power_w_per_kg", all, func(s *slow, d float64) float64 { return power(s, d) / weight }, 0.005},
		{`"kind":"power","fatigued_after_kj":350`, "power_w", all, after(350_000), 0.05},
		{`"kind":"power","fatigued_after_kj":1000`, "power_w", all, after(1e6), 0.05},
		{`"kind":"power","fatigued_after_kj_per_kg":10`, "power_w", all, after(10_000 * weight), 0.05},
		{`"kind":"np"`, "normalized_power_w", durations(300, longest), func(s *slow, d float64) float64 { return rows.Normalized(s.watts, int(d)) }, 0.05},
		{`"kind":"hr"`, "hr_bpm", all, func(s *slow, d float64) float64 { return rows.Mean(s.bpm, int(d)) }, 0.05},
		{`"kind":"pace"`, "m/s", durations(30, longest), pace(false), 0.05},
		{`"kind":"distance"`, "time_s", durations(100, 200_000), times(false), 0.05},
	}
	if sport == string(training.Running) {
		out = append(out, question{`"kind":"pace","graded":true`, "m/s", durations(30, longest), pace(true), 0.05},
			question{`"kind":"distance","graded":true`, "time_s", durations(100, 50_000), times(true), 0.05})
	}
	return out
}

func (s *slow) tracked(graded bool) rows.Track {
	if graded {
		return s.graded
	}
	return s.track
}

// durations are some forty steps of all lengths, few of them round.
func durations(least, most float64) (out []float64) {
	factor := math.Pow(math.Max(2, most/least), 1.0/40)
	for d := least; d <= most; d = math.Max(d+1, math.Round(d*factor)) {
		out = append(out, d)
	}
	return out
}

// TestBestsAreWhatTheRowsSay holds get_curves, get_records and get_activity
// against a reference that reads the rows of every recording by itself.
func TestBestsAreWhatTheRowsSay(t *testing.T) {
	t.Parallel()
	a := &subject{person: newPerson(t)}
	for _, folder := range []string{"fit", "gpx", "tcx"} {
		a.run(t.Context(), "import", filepath.Join(testdata.Dir(t), folder)) // some files are damaged on purpose
	}
	const weight = 61.3
	a.must(t, "call", "update_athlete_settings", fmt.Sprintf(`{"weight_kg": %g, "effective_from": "1990-01-02", "share": ["weight"]}`, weight))
	a.openHome(t)
	days := map[string][]*slow{}
	for _, s := range a.slowly(t) {
		key := s.day + " " + s.sport
		days[key] = append(days[key], s)
	}
	compared := map[string]int{}
	t.Log(len(days), "days and sports")
	for _, of := range days {
		longest := 0.0
		for _, s := range of {
			longest = math.Max(longest, s.row.ElapsedS)
		}
		for _, q := range questions(of[0].sport, math.Min(86400, longest), weight) {
			if len(q.steps) > 0 {
				a.compare(t, of, q, compared)
			}
		}
	}
	t.Log(compared)
}

// compare asks about one day and sport.
func (a *subject) compare(t *testing.T, of []*slow, q question, compared map[string]int) {
	t.Helper()
	key := "durations_s"
	if q.column == "time_s" {
		key = "distances_m"
	}
	steps := fmt.Sprintf("%q:[", key)
	for i, s := range q.steps {
		steps += fmt.Sprint(map[bool]string{true: ",", false: ""}[i > 0], int(s))
	}
	args := fmt.Sprintf(`{%s,"sport":%q,"range":"%s..%s",%s]}`, q.args, of[0].sport, of[0].day, of[0].day, steps)
	var v struct {
		Curve *struct {
			bestColumns
			Pace100 []*float64 `json:"pace_s_per_100m"`
		} `json:"curve"`
	}
	tooltest.Decode(t, a.table, a.call(t), "get_curves", args, &v)
	ids := map[float64]string{}
	told, asked := map[float64]float64{}, q.steps
	if v.Curve != nil {
		asked = slices.Concat(v.Curve.DurationS, v.Curve.DistanceM)
		for i, p := range v.Curve.Pace100 {
			if p != nil {
				told[asked[i]] = 10 * *p
			}
		}
		for _, c := range v.Curve.claims("get_curves") {
			ids[c.step] = c.id
			switch {
			case c.what == q.column:
				told[c.step] = c.value
			case q.column != "m/s":
			case c.what == "avg_speed_kmh":
				told[c.step] = 3600 / c.value
			case c.what == "pace_s_per_km":
				told[c.step] = c.value
			}
			if c.what == "time_s" && q.column == "time_s" {
				told[c.step] = c.value * 1000 / c.step
			}
		}
	}
	for _, step := range asked {
		best := slices.MaxFunc(of, func(x, y *slow) int { return cmp.Compare(q.rank(x, step), q.rank(y, step)) })
		want := q.of(best, step)
		got, ok := told[step]
		switch {
		case ok && (math.IsNaN(want) || math.Abs(got-want) > q.within+1e-6):
			t.Errorf("%s %s over %g: %v told, %v by the rows of %s (merged %v, %d that day, the same one %v)", q.args, q.column, step, got, want, best.file, best.merged, len(of), ids[step] == best.id)
		case !ok && !math.IsNaN(want):
			t.Errorf("%s %s over %g: nothing told, %v by the rows of %s (%s, merged %v, %d that day)", q.args, q.column, step, want, best.file, best.sport, best.merged, len(of))
		case ok:
			compared[q.args]++
		}
	}
}

// rank is greater for the better.
func (q question) rank(s *slow, step float64) float64 {
	if x := q.of(s, step); !math.IsNaN(x) && (q.column == "m/s" || q.column == "time_s") {
		return -x
	} else {
		return x
	}
}
