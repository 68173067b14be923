package workoutfile_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// ids gives ids that count.
func ids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }
}

// withFTP returns a day of cycling.
func withFTP(ftpW float64) efforts.Day {
	return efforts.Day{Sport: training.Cycling, Thresholds: training.Thresholds{FTPW: ftpW}}
}

// read returns a workout in the former form, which has no faults.
func read(t *testing.T, ir string) *workout.Workout {
	t.Helper()
	w, faults := workoutfile.ReadIR([]byte(ir))
	for _, f := range faults {
		t.Errorf("%s: %s", ir, f.Sentence())
	}
	return &w
}

// native returns what the former form is sent as.
func native(t *testing.T, ir string, day efforts.Day) map[string]any {
	t.Helper()
	b, _, err := workoutfile.WriteIGPSport(read(t, ir), day, ids())
	if err != nil {
		t.Fatalf("%s: %v", ir, err)
	}
	var out struct{ Data map[string]any }
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out.Data
}

func step(duration string, more ...string) string {
	return `{"name":"x","intensity":"active","duration":` + duration + strings.Join(append([]string{""}, more...), ",") + `}`
}

func seconds(n int) string { return step(fmt.Sprintf(`{"type":"time","value":%d}`, n)) }

func times(n int, steps ...string) string {
	return fmt.Sprintf(`{"type":"repeat","times":%d,"steps":[%s]}`, n, strings.Join(steps, ","))
}

func titled(steps ...string) string {
	return `{"title":"t","steps":[` + strings.Join(steps, ",") + `]}`
}

// TestTotalTimes checks the total times that igpsport-mcp sends for the same
// workouts.
func TestTotalTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ir   string
		want float64
	}{
		{titled(seconds(600), seconds(1800), seconds(300)), 2700},
		{titled(seconds(600), times(4, seconds(120), seconds(60))), 1320},
		{titled(seconds(600), times(4, seconds(240), seconds(180)), seconds(600)), 2880},
		{titled(step(`{"type":"distance","value":5000}`)), 625},
		{titled(step(`{"type":"distance","value":100}`)), 60},
		{titled(step(`{"type":"calories","value":300}`)), 1500},
		{titled(step(`{"type":"calories","value":5}`)), 60},
		{titled(step(`{"type":"lap_button"}`)), 60},
		{titled(step(`{"type":"time","value":90.7}`)), 90},
		{titled(times(3, seconds(60), times(2, seconds(30)))), 360},
	} {
		if got := native(t, c.ir, efforts.Day{})["totalTime"]; got != c.want {
			t.Errorf("%s: %v s, want %v", c.ir, got, c.want)
		}
	}
}

// TestStepsAsTheyAreSent checks the parts of one step.
func TestStepsAsTheyAreSent(t *testing.T) {
	t.Parallel()
	minute := `{"type":"time","value":60}`
	aims := func(target string) string { return step(minute, `"target":`+target) }
	percent := func(low, high int) string {
		return aims(fmt.Sprintf(`{"type":"power_percent_ftp","min":%d,"max":%d}`, low, high))
	}
	for _, c := range []struct {
		name, step string
		ftpW       float64
		field      string
		want       string
	}{
		{"percent of 250 W", percent(95, 105), 250, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":238,"maxValue":262}`},
		{"percent of 233 W", percent(95, 105), 233, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":221,"maxValue":245}`},
		{"a warm-up of 250 W", percent(50, 65), 250, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":125,"maxValue":162}`},
		{"sweet spot of 250 W", percent(88, 94), 250, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235}`},
		{"percent without an FTP", percent(88, 94), 0, "intensityTarget", `{"unit":"PercentOfFTP","value":0,"minValue":88,"maxValue":94}`},
		{"watts", aims(`{"type":"power_custom","min":200,"max":220}`), 0, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":200,"maxValue":220}`},
		{"a power zone", aims(`{"type":"power_zone","value":1}`), 0, "intensityTarget", `{"unit":"Power","value":1}`},
		{"a zone of heart rate", aims(`{"type":"hr_zone","value":3}`), 0, "intensityTarget", `{"unit":"HeartRate","value":3}`},
		{"beats", aims(`{"type":"hr_custom","min":140,"max":150}`), 0, "intensityTarget", `{"unit":"HeartRateCustom","value":0,"minValue":140,"maxValue":150}`},
		{"a speed", aims(`{"type":"speed","min":30,"max":36}`), 0, "intensityTarget", `{"unit":"Speed","value":0,"minValue":8333,"maxValue":10000}`},
		{"another speed", aims(`{"type":"speed","min":25,"max":30}`), 0, "intensityTarget", `{"unit":"Speed","value":0,"minValue":6944,"maxValue":8333}`},
		{"a cadence", aims(`{"type":"cadence","min":85,"max":95}`), 0, "cadenceTarget", `{"unit":"Cadence","minValue":85,"maxValue":95}`},
		{"a cadence is no intensity", aims(`{"type":"cadence","min":85,"max":95}`), 0, "intensityTarget", `null`},
		{"a single power", aims(`{"type":"power_custom","value":200}`), 0, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":194,"maxValue":206}`},
		{"a single speed", aims(`{"type":"speed","value":30}`), 0, "intensityTarget", `{"unit":"Speed","value":0,"minValue":8083,"maxValue":8583}`},
		{"at least", aims(`{"type":"power_custom","min":200,"value":7}`), 0, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":200,"maxValue":2500}`},
		{"at most", aims(`{"type":"power_custom","max":200,"value":7}`), 0, "intensityTarget", `{"unit":"PowerCustom","value":0,"minValue":0,"maxValue":200}`},
		{"no target", step(minute), 0, "intensityTarget", `null`},
		{"a length with a fraction", step(`{"type":"time","value":90.7}`), 0, "length", `{"unit":"Second","value":90.7}`},
		{"a distance", step(`{"type":"distance","value":5000}`), 0, "length", `{"unit":"Meter","value":5000}`},
		{"calories", step(`{"type":"calories","value":300}`), 0, "length", `{"unit":"Kcal","value":300}`},
		{"no length", step(`{"type":"lap_button"}`), 0, "length", `null`},
		{"an open step", step(`{"type":"lap_button"}`), 0, "openDuration", `"true"`},
		{"one that is not", step(minute), 0, "openDuration", `"false"`},
		{"a note", step(minute, `"note":"seated"`), 0, "note", `"seated"`},
	} {
		data := native(t, titled(c.step), withFTP(c.ftpW))
		var want any
		if err := json.Unmarshal([]byte(c.want), &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, data["structure"].([]any)[0].(map[string]any)[c.field]); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// sst is the worked example: two times twenty minutes of sweet spot.
const sst = `{"title":"2x20 SST","description":"Sweet spot","steps":[
 {"name":"Warmup","intensity":"warmup","duration":{"type":"time","value":600},"target":{"type":"power_percent_ftp","min":50,"max":65}},
 {"type":"repeat","times":2,"steps":[
  {"name":"SST","intensity":"active","duration":{"type":"time","value":1200},"note":"steady, seated",
   "target":{"type":"power_percent_ftp","min":88,"max":94}},
  {"name":"Recover","intensity":"rest","duration":{"type":"time","value":300},"target":{"type":"power_zone","value":1}}]},
 {"name":"Cooldown","intensity":"cooldown","duration":{"type":"time","value":600}}]}`

func TestWorkedExample(t *testing.T) {
	t.Parallel()
	const want = `{"title":"2x20 SST","description":"Sweet spot","totalTime":4200,"workoutType":"bike","sportBigType":1,
	 "allowDeletion":true,"fromTP":false,"structure":[
	 {"type":"Step","name":"Warmup","intensityClass":"WarmUp","uuid":"00000001-0000-4000-8000-000000000000","openDuration":"false",
	  "length":{"unit":"Second","value":600},"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":125,"maxValue":162}},
	 {"type":"Repetition","name":"Set","intensityClass":"Active","openDuration":"false","length":{"unit":"Repetition","value":2},
	  "uuid":"00000004-0000-4000-8000-000000000000","steps":[
	   {"type":"Step","name":"SST","intensityClass":"Active","uuid":"00000002-0000-4000-8000-000000000000","openDuration":"false",
	    "length":{"unit":"Second","value":1200},"note":"steady, seated",
	    "intensityTarget":{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235}},
	   {"type":"Step","name":"Recover","intensityClass":"Rest","uuid":"00000003-0000-4000-8000-000000000000","openDuration":"false",
	    "length":{"unit":"Second","value":300},"intensityTarget":{"unit":"Power","value":1}}]},
	 {"type":"Step","name":"Cooldown","intensityClass":"CoolDown","uuid":"00000005-0000-4000-8000-000000000000","openDuration":"false",
	  "length":{"unit":"Second","value":600}}]}`
	var wanted map[string]any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(wanted, native(t, sst, withFTP(250))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	w := read(t, sst)
	b, losses, err := workoutfile.WriteIGPSport(w, withFTP(250), ids())
	if err != nil || len(losses) != 1 ||
		losses[0].Sentence().String() != "percentages of FTP are written as watts at an FTP of 250 W: they do not change with a new one." {
		t.Errorf("%v %v", losses, err)
	}
	// It is read back with the watts that it was sent with.
	got, losses, err := workoutfile.ReadIGPSport(b)
	if err != nil || len(losses) > 0 {
		t.Fatal(losses, err)
	}
	watts := func(low, high float64) []training.StepTarget {
		return []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetW, Low: low, High: high}}
	}
	w.Steps[0].Text, w.Steps[2].Text = "", "" // the names of steps that have none
	w.Steps[0].Targets, w.Steps[1].Steps[0].Targets = watts(125, 162), watts(220, 235)
	if d := cmp.Diff(*w, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestFaultsOfTheFormerForm(t *testing.T) {
	t.Parallel()
	minute := `{"type":"time","value":60}`
	aims := func(target string) string { return titled(step(minute, `"target":`+target)) }
	for ir, path := range map[string]string{
		``:                                "",
		`[]`:                              "",
		`"x"`:                             "",
		`{"title":"t","steps":[1]} {}`:    "",
		`{"steps":[` + seconds(60) + `]}`: "title",
		`{"title":" ","steps":[` + seconds(60) + `]}`: "title",
		`{"title":"t"}`:            "steps",
		`{"title":"t","steps":[]}`: "steps",
		`{"title":"t","steps":7}`:  "steps",
		`{"title":"t","description":7,"steps":[` + seconds(60) + `]}`: "description",
		titled(`7`): "steps[0]",
		titled(`{"intensity":"active","duration":` + minute + `}`):            "steps[0].name",
		titled(`{"name":"x","duration":` + minute + `}`):                      "steps[0].intensity",
		titled(`{"name":"x","intensity":"sprint","duration":` + minute + `}`): "steps[0].intensity",
		titled(`{"name":"x","intensity":"rest"}`):                             "steps[0].duration",
		titled(step(`{"type":"laps","value":3}`)):                             "steps[0].duration.type",
		titled(step(`{"type":"time"}`)):                                       "steps[0].duration.value",
		titled(step(`{"type":"time","value":0}`)):                             "steps[0].duration.value",
		titled(step(`{"type":"time","value":"NaN"}`)):                         "steps[0].duration.value",
		titled(step(`{"type":"time","value":1e300}`)):                         "steps[0].duration.value",
		titled(step(minute, `"note":"`+strings.Repeat("x", 31)+`"`)):          "steps[0].note",
		titled(step(minute, `"note":7`)):                                      "steps[0].note",
		titled(times(0, seconds(60))):                                         "steps[0].times",
		titled(times(501, seconds(60))):                                       "steps[0].times",
		titled(times(2)):                                                      "steps[0].steps",
		titled(times(2, times(2, step(minute, `"note":7`)))):                  "steps[0].steps[0].steps[0].note",
		titled(times(2, times(2, times(2, times(2, seconds(60)))))):           "steps[0].steps[0].steps[0].steps[0].steps",
		titled(times(500, seconds(60), seconds(60))):                          "steps",
		aims(`7`):                                               "steps[0].target",
		aims(`{"type":"watts","value":200}`):                    "steps[0].target.type",
		aims(`{"value":200}`):                                   "steps[0].target.type",
		aims(`{"type":"power_custom"}`):                         "steps[0].target",
		aims(`{"type":"power_custom","min":-1}`):                "steps[0].target.min",
		aims(`{"type":"power_custom","min":"x"}`):               "steps[0].target.min",
		aims(`{"type":"power_custom","min":220,"max":200}`):     "steps[0].target",
		aims(`{"type":"power_custom","value":2600}`):            "steps[0].target",
		aims(`{"type":"hr_custom","value":231}`):                "steps[0].target",
		aims(`{"type":"power_zone","value":8}`):                 "steps[0].target",
		aims(`{"type":"power_zone","value":2.5}`):               "steps[0].target",
		aims(`{"type":"hr_zone","value":6}`):                    "steps[0].target",
		aims(`{"type":"power_percent_ftp","min":0.9,"max":95}`): "steps[0].target",
	} {
		_, faults := workoutfile.ReadIR([]byte(ir))
		if len(faults) == 0 || faults[0].Path != path || faults[0].What == "" || faults[0].Fix == "" {
			t.Errorf("%s: %+v, want %s", ir, faults, path)
		}
	}
}

// TestEveryFault: all are told, in the order of igpsport-mcp.
func TestEveryFault(t *testing.T) {
	t.Parallel()
	_, faults := workoutfile.ReadIR([]byte(`{"steps":[{"intensity":"sprint","duration":{"type":"laps"},"target":{"type":"watts"},"note":7},
	 {"type":"repeat","times":0,"steps":[{"name":"x","intensity":"rest","duration":{"type":"time","value":0}}]}]}`))
	var paths []string
	for _, f := range faults {
		paths = append(paths, f.Path)
	}
	want := []string{
		"title", "steps[0].name", "steps[0].intensity", "steps[0].duration.type", "steps[0].target.type", "steps[0].note",
		"steps[1].times", "steps[1].steps[0].duration.value",
	}
	if d := cmp.Diff(want, paths); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, faults = workoutfile.ReadIR([]byte(titled(strings.Repeat(`{},`, 400) + `{}`))); len(faults) != 51 {
		t.Errorf("%d faults", len(faults))
	}
	if _, faults = workoutfile.ReadIR(make([]byte, 2<<20)); len(faults) != 1 {
		t.Errorf("%v", faults)
	}
}

// TestTheFormerFormAsModelsSendIt: JSON in texts, numbers in texts, nulls and
// counts with a fraction were taken, and are.
func TestTheFormerFormAsModelsSendIt(t *testing.T) {
	t.Parallel()
	want := workout.Workout{Name: "t", Sport: training.Cycling, Steps: []training.WorkoutStep{{
		Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{{
			Kind: training.StepWork, Text: "x", DurationS: 60,
			Targets: []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetW, Low: 200, High: 220}},
		}},
	}}}
	one := `{"name":"x","intensity":"Active","duration":{"type":"time","value":"60"},"target":{"type":"power_custom","min":"200","max":220},"note":null}`
	quote := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	for _, ir := range []string{
		titled(times(2, one)),
		`{"title":"t","description":null,"steps":[{"type":"repeat","times":2.9,"steps":[` + one + `]}]}`,
		quote(titled(times(2, one))),
		`{"title":"t","steps":` + quote(`[`+times(2, one)+`]`) + `}`,
		titled(quote(times(2, one))),
		titled(`{"type":"repeat","times":"2","steps":` + quote(`[`+one+`]`) + `}`),
		titled(times(2, `{"name":"x","intensity":"active","duration":"{\"type\":\"time\",\"value\":60}","target":"{\"type\":\"power_custom\",\"min\":200,\"max\":220}"}`)),
	} {
		if d := cmp.Diff(want, *read(t, ir)); d != "" {
			t.Errorf("%s (-want +got):\n%s", ir, d)
		}
	}
}
