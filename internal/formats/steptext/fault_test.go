package steptext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/training"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	step := func(members string) string { return `[{"duration_s":60,` + members + `}]` }
	for form, want := range map[string][2]string{ // the path of the fault, and a part of what it says
		``:                                     {"steps", "not JSON"},
		`[{"duration_s":60}`:                   {"steps", "not JSON"},
		`[{"duration_s":60}] x`:                {"steps", "not JSON"},
		`[]`:                                   {"steps", "no steps"},
		`null`:                                 {"steps", "no steps"},
		`7`:                                    {"steps", "no steps"},
		`"- 10m 50%"`:                          {"steps", "no steps"},
		`[7]`:                                  {"steps[0]", "7 is no step"},
		`[{"duration_s":60},["x"]]`:            {"steps[1]", "A list is no step"},
		`[{"text":"x"}]`:                       {"steps[0]", "how long"},
		`[{"until_lap":false}]`:                {"steps[0]", "how long"},
		`[{"duration_s":60,"distance_m":100}]`: {"steps[0].distance_m", "long by one"},
		`[{"duration":60,"until_lap":true}]`:   {"steps[0].duration", "Did you mean duration_s?"},
		step(`"watts":"200w"`):                 {"steps[0].watts", "Did you mean power?"},
		step(`"powr":"200w"`):                  {"steps[0].powr", "Did you mean power?"},
		step(`"x_y_z_q":1`):                    {"steps[0].x_y_z_q", "It can have section"},
		step(`"duration_s":30`):                {"steps[0].duration_s", "twice"},
		step(`"kind":"sprint"`):                {"steps[0].kind", "warmup, work, rest or cooldown"},
		step(`"kind":"repeat"`):                {"steps[0].kind", "has no steps"},
		`[{"duration_s":0}]`:                   {"steps[0].duration_s", "0 long"},
		`[{"duration_s":-5}]`:                  {"steps[0].duration_s", "out of bounds"},
		`[{"duration_s":"NaN"}]`:               {"steps[0].duration_s", "no number"},
		`[{"duration_s":"Inf"}]`:               {"steps[0].duration_s", "no number"},
		`[{"duration_s":1e7}]`:                 {"steps[0].duration_s", "out of bounds"},
		`[{"duration_s":1e999}]`:               {"steps[0].duration_s", "no number"},
		`[{"duration_s":"0x10"}]`:              {"steps[0].duration_s", "no number"},
		`[{"duration_s":"1:30"}]`:              {"steps[0].duration_s", "no number"},
		`[{"duration_s":"30ms"}]`:              {"steps[0].duration_s", "no number"},
		`[{"duration_s":true}]`:                {"steps[0].duration_s", "no number"},
		`[{"distance_m":"5 furlongs"}]`:        {"steps[0].distance_m", "no number"},
		step(`"text":7`):                       {"steps[0].text", "no text"},
		step(`"text":"` + strings.Repeat("x", 1001) + `"`): {"steps[0].text", "1000 characters"},
		step(`"free":"maybe"`):                             {"steps[0].free", "neither true nor false"},
		step(`"power_shown":"5s"`):                         {"steps[0].power_shown", "lap, 1s"},
		step(`"cues":[{"at_s":5}]`):                        {"steps[0].cues[0]", "says nothing"},
		step(`"cues":[{"text":"x","at":5}]`):               {"steps[0].cues[0].at", "at_s, for_s and text"},
		step(`"cues":7`):                                   {"steps[0].cues[0]", "no cue"},
		step(`"sets":0`):                                   {"steps[0].sets", "whole number from 1"},
		step(`"reps":2.5`):                                 {"steps[0].reps", "whole number from 1"},
		step(`"ramp":true`):                                {"steps[0].ramp", "no target that could ramp"},
		step(`"ramp":true,"cadence":"90-95"`):              {"steps[0].ramp", "no target that could ramp"},
		step(`"ramp":true,"power":"60%"`):                  {"steps[0].power", "does not ramp"},
		step(`"ramp":true,"power":"up to 60%"`):            {"steps[0].power", "does not ramp"},

		`[{"repeat":4}]`:                                                 {"steps[0].steps", "not what"},
		`[{"repeat":4,"duration_s":30}]`:                                 {"steps[0].duration_s", "A repeat has no duration_s"},
		`[{"repeat":0,"steps":[{"duration_s":30}]}]`:                     {"steps[0].repeat", "whole number from 1 to 500"},
		`[{"repeat":501,"steps":[{"duration_s":30}]}]`:                   {"steps[0].repeat", "whole number from 1 to 500"},
		`[{"repeat":2,"steps":[]}]`:                                      {"steps[0].steps", "no steps"},
		`[{"reps":2,"steps":[{"duration_s":30}]}]`:                       {"steps[0].reps", "How often steps are done is repeat"},
		`[{"repeat":2,"kind":"work","steps":[{"duration_s":30}]}]`:       {"steps[0].kind", "no kind of its own"},
		`[{"repeat":2,"steps":[{"duration_s":30,"power":"x"}]}]`:         {"steps[0].steps[0].power", "no number with a unit"},
		`[{"repeat":400,"steps":[{"duration_s":30},{"duration_s":30}]}]`: {"steps", "more than 500 steps"},
		nest(4):  {"steps[0].steps[0].steps[0].steps[0].steps", "nested more than 3 deep"},
		nest(40): {"steps", "nests too deep"},
		`[` + strings.Repeat(`{"duration_s":1},`, 500) + `{"duration_s":1}]`: {"steps", "more than 500 steps"},

		step(`"power":"220"`):                {"steps[0].power", "has no unit"},
		step(`"power":220`):                  {"steps[0].power", "has no unit"},
		step(`"power":{"low":220}`):          {"steps[0].power", "no target"},
		step(`"power":"3000w"`):              {"steps[0].power", "from 1 to 2500"},
		step(`"power":"0w"`):                 {"steps[0].power", "out of bounds"},
		step(`"power":"0.95%"`):              {"steps[0].power", "out of bounds"},
		step(`"power":"240-220w"`):           {"steps[0].power", "runs downwards"},
		step(`"power":"nanw"`):               {"steps[0].power", "no number"},
		step(`"power":"-200w"`):              {"steps[0].power", "no number"},
		step(`"power":"1-2-3w"`):             {"steps[0].power", "neither a value nor a range"},
		step(`"power":"220w-94%"`):           {"steps[0].power", "two units"},
		step(`"power":"Z9"`):                 {"steps[0].power", "from 1 to 7"},
		step(`"power":"Z2.5"`):               {"steps[0].power", "is no zone"},
		step(`"power":"Z2 hr"`):              {"steps[0].power", "no unit of power"},
		step(`"power":"5:00/km"`):            {"steps[0].power", "is a time"},
		step(`"power":"140bpm"`):             {"steps[0].power", "no unit of power"},
		step(`"power":"60% of best"`):        {"steps[0].power", "no unit of power"},
		step(`"hr":"240bpm"`):                {"steps[0].hr", "from 30 to 230"},
		step(`"hr":"90-95%"`):                {"steps[0].hr", "of LTHR or of the maximum"},
		step(`"hr":"90watts"`):               {"steps[0].hr", "in no unit of hr"},
		step(`"power":"60% of 0m best"`):     {"steps[0].power", "in no unit of power"},
		step(`"hr":150`):                     {"steps[0].hr", "has no unit"},
		step(`"hr":"115% max"`):              {"steps[0].hr", "from 20 to 110"},
		step(`"hr":"CZ1"`):                   {"steps[0].hr", "power alone"},
		step(`"pace":"5:00"`):                {"steps[0].pace", "for what distance"},
		step(`"pace":"5.5/km"`):              {"steps[0].pace", "minutes and seconds"},
		step(`"pace":"5:60/km"`):             {"steps[0].pace", "no number"},
		step(`"pace":"0:30/km"`):             {"steps[0].pace", "a bound can be from 166:40/km to 1:20/km"},
		step(`"pace":"12km/h"`):              {"steps[0].pace", "given as speed"},
		step(`"pace":"<5:00/km"`):            {"steps[0].pace", "of the time and of the speed"},
		step(`"pace":"5:00-95%"`):            {"steps[0].pace", "two units"},
		step(`"speed":"30"`):                 {"steps[0].speed", "has no unit"},
		step(`"speed":"200km/h"`):            {"steps[0].speed", "to 144"},
		step(`"speed":"Z2"`):                 {"steps[0].speed", "speed has none"},
		step(`"rpe":11`):                     {"steps[0].rpe", "from 1 to 10"},
		step(`"rpe":"hard"`):                 {"steps[0].rpe", "no number"},
		step(`"cadence":"180spm"`):           {"steps[0].cadence", "180 steps are 90rpm"},
		step(`"cadence":"from 80 up to 90"`): {"steps[0].cadence", "no unit of cadence"},
		step(`"cadence":"up to 80-90"`):      {"steps[0].cadence", "neither a value nor a range"},
	} {
		_, _, faults := steptext.ReadForm([]byte(form), training.Cycling)
		found := false
		for _, f := range faults {
			found = found || f.Path == want[0] && strings.Contains(f.Sentence().String(), want[1])
			if f.What == "" || f.Fix == "" {
				t.Errorf("%s: %+v", form, f)
			}
		}
		if !found {
			t.Errorf("%s: %v, want %v", form, faults, want)
		}
	}
}

func nest(deep int) string {
	return `[` + strings.Repeat(`{"repeat":2,"steps":[`, deep) + `{"duration_s":30}` + strings.Repeat(`]}`, deep) + `]`
}

func TestEveryFaultIsTold(t *testing.T) {
	t.Parallel()
	_, _, faults := steptext.ReadForm([]byte(`[{"durations_s":60,"power":"240-220w","hr":"Z9"},{"repeat":2,"steps":[{"kind":"x"}]}]`), training.Cycling)
	var paths []string
	for _, f := range faults {
		paths = append(paths, f.Path)
	}
	want := []string{
		"steps[0].durations_s", "steps[0]", "steps[0].power", "steps[0].hr", "steps[1].steps[0].kind", "steps[1].steps[0]",
	}
	if d := cmp.Diff(want, paths); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	_, _, faults = steptext.ReadForm([]byte(`[`+strings.Repeat(`{},`, 400)+`{}]`), training.Cycling)
	if len(faults) != 51 || !strings.Contains(faults[50].What.String(), "more that is wrong") {
		t.Errorf("%d faults", len(faults))
	}
	if _, _, faults = steptext.ReadForm([]byte(`[{"duration_s":60,"duration_s":0}]`), training.Cycling); len(faults) != 1 {
		t.Errorf("%v", faults)
	}
	if _, _, faults = steptext.ReadForm(make([]byte, 1<<20), training.Cycling); len(faults) != 1 ||
		!strings.Contains(faults[0].What.String(), "256 KB") {
		t.Errorf("%v", faults)
	}
}
