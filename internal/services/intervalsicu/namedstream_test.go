package intervalsicu

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
)

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
