package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// The cases are what igpsport-mcp's own tests assert of its answers, asked of
// the program.

// steady is a ride of some seconds at one power, heart rate and speed; 0 is none.
type steady struct {
	day                    int // before today
	seconds                int
	watts, bpm, mps, metre float64
}

// withRides returns a person who imported rides, and has thresholds if they are
// said.
func withRides(t *testing.T, thresholds string, rides ...steady) *person {
	t.Helper()
	p := newPerson(t)
	dir := filepath.Join(p.work, "in")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, s := range rides {
		r := metricstest.Recording(training.Cycling, s.seconds)
		r.Format, r.Start, r.Sessions = training.FormatFIT, noon.AddDate(0, 0, -s.day).Add(time.Duration(i-8)*time.Hour), 1
		for ch, x := range map[training.Channel]float64{training.Power: s.watts, training.HeartRate: s.bpm, training.Speed: s.mps} {
			if x > 0 {
				metricstest.Put(r, ch, metricstest.Repeat(x, s.seconds))
			}
		}
		if s.metre > 0 {
			r.DeviceValues = training.Values{}.Put(training.MetricDistanceKM, s.metre/1000)
		}
		r.Columns.Pad()
		var b bytes.Buffer
		if err := fit.Write(&b, []*training.Recording{r}); err != nil {
			t.Fatal(err)
		}
		writeText(t, filepath.Join(dir, string(rune('a'+i))+".fit"), b.String())
	}
	p.must(t, "import", dir)
	if thresholds != "" {
		p.must(t, "call", "update_athlete_settings", thresholds)
	}
	return p
}

// answer returns the answer of a tool.
func (p *person) answer(t *testing.T, tool, args string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(p.must(t, "call", tool, args)), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// at returns the value at a path of an answer, nil if there is none. A number
// is an index into a list; the last name may contain dots.
func at(v any, path string) any {
	if object, ok := v.(map[string]any); ok && object[path] != nil {
		return object[path]
	}
	name, rest, more := strings.Cut(path, ".")
	switch in := v.(type) {
	case map[string]any:
		v = in[name]
	case []any:
		i, err := strconv.Atoi(name)
		if err != nil || i >= len(in) {
			return nil
		}
		v = in[i]
	default:
		return nil
	}
	if !more {
		return v
	}
	return at(v, rest)
}

const itsThresholds = `{"ftp_w":250,"lthr_bpm":160,"sport":"cycling"}`

// TestItsSummaries checks S1 to S3: two minutes at 200 W and 150 bpm, whose
// device says 4 km. The page has what differs: the load, and the distance.
func TestItsSummaries(t *testing.T) {
	t.Parallel()
	ride := steady{1, 120, 200, 150, 10, 4000}
	bare := ride
	bare.watts = 0
	for name, c := range map[string]struct {
		ride       steady
		thresholds string
		want       map[string]any // nil is not there
	}{
		"S1": {ride, itsThresholds, map[string]any{
			"summary.duration_s": 120.0, "summary.normalized_power_w": 200.0, "summary.intensity_factor": 0.8, "summary.tss": 1.62,
			"summary.work_kj": 24.0, "summary.distance_km": 1.19, "device.distance_km": 4.0, "summary.max_speed_kmh": 36.0,
			"summary.load_method":         "power_tss",
			"zones.power.zones.2.seconds": 120.0, "zones.hr.zones.2.seconds": 120.0,
		}},
		"S2": {bare, itsThresholds, map[string]any{
			"summary.normalized_power_w": nil, "summary.tss": 2.93, "summary.load_method": "hrtss_avg_lthr", "zones.power": nil,
			"missing.normalized_power_w": training.NoPower,
		}},
		"S3": {ride, "", map[string]any{
			"summary.normalized_power_w": 200.0, "summary.tss": nil, "summary.intensity_factor": nil, "zones": nil,
			"missing.zones.power": "no FTP is set",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := withRides(t, c.thresholds, c.ride)
			id, _ := at(p.answer(t, "list_activities", `{}`), "activities.0.id").(string)
			got := p.answer(t, "get_activity", `{"id":"`+id+`","sections":["summary","zones","device"]}`)
			for path, want := range c.want {
				if value := at(got, path); value != want {
					t.Errorf("%s is %v, want %v", path, value, want)
				}
			}
		})
	}
}

// TestItsStatistics checks N2, N8, N9, C7 and L4.
func TestItsStatistics(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.must(t, "call", "create_activities", `{"activities":[{"sport":"ride","start":"2026-06-19T08:00","duration_s":3600,"distance_km":50,
		"elevation_gain_m":500,"avg_power_w":200,"manual_load":30}]}`)
	for args, want := range map[string]float64{
		`{"start_date":"2026-06-01","end_date":"2026-06-30","sport_type":"cycling"}`: 1, `{"start_date":"2026-07-01"}`: 0,
		`{"end_date":"2026-06-18"}`: 0, `{"sport_type":"running"}`: 0,
	} {
		if got := at(p.answer(t, "list_activities", args), "total"); got != want {
			t.Errorf("N2 %s: %v", args, got)
		}
	}
	month := p.answer(t, "get_training_summary", `{"range":"2026-06"}`)
	for field, want := range map[string]float64{"activities": 1, "distance_km": 50, "duration_s": 3600, "elevation_gain_m": 500} {
		if got := at(month, "totals."+field); got != want {
			t.Errorf("N9 %s is %v", field, got)
		}
	}
	p.must(t, "call", "create_activities",
		`{"activities":[{"sport":"ride","start":"2026-06-19T18:00","duration_s":60,"avg_power_w":250,"manual_load":40}]}`)
	load := at(p.answer(t, "analyze_training_load", `{"from":"2026-06-19","to":"2026-06-19"}`), "actual")
	if days, _ := at(load, "dates").([]any); len(days) != 1 || at(load, "load.0") != 70.0 {
		t.Errorf("L4: %v", load)
	}
	list := p.answer(t, "list_activities", `{"fields":["id","start_local"],"order":"asc"}`)
	first, _ := at(list, "activities.0.id").(string)
	second, _ := at(list, "activities.1.id").(string)
	two := p.answer(t, "compare_activities", `{"ride_ids":["`+first+`","`+second+`"],"metrics":["avg_power_w"]}`)
	if at(two, "metrics.avg_power_w.0") != 200.0 || at(two, "metrics.avg_power_w.1") != 250.0 || at(two, "differences.avg_power_w.1") != 50.0 {
		t.Errorf("N8: %v", two)
	}
	if code, _, errs := p.run(t.Context(), "call", "get_activity_streams", `{"id":"`+first+`","resolution":"2h"}`); code == 0 ||
		!strings.Contains(errs, `resolution cannot be "2h". It can be auto, 1s, 5s, 10s, 30s, 1min.`) {
		t.Errorf("C7: %s", errs)
	}
}

// TestItsEstimates checks T11 to T13, T15 and T3.
func TestItsEstimates(t *testing.T) {
	t.Parallel()
	var halfHours []steady
	for day := range 5 {
		halfHours = append(halfHours, steady{day: day + 1, seconds: 1800, bpm: 165, mps: 8})
	}
	best := func(day, seconds int, watts, bpm float64) steady { return steady{day, seconds, watts, bpm, 8, 0} }
	for name, c := range map[string]struct {
		args  string
		rides []steady
		want  map[string]any
	}{
		"T11": {`{}`, halfHours, map[string]any{"lthr_bpm.estimate": 165.0, "lthr_bpm.confidence": "low"}}, // no maximum is known
		"T12": {`{"window_days":42}`, []steady{best(5, 1200, 250, 160), best(100, 1200, 280, 160)}, map[string]any{
			"days": 42.0, "ftp_w.evidence.0.value": 250.0, "ftp_w.evidence.1": nil,
		}},
		"T13": {`{"window_days":42}`, []steady{best(10, 1200, 250, 160), best(60, 1200, 260, 160), best(80, 1200, 270, 160)}, map[string]any{
			"days": 42.0, "ftp_w.evidence.0.value": 250.0, // there it is 90 days, unasked; here those are the usual ones
		}},
		"T15": {`{}`, []steady{best(5, 1200, 250, 160), best(6, 300, 300, 150)}, map[string]any{
			"ftp_w.method": "best_20min_x0.95", "ftp_w.estimate": 237.5, "lthr_bpm.estimate": 160.0,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			known := `{"max_hr_bpm":166,"effective_from":"2026-01-01"}` // that these were tests
			if name == "T11" {
				known = ""
			}
			p := withRides(t, known, c.rides...)
			if name == "T15" {
				broken := filepath.Join(p.work, "broken.fit")
				writeText(t, broken, "no recording")
				p.run(t.Context(), "import", broken)
			}
			got := p.answer(t, "estimate_thresholds", c.args)
			all, _ := got["estimates"].([]any)
			by := map[string]any{"days": at(got, "range.days")}
			for _, e := range all {
				name, _ := at(e, "setting").(string)
				by[name] = e
			}
			for path, want := range c.want {
				if value := at(by, path); value != want {
					t.Errorf("%s is %v, want %v", path, value, want)
				}
			}
		})
	}
	p := withRides(t, "", best(1, 10, 600, 0), best(2, 300, 400, 0), best(3, 300, 350, 0), best(4, 1200, 280, 0))
	bests := at(p.answer(t, "get_curves", `{"durations_s":[5,300,1200]}`), "curve.power_w")
	if d := cmp.Diff([]any{600.0, 400.0, 280.0}, bests); d != "" {
		t.Errorf("T3: %s", d)
	}
}
