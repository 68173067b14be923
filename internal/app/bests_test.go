package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// best names what several answers tell: over a step in s or m, of one activity.
type best struct {
	id   string
	what string // the column that get_curves has it in
	step float64
}

// claim is one answer's word on it.
type claim struct {
	best

	by    string
	value float64
}

// bestColumns are the columns of get_curves and get_records.
type bestColumns struct {
	DurationS []float64  `json:"duration_s"`
	DistanceM []float64  `json:"distance_m"`
	PowerW    []*float64 `json:"power_w"`
	PerKg     []*float64 `json:"power_w_per_kg"`
	NPW       []*float64 `json:"normalized_power_w"`
	HRBpm     []*float64 `json:"hr_bpm"`
	TimeS     []*float64 `json:"time_s"`
	SpeedKMH  []*float64 `json:"avg_speed_kmh"`
	PaceKM    []*float64 `json:"pace_s_per_km"`
	IDs       []*string  `json:"activity_ids"`
}

func (c *bestColumns) claims(by string) (out []claim) {
	steps := append(append([]float64{}, c.DurationS...), c.DistanceM...)
	for what, cells := range map[string][]*float64{
		"power_w": c.PowerW, "power_w_per_kg": c.PerKg, "normalized_power_w": c.NPW, "hr_bpm": c.HRBpm,
		"time_s": c.TimeS, "avg_speed_kmh": c.SpeedKMH, "pace_s_per_km": c.PaceKM,
	} {
		for i, v := range cells {
			if v != nil {
				out = append(out, claim{best{*c.IDs[i], what, steps[i]}, by, *v})
			}
		}
	}
	return out
}

// answered returns every answer with bests, over the same days.
func (a *subject) answered(t *testing.T, days string, estimates bool) (of, over []claim) {
	t.Helper()
	for _, id := range a.ids {
		of = append(of, a.ofActivity(t, id)...)
	}
	for _, sport := range []string{"cycling", "running", "swimming"} {
		for _, kind := range []string{"power", "hr", "np", "pace", "distance"} {
			over = append(over, a.ofCurves(t, kind, sport, days)...)
		}
		over = append(over, a.ofRecords(t, sport, days)...)
		if estimates {
			over = append(over, a.ofEstimates(t, sport)...)
			over = append(over, a.ofPrediction(t, sport)...)
		}
	}
	return of, over
}

func (a *subject) ofActivity(t *testing.T, id string) (out []claim) {
	t.Helper()
	var v struct {
		Best struct{ Power, HR, Distance []map[string]float64 } `json:"best_efforts"`
	}
	tooltest.Decode(t, a.table, a.call(t), "get_activity", fmt.Sprintf(`{"id":%q,"sections":["best_efforts"]}`, id), &v)
	add := func(what string, step, value float64) {
		out = append(out, claim{best{id, what, step}, "get_activity", value})
	}
	for _, f := range v.Best.Power {
		add("power_w", f["duration_s"], f["avg_power_w"])
		if kg, ok := f["avg_power_w_per_kg"]; ok {
			add("power_w_per_kg", f["duration_s"], kg)
		}
	}
	for _, f := range v.Best.HR {
		add("hr_bpm", f["duration_s"], f["avg_hr_bpm"])
	}
	for _, f := range v.Best.Distance {
		add("time_s", f["distance_km"]*1000, f["elapsed_time_s"])
		add("pace_s_per_km", f["distance_km"]*1000, f["pace_s_per_km"])
	}
	return out
}

func (a *subject) ofCurves(t *testing.T, kind, sport, days string) []claim {
	t.Helper()
	var v struct {
		Curve  *bestColumns `json:"curve"`
		Models *struct {
			DurationS []float64 `json:"duration_s"`
			PowerW    []float64 `json:"power_w"`
		} `json:"models"`
	}
	power := kind == "power"
	args := fmt.Sprintf(`{"kind":%q,"sport":%q,"range":%q,"per_kg":%v,"models":%v}`, kind, sport, days, power, power)
	tooltest.Decode(t, a.table, a.call(t), "get_curves", args, &v)
	if v.Curve == nil {
		return nil
	}
	out := v.Curve.claims("get_curves")
	if v.Models != nil {
		for i, d := range v.Models.DurationS {
			out = append(out, claim{best{"", "power_w of " + sport, d}, "models of get_curves", v.Models.PowerW[i]})
		}
		for i, d := range v.Curve.DurationS {
			out = append(out, claim{best{"", "power_w of " + sport, d}, "get_curves", *v.Curve.PowerW[i]})
		}
	}
	return out
}

func (a *subject) ofRecords(t *testing.T, sport, days string) (out []claim) {
	t.Helper()
	var v struct {
		Periods []struct {
			Power, NP, HR, Pace, Distance *bestColumns
		} `json:"periods"`
	}
	tooltest.Decode(t, a.table, a.call(t), "get_records", fmt.Sprintf(`{"sport":%q,"range":%q}`, sport, days), &v)
	for _, p := range v.Periods {
		for _, c := range []*bestColumns{p.Power, p.NP, p.HR, p.Pace, p.Distance} {
			if c != nil {
				out = append(out, c.claims("get_records")...)
			}
		}
	}
	return out
}

func (a *subject) ofEstimates(t *testing.T, sport string) (out []claim) {
	t.Helper()
	var v struct {
		Estimates []struct {
			Setting, Method string
			Evidence        []struct {
				ID       string  `json:"activity_id"`
				Duration float64 `json:"duration_s"`
				Distance float64 `json:"distance_m"`
				Value    float64 `json:"value"`
			} `json:"evidence"`
		} `json:"estimates"`
	}
	tooltest.Decode(t, a.table, a.call(t), "estimate_thresholds", fmt.Sprintf(`{"sport":%q,"days":120}`, sport), &v)
	for _, e := range v.Estimates {
		for _, ev := range e.Evidence {
			switch {
			case ev.Distance > 0:
				out = append(out, claim{best{ev.ID, "time_s", ev.Distance}, "estimate_thresholds", ev.Duration})
			case strings.HasSuffix(e.Setting, "_w"):
				out = append(out, claim{best{ev.ID, "power_w", ev.Duration}, "estimate_thresholds", ev.Value})
			case strings.HasSuffix(e.Setting, "_bpm") && e.Method != "friel_30min": // whose 20 minutes are a test's last
				out = append(out, claim{best{ev.ID, "hr_bpm", ev.Duration}, "estimate_thresholds", ev.Value})
			}
		}
	}
	return out
}

func (a *subject) ofPrediction(t *testing.T, sport string) (out []claim) {
	t.Helper()
	var v struct {
		Efforts []struct {
			ID       string  `json:"activity_id"`
			Distance float64 `json:"distance_m"`
			Duration float64 `json:"duration_s"`
			PowerW   float64 `json:"power_w"`
		} `json:"efforts"`
	}
	tooltest.Decode(t, a.table, a.call(t), "predict_race", fmt.Sprintf(`{"sport":%q,"days":120}`, sport), &v)
	for _, e := range v.Efforts {
		if e.Distance > 0 {
			out = append(out, claim{best{e.ID, "time_s", e.Distance}, "predict_race", e.Duration})
		} else {
			out = append(out, claim{best{e.ID, "power_w", e.Duration}, "predict_race", e.PowerW})
		}
	}
	return out
}

// agree wants one figure for one best, whoever tells it.
func agree(t *testing.T, of, over []claim) {
	t.Helper()
	first, shared := map[best]claim{}, map[string]int{}
	for _, c := range append(of, over...) {
		was, ok := first[c.best]
		if !ok {
			first[c.best] = c
			continue
		}
		if was.by != c.by {
			shared[was.by+" and "+c.by]++
		}
		if was.value != c.value {
			t.Errorf("%s over %v of %q: %v by %s, %v by %s", c.what, c.step, c.id, was.value, was.by, c.value, c.by)
		}
	}
	if shared["get_activity and get_curves"] == 0 || shared["get_activity and get_records"] == 0 {
		t.Errorf("nothing is told twice: %v", shared)
	}
	t.Log(shared)
}

// leads wants each best over days to be no less than any activity's.
func leads(t *testing.T, of, over []claim, sports map[string]string) {
	t.Helper()
	type at struct {
		sport, what string
		step        float64
	}
	most := map[at]float64{}
	for _, c := range of {
		v := c.value
		if c.what == "time_s" {
			v = -v
		}
		k := at{sports[c.id], c.what, c.step}
		if was, ok := most[k]; !ok || v > was {
			most[k] = v
		}
	}
	for _, c := range over {
		if c.what != "power_w" && c.what != "hr_bpm" && c.what != "time_s" || sports[c.id] != "cycling" && c.what == "power_w" {
			continue // power off the bike goes by its source
		}
		v := c.value
		if c.what == "time_s" {
			v = -v
		}
		if want, ok := most[at{sports[c.id], c.what, c.step}]; ok && v != want {
			t.Errorf("%s over %v by %s is %v, an activity has %v", c.what, c.step, c.by, v, want)
		}
	}
}

// sports returns the sport of each activity.
func (a *subject) sports(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, id := range a.ids {
		var v struct {
			Sport string `json:"sport"`
		}
		tooltest.Decode(t, a.table, a.call(t), "get_activity", fmt.Sprintf(`{"id":%q}`, id), &v)
		out[id] = v.Sport
	}
	return out
}

// TestABestIsTheSameInEveryAnswer: what get_activity has of an activity is
// what curves, records, estimates and predictions over the days rest on.
func TestABestIsTheSameInEveryAnswer(t *testing.T) {
	t.Parallel()
	a := &subject{person: newPerson(t)}
	folder := filepath.Join(a.user, "weeks")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	today := training.DayOf(noon)
	for item := range demo.Athlete(today).Items() {
		if item.Day < today-40 {
			continue
		}
		var b bytes.Buffer
		if err := fit.Write(&b, []*training.Recording{item.Recordings()[0]}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, item.ID+".fit"), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a.must(t, "import", folder)
	a.must(t, "call", "update_athlete_settings", `{"weight_kg": 61.3, "effective_from": "2026-05-01", "share": ["weight"]}`)
	a.openHome(t)
	of, over := a.answered(t, "last 120 days", true)
	agree(t, of, over)
	leads(t, of, over, a.sports(t))
}

// TestABestIsTheSameInEveryAnswerOfTheCollection does so of real recordings.
func TestABestIsTheSameInEveryAnswerOfTheCollection(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it reads the whole collection")
	}
	a := &subject{person: newPerson(t)}
	a.must(t, "import", filepath.Join(realdata.Dir(t), "fit"))
	a.openHome(t)
	of, over := a.answered(t, "1990-01-01.."+noon.Format(time.DateOnly), false)
	agree(t, of, over)
	leads(t, of, over, a.sports(t))
}
