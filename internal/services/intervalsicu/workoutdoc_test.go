package intervalsicu

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

func paceTarget(per training.PaceDistance, low, high float64) []training.StepTarget {
	return []training.StepTarget{{Of: training.TargetPace, Unit: training.TargetMPS, Low: low, High: high, Per: per}}
}

func target(of training.TargetOf, unit training.TargetUnit, low, high float64) []training.StepTarget {
	return []training.StepTarget{{Of: of, Unit: unit, Low: low, High: high}}
}

func TestStepsOfAWorkout(t *testing.T) {
	t.Parallel()
	const power, pace, hr = training.TargetPower, training.TargetPace, training.TargetHR
	for in, want := range map[string][]training.WorkoutStep{
		`{"duration":600,"warmup":true,"ramp":true,"power":{"start":50,"end":75,"units":"%ftp"},"cadence":{"start":85,"end":95,"units":"rpm"}}`: {{
			Kind: training.StepWarmup, DurationS: 600,
			Targets: []training.StepTarget{
				{Of: power, Unit: training.TargetFTP, Low: 50, High: 75, Ramp: training.RampUp},
				{Of: training.TargetCadence, Unit: training.TargetRPM, Low: 85, High: 95},
			},
		}},
		`{"duration":300,"ramp":true,"power":{"start":200,"end":100,"units":"w"}}`: {{
			DurationS: 300,
			Targets:   []training.StepTarget{{Of: power, Unit: training.TargetW, Low: 100, High: 200, Ramp: training.RampDown}},
		}},
		`{"reps":5,"text":"Main set","steps":[{"duration":240,"text":" Hard ","power":{"value":3,"units":"power_zone"}},{"duration":120,"intensity":"rest","freeride":true,"power":{"value":50,"units":"%ftp"}}]}`: {{
			Kind: training.StepRepeat, Text: "Main set", Count: 5,
			Steps: []training.WorkoutStep{
				{Text: "Hard", DurationS: 240, Targets: target(power, training.TargetZone, 3, 3)},
				{Kind: training.StepRest, DurationS: 120, Free: true},
			},
		}},
		// A pace is kept as speed, the slower bound first.
		`{"distance":400,"duration":99,"pace":{"value":250,"units":"secs/km"}}`: {{
			DistanceM: 400,
			Targets:   paceTarget(training.PerKm, 4, 4),
		}},
		`{"duration":60,"pace":{"start":500,"end":400,"units":"secs/km"}}`: {{
			DurationS: 60,
			Targets:   paceTarget(training.PerKm, 2, 2.5),
		}},
		`{"duration":60,"pace":{"start":100,"end":125,"units":"SECS_100M"}}`: {{
			DurationS: 60,
			Targets:   paceTarget(training.Per100M, 0.8, 1),
		}},
		`{"duration":60,"pace":{"value":402.336,"units":"secs/mi"}}`: {{
			DurationS: 60,
			Targets:   paceTarget(training.PerMile, 4, 4),
		}},
		`{"duration":60,"pace":{"start":78,"end":82,"units":"%pace"}}`: {{
			DurationS: 60,
			Targets:   target(pace, training.TargetPacePct, 78, 82),
		}},
		`{"duration":60,"hr":{"start":75,"end":80,"units":"%hr"}}`: {{
			DurationS: 60,
			Targets:   target(hr, training.TargetMaxHR, 75, 80),
		}},
		`{"duration":60,"hr":{"value":95,"units":"%lthr"}}`: {{
			DurationS: 60,
			Targets:   target(hr, training.TargetLTHR, 95, 95),
		}},
		`{"until_lap_press":true,"hr":{"start":140,"units":"bpm"}}`: {{
			Open:    true,
			Targets: target(hr, training.TargetBpm, 140, 140),
		}},
		`{"duration":60,"maxeffort":true,"intensity":"active"}`: {{Kind: training.StepWork, DurationS: 60, MaxEffort: true}},
		`{"duration":60,"cooldown":true,"power":{"value":60,"units":"%mmp"}}`: {{
			Kind:      training.StepCooldown,
			DurationS: 60,
		}}, // not a unit of ours
		`{"duration":60,"power":{"value":"95","units":"%ftp"}}`:                   {{DurationS: 60}},
		`{"duration":60,"power":[95],"cadence":{"value":1e99,"units":"rpm"}}`:     {{DurationS: 60}},
		`{"duration":60,"pace":{"value":300,"units":"secs/furlong"},"text":[""]}`: {{DurationS: 60}},

		`{"text":"nothing to do"}`:                           nil,
		`{"duration":-60},7,null,"x",{"reps":3,"steps":[]}`:  nil,
		`{"duration":"600"},{"reps":9,"steps":{"a":"b"}},[]`: nil,
	} {
		got := structure(json.RawMessage(`{"duration":1,"steps":[`+in+`]}`), "text").Of("text")
		if d := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); d != "" {
			t.Errorf("%s (-want +got):\n%s", in, d)
		}
	}
}

func TestWhatIsNoWorkoutHasNoStructure(t *testing.T) {
	t.Parallel()
	step := `{"duration":60}`
	nested := func(n int) string {
		return strings.Repeat(`{"reps":2,"steps":[`, n) + step + strings.Repeat(`]}`, n)
	}
	for _, in := range []string{
		``, `null`, `{}`, `[]`, `7`, `{"steps":null}`, `{"steps":7}`, `{"steps":[{"reps":501,"steps":[` + step + `]}]}`,
		`{"steps":[` + strings.TrimSuffix(strings.Repeat(step+",", training.MaxWorkoutSteps+1), ",") + `]}`,
		`{"steps":[` + nested(4) + `]}`, `{"steps":[` + nested(4000) + `]}`,
		fmt.Sprintf(`{"steps":[{"reps":100,"steps":[%s,%s,%s,%s,%s,%s]}]}`, step, step, step, step, step, step),
	} {
		if got := structure(json.RawMessage(in), ""); !cmp.Equal(got, training.Structure{}) {
			t.Errorf("%.60s: %+v", in, got)
		}
	}
	if got := structure(json.RawMessage(`{"steps":[`+nested(3)+`]}`), "a"); len(training.WrittenOut(got.Of("a"))) != 8 || got.Of("b") != nil {
		t.Errorf("%+v", got)
	}
}

func FuzzWorkoutDoc(f *testing.F) {
	f.Add([]byte(`{"steps":[{"reps":2,"steps":[{"duration":60,"power":{"start":95,"end":105,"units":"%ftp"}}]}]}`))
	f.Add([]byte(`{"steps":[{"distance":400,"ramp":true,"pace":{"start":300,"end":0.0001,"units":"secs/km"}}]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		s := structure(doc, "text")
		if err := training.CheckSteps(s.Steps); err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		if _, err := json.Marshal(s); err != nil {
			t.Fatal(err)
		}
	})
}

// TestNamedStreams: each in its unit, nothing where the service has nothing,
// beats as their mean, and what may tell a place marked.
func TestNamedStreams(t *testing.T) {
	t.Parallel()
	s := func(name, data string) Stream { return Stream{Type: name, Data: json.RawMessage(data)} }
	pairs := s("track", "[48.1]")
	pairs.Data2 = json.RawMessage("[11.5]")
	lone := s("w_bal", "[1]")
	lone.Data2 = json.RawMessage("null")
	own := s("Fan", "[40]")
	own.Custom = true
	for name, x := range map[string]struct {
		ask  string
		give Stream
		want source.NamedStream
	}{
		"values and none": {
			"w_bal", s("w_bal", "[20000,null,0]"),
			source.NamedStream{Units: "J", TimeS: []int32{0, 5}, Values: []float64{20000, 0}},
		},
		"a second list": {"w_bal", lone, source.NamedStream{Units: "J", TimeS: []int32{0}, Values: []float64{1}}},
		"cleaned": {
			"fixed_watts", s("watts", "[210,200]"),
			source.NamedStream{Units: "W", TimeS: []int32{0, 1}, Values: []float64{210, 200}},
		},
		"all null":         {"mpa", s("mpa", "[null,null,null]"), source.NamedStream{}},
		"no data":          {"mpa", s("mpa", "null"), source.NamedStream{}},
		"known, not there": {"strain", s("w_bal", "[1]"), source.NamedStream{}},
		"so or not":        {"moving", s("moving", "[true,false,null]"), source.NamedStream{TimeS: []int32{0, 1}, Values: []float64{1, 0}}},
		"beats": {
			"hrv", s("hrv", "[[800,810],null,[]]"),
			source.NamedStream{Units: "ms", Of: "mean beat interval", TimeS: []int32{0}, Values: []float64{805}},
		},
		"beats in seconds": {
			"hrv", s("hrv", "[[0.8,0.81,65.535],[]]"),
			source.NamedStream{Units: "ms", Of: "mean beat interval", TimeS: []int32{0}, Values: []float64{805}},
		},
		"no beats":         {"hrv", s("hrv", "[[0.01,65535]]"), source.NamedStream{Units: "ms", Of: "mean beat interval"}},
		"beats as numbers": {"hrv", s("hrv", "[800]"), source.NamedStream{Units: "ms", Of: "mean beat interval", Unread: true}},
		"words":            {"w_bal", s("w_bal", `["a"]`), source.NamedStream{Units: "J", Unread: true}},
		"beyond a number":  {"w_bal", s("w_bal", "[1e999]"), source.NamedStream{Units: "J", Unread: true}},
		"lists":            {"w_bal", s("w_bal", "[[1]]"), source.NamedStream{Units: "J", Unread: true}},
		"more than seconds": {
			"w_bal", s("w_bal", "[1,2,3,4,5,6]"),
			source.NamedStream{Units: "J", TimeS: []int32{0, 1, 5}, Values: []float64{1, 2, 3}},
		},
		"a way":         {"bearing", s("bearing", "[90]"), source.NamedStream{Placed: true, TimeS: []int32{0}, Values: []float64{90}}},
		"nobody knows":  {"new_thing", s("new_thing", "[9]"), source.NamedStream{Placed: true, TimeS: []int32{0}, Values: []float64{9}}},
		"pairs":         {"track", pairs, source.NamedStream{Placed: true, Unread: true}},
		"the athlete's": {"Fan", own, source.NamedStream{TimeS: []int32{0}, Values: []float64{40}}},
	} {
		got, err := NamedStreams([]Stream{s("time", "[0,1,5]"), x.give}, []string{x.ask})
		if d := cmp.Diff(map[string]source.NamedStream{x.ask: x.want}, got); err != nil || d != "" {
			t.Errorf("%s: %v %s", name, err, d)
		}
	}
	if got, err := NamedStreams([]Stream{s("time", "[0]")}, []string{"w_ball"}); err != nil || len(got) != 0 {
		t.Errorf("a name that it does not know: %v %v", got, err)
	}
	if _, err := NamedStreams([]Stream{s("time", `["a"]`)}, []string{"w_bal"}); err == nil {
		t.Error("times that are none")
	}
	if got, err := NamedStreams([]Stream{s("time", "[-5,0,0,null,1]"), s("w_bal", "[1,2,3,4,5]")},
		[]string{"w_bal"}); err != nil || len(got["w_bal"].TimeS) != 3 {
		t.Errorf("odd times: %v %v", got, err)
	}
}

// TestNamedStreamsOfTheService: what it computes comes by its names, once and
// of the athlete's activities alone.
func TestNamedStreamsOfTheService(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Activities: 8, Seconds: 60, StubEvery: 4})
	id, stub := "", ""
	s.Do(func(w *intervalstest.World) {
		for _, x := range w.Athletes[0].NewestFirst() {
			switch _, power := x.Channels()["watts"]; {
			case x.Stub:
				stub = intervalstest.IDOf(x.Doc)
			case power && id == "":
				id = intervalstest.IDOf(x.Doc)
			}
		}
	})
	got, err := c.NamedStreams(t.Context(), id, []string{"fixed_watts", "w_bal", "hrv", "mpa", "w_ball"})
	if err != nil || got.Start.IsZero() || len(got.All) == 0 || len(got.Streams) != 4 || asked(s, "getActivityStreams") != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	for _, name := range []string{"fixed_watts", "w_bal"} {
		if x := got.Streams[name]; len(x.Values) < 60 || x.Placed || x.Units == "" {
			t.Errorf("%s: %+v", name, x)
		}
	}
	if x := got.Streams["hrv"]; len(x.Values) < 50 || x.Values[0] < 300 || x.Values[0] > 1000 || x.TimeS[0] != 2 {
		t.Errorf("%+v", x)
	}
	if x, ok := got.Streams["mpa"]; !ok || len(x.Values) > 0 {
		t.Errorf("what it has not: %+v", x)
	}
	if _, err := c.NamedStreams(t.Context(), stub, []string{"w_bal"}); training.KindOf(err) != training.KindForbidden {
		t.Errorf("of a stub: %v", err)
	}
	for _, f := range []intervalstest.Fault{
		{Status: http.StatusInternalServerError},
		{Body: `[{"type":`},
		{Body: `{"type":1}`},
		{Body: "<html>"},
	} {
		f.Operation = "getActivityStreams"
		remove := s.Inject(f)
		if _, err := c.NamedStreams(t.Context(), id, []string{"w_bal"}); err == nil {
			t.Errorf("%+v: no error", f)
		} else if _, ok := source.FailureOf(err); !ok {
			t.Errorf("%+v: %v", f, err)
		}
		remove()
	}
}
