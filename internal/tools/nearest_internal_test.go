package tools

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"activity_id", "from", "limit", "sections", "get_activity_streams"}
	for given, want := range map[string]string{
		"limt": "limit", "LIMIT": "limit", "form": "from", "activty_id": "activity_id", "section": "sections",
		"stream": "get_activity_streams", "streams": "get_activity_streams", "sect": "sections", "zzz": "", "": "", "li": "",
		strings.Repeat("long", 50): "",
	} {
		if got := nearest(given, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestDistanceIsAMetricOfSorts(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[a-d]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) || d < max(len(a)-len(b), len(b)-len(a)) {
			t.Fatalf("distance(%q, %q) = %d", a, b, d)
		}
	})
}

func TestSnake(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"activityId": "activity_id", "Activity-ID": "activity_id", "activity id": "activity_id", "limit": "limit", "minKM": "min_km",
	} {
		if got := snake(given); got != want {
			t.Errorf("snake(%q) = %q, want %q", given, got, want)
		}
	}
}

// anyJSON draws a value; nulls are frequent.
func anyJSON(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Float64Range(-1e6, 1e6).AsAny(), rapid.String().AsAny(),
	}
	if depth > 0 {
		leaves = append(leaves,
			rapid.SliceOfN(anyJSON(depth-1), 0, 3).AsAny(), rapid.MapOfN(rapid.String(), anyJSON(depth-1), 0, 3).AsAny())
	}
	return rapid.OneOf(leaves...)
}

// dropNulls is the plain way that the streaming one is compared with.
func dropNulls(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, m := range x {
			if m == nil {
				delete(x, k)
			} else {
				x[k] = dropNulls(m)
			}
		}
	case []any:
		for i := range x {
			x[i] = dropNulls(x[i])
		}
	}
	return v
}

func TestWithoutNullsDropsMembersAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in, err := json.Marshal(anyJSON(3).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		out := withoutNulls(in)
		var want, got any
		if err := json.Unmarshal(in, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%s became %s: %v", in, out, err)
		}
		if !reflect.DeepEqual(dropNulls(want), got) {
			t.Fatalf("%s became %s", in, out)
		}
	})
}

// TestWithoutNullsKeepsWhatStays: order, numbers and texts are as they were
// written.
func TestWithoutNullsKeepsWhatStays(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"b":1.50,"a":null,"c":[null,{"x":null}],"d":"\u003c\":null"}`: `{"b":1.50,"c":[null,{}],"d":"\u003c\":null"}`,
		`{"a":null}`: `{}`,
		`{"a":null,"b":null,"c":{"d":null,"e":true}}`:   `{"c":{"e":true}}`,
		`[null,{"a":null},[],-1e-7,"a,]}\\",null]`:      `[null,{},[],-1e-7,"a,]}\\",null]`,
		`{"null":"null","b":{},"c":null,"\"":[{"":1}]}`: `{"null":"null","b":{},"\"":[{"":1}]}`,
		`null`: `null`,
	} {
		if got := string(withoutNulls([]byte(in))); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}
