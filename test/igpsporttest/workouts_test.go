package igpsporttest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	emu "lapkeep/test/igpsporttest"
)

const (
	save   = mobile + "WorkOut/EditCustomWorkOut"
	custom = mobile + "WorkOut/CustomWorkout?PageIndex=1&PageSize=50"
)

// sample is 2x20 at 88 to 94 % of an FTP of 250.
const sample = `{"title":"2x20 SST","description":"Sweet spot","totalTime":4200,"workoutType":"bike","sportBigType":1,
"allowDeletion":true,"fromTP":false,"structure":[
{"type":"Step","name":"Warmup","intensityClass":"WarmUp","uuid":"11111111-2222-3333-4444-000000000001","openDuration":"false",
 "length":{"unit":"Second","value":600},"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":125,"maxValue":162}},
{"type":"Repetition","name":"Set","intensityClass":"Active","openDuration":"false","length":{"unit":"Repetition","value":2},
 "uuid":"11111111-2222-3333-4444-000000000002","steps":[
 {"type":"Step","name":"SST","intensityClass":"Active","uuid":"11111111-2222-3333-4444-000000000003","openDuration":"false",
  "length":{"unit":"Second","value":1200},"intensityTarget":{"unit":"PowerCustom","value":0,"minValue":220,"maxValue":235},
  "cadenceTarget":{"unit":"Cadence","minValue":85,"maxValue":95},"note":"steady, seated"},
 {"type":"Step","name":"Recover","intensityClass":"Rest","uuid":"11111111-2222-3333-4444-000000000004","openDuration":"false",
  "length":{"unit":"Second","value":300},"intensityTarget":{"unit":"Power","value":1}}]},
{"type":"Step","name":"Cooldown","intensityClass":"CoolDown","uuid":"11111111-2222-3333-4444-000000000005","openDuration":"true"}]}`

// changed returns the sample with words replaced.
func changed(t *testing.T, pairs ...string) emu.Doc {
	t.Helper()
	text := strings.NewReplacer(pairs...).Replace(sample)
	var d emu.Doc
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if len(pairs) > 0 && text == sample {
		t.Fatalf("%q changes nothing", pairs)
	}
	return emu.Doc{"data": d}
}

func (c caller) workout(id any) emu.Doc {
	c.t.Helper()
	return c.object(fmt.Sprintf("%sWorkOut/GetWorkOutDetail?id=%.0f", mobile, id))
}

func TestLifeOfAWorkout(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		before := c.s.State()
		id := c.data("POST", save, changed(c.t)).(emu.Doc)["workoutId"].(float64)
		d, meant := c.workout(id), changed(c.t)["data"].(emu.Doc)
		for name, v := range meant {
			if diff := cmp.Diff(v, d[name]); diff != "" {
				c.t.Errorf("%s (-sent +kept):\n%s", name, diff)
			}
		}
		if d["iconPath"] == nil || d["createTimestamp"] == nil || d["isOfficial"] != false {
			c.t.Errorf("%v", d)
		}
		again := changed(c.t, "2x20 SST", "2x20 again")
		again["data"].(emu.Doc)["id"] = fmt.Sprintf("%.0f", id)
		if got := c.data("POST", save, again).(emu.Doc)["workoutId"]; got != id || c.workout(id)["title"] != "2x20 again" {
			c.t.Errorf("written over as %v", got)
		}
		if c.data("POST", fmt.Sprintf("%sWorkOut/CustomWorkOutDel?id=%.0f", mobile, id), emu.Doc{}) != true {
			c.t.Error("it is not deleted")
		}
		c.refused(c.call("GET", fmt.Sprintf("%sWorkOut/GetWorkOutDetail?id=%.0f", mobile, id), nil), 404, 404, "")
		if diff := cmp.Diff(before, c.s.State()); diff != "" {
			c.t.Errorf("something stays:\n%s", diff)
		}
	})
}

func TestListsOfWorkouts(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		for range 20 {
			c.data("POST", save, changed(c.t))
		}
		d := c.object(custom)
		items := c.docs(d["items"])
		if len(items) != 20 || d["total"] != 23.0 || items[0]["title"] != "2x20 SST" || items[0]["sportBigType"] != 1.0 {
			c.t.Errorf("%v", d)
		}
		if (items[0]["id"] == nil) == (items[1]["id"] == nil) || (items[0]["workoutId"] == nil) == (items[1]["workoutId"] == nil) {
			c.t.Errorf("ids of one name: %v", items[:2])
		}
		if c.region == emu.INTL {
			return
		}
		bare := c.docs(c.data("GET", mobile+"WorkOut/GetWorkOutList?pageNo=1&pageSize=200", nil))
		rest := c.docs(c.data("GET", mobile+"WorkOut/GetWorkOutList?pageNo=2&pageSize=20", nil))
		if len(bare) != 20 || len(rest) != 3 || bare[0]["grade"] == nil || bare[0]["id"] == nil {
			c.t.Errorf("%v", bare)
		}
	})
}

func TestTheInternationalServiceHasNoBareList(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true, Empty: true}, emu.INTL)
	c.refused(c.call("GET", mobile+"WorkOut/GetWorkOutList?pageNo=1&pageSize=200", nil), 404, 404, "")
	c.violated("no such call")
}

func TestWorkoutsOutsideTheForm(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 65)
	for says, pairs := range map[string][]string{
		"title":                                     {`"2x20 SST"`, `""`},
		"description":                               {`"Sweet spot"`, `"` + strings.Repeat(long, 8) + `"`},
		"totalTime":                                 {`4200`, `4200.5`},
		"workoutType":                               {`"bike"`, `"swim"`},
		"sportBigType":                              {`"sportBigType":1`, `"sportBigType":2`},
		"structure[0].name":                         {`"Warmup"`, `"` + long + `"`},
		"structure[0].intensityClass":               {`"WarmUp"`, `"warmup"`},
		"structure[1].steps[0].note":                {"steady, seated", long},
		"structure[1].steps[0].length":              {`{"unit":"Second","value":1200}`, `{"unit":"Minute","value":20}`},
		"structure[1].steps[1].uuid":                {"000000000004", "000000000003"},
		"structure[1].length":                       {`"unit":"Repetition","value":2`, `"unit":"Repetition","value":0`},
		"structure[2].openDuration":                 {`"openDuration":"true"`, `"openDuration":true`},
		"structure[2].length":                       {`"openDuration":"true"`, `"openDuration":"false"`},
		"structure[1].steps[0].intensityTarget":     {`"minValue":220,"maxValue":235`, `"minValue":235,"maxValue":220`},
		"structure[1].steps[1].intensityTarget":     {`{"unit":"Power","value":1}`, `{"unit":"Power","value":8}`},
		"structure[0].intensityTarget":              {`"unit":"PowerCustom","value":0,"minValue":125`, `"unit":"Watt","value":0,"minValue":125`},
		"structure[1].steps[0].cadenceTarget":       {`"unit":"Cadence"`, `"unit":"rpm"`},
		"structure[1].type":                         {`"Repetition","name"`, `"Repeat","name"`},
		"structure[1].steps[1].intensityTarget ":    {`{"unit":"Power","value":1}`, `{"unit":"HeartRate","value":6}`},
		"structure[1].steps[1].intensityTarget  ":   {`{"unit":"Power","value":1}`, `{"unit":"Speed","minValue":30,"maxValue":36}`},
		"structure[1].steps[1].intensityTarget   ":  {`{"unit":"Power","value":1}`, `{"unit":"PercentOfFTP","minValue":60}`},
		"structure[1].steps[1].intensityTarget    ": {`{"unit":"Power","value":1}`, `7`},
	} {
		c := start(t, emu.Options{}, emu.INTL)
		before := c.s.State()
		c.refused(c.call("POST", save, changed(t, pairs...)), 200, 400, strings.TrimSpace(says))
		if diff := cmp.Diff(before, c.s.State()); diff != "" {
			t.Errorf("%s: something changed:\n%s", says, diff)
		}
	}
}

func TestOtherFormsOfWorkouts(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true}, emu.CN)
	for _, pairs := range [][]string{
		{`"sportBigType":1,`, ``},
		{`{"unit":"Power","value":1}`, `{"unit":"Speed","minValue":8333,"maxValue":10000}`},
		{`{"unit":"Power","value":1}`, `{"unit":"PercentOfFtp","value":0,"minValue":50,"maxValue":60}`},
		{`{"unit":"Power","value":1}`, `{"unit":"Cadence","value":0,"minValue":85,"maxValue":95}`},
		{`{"unit":"Power","value":1}`, `{"unit":"Active"}`},
		{`"value":600`, `"value":90.7`},
	} {
		c.data("POST", save, changed(t, pairs...))
	}
	c.violated()
	c.data("POST", save, changed(t, `"fromTP"`, `"fromtp"`))
	body := changed(t)
	body["memberId"] = 5
	body["data"].(emu.Doc)["id"] = 0
	c.data("POST", save, body)
	c.violated(`"fromtp"`, "memberId is 5", "id is no string")
	c.refused(c.call("POST", save, changed(t, `{"title"`, `{"id":"99","title"`)), 200, 404, "")
	c.refused(c.call("POST", save, emu.Doc{}), 200, 400, "data")

	c = start(t, emu.Options{Lenient: true, NullCreated: true}, emu.INTL)
	if got := c.data("POST", save, changed(t, `"sportBigType":1,`, ``)); got != nil {
		t.Errorf("%v", got)
	}
	c.violated("sportBigType is missing")
	c.refused(c.call("POST", save, changed(t, `"unit":"PowerCustom","value":0,"minValue":125`, `"unit":"PercentOfFtp","minValue":50`)), 200, 400, "")
}

// TestNestedRepetitionsLoseTheirSteps: the service was seen to keep them so.
func TestNestedRepetitionsLoseTheirSteps(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	body := changed(t)
	list := body["data"].(emu.Doc)["structure"].([]any)
	body["data"].(emu.Doc)["structure"] = []any{emu.Doc{
		"type": "Repetition", "uuid": "11111111-2222-3333-4444-000000000009", "length": emu.Doc{"unit": "Repetition", "value": 2}, "steps": list,
	}}
	id := c.data("POST", save, body).(emu.Doc)["workoutId"]
	outer := c.docs(c.workout(id)["structure"])[0]
	steps := c.docs(outer["steps"])
	if len(steps) != 3 || steps[1]["type"] != "Repetition" || steps[1]["steps"] != nil {
		t.Errorf("%v", steps)
	}
}

func TestDeletion(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true}, emu.INTL)
	items := c.docs(c.object(custom)["items"])
	id := func(d emu.Doc) float64 {
		if v, ok := d["id"].(float64); ok {
			return v
		}
		return d["workoutId"].(float64)
	}
	c.refused(c.call("POST", fmt.Sprintf("%sWorkOut/customworkoutdel?id=%.0f", mobile, id(items[0])), emu.Doc{}), 200, 500, "not allowed")
	if c.data("POST", mobile+"WorkOut/CustomWorkOutDel", emu.Doc{"id": id(items[1])}) != true {
		t.Error("by the body")
	}
	c.s.Do(emu.INTL, func(m *emu.Member) { m.Workouts = nil }) // in the app
	c.refused(c.call("POST", fmt.Sprintf("%sWorkOut/CustomWorkOutDel?id=%.0f", mobile, id(items[2])), emu.Doc{}), 404, 404, "")
	c.violated()
	c.refused(c.call("GET", mobile+"WorkOut/GetWorkOutDetail?id=../x", nil), 404, 404, "")
	c.violated("the id is")
}
