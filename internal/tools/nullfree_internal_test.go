package tools

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

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
func withoutNulls(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, m := range x {
			if m == nil {
				delete(x, k)
			} else {
				x[k] = withoutNulls(m)
			}
		}
	case []any:
		for i := range x {
			x[i] = withoutNulls(x[i])
		}
	}
	return v
}

func TestDropTakesMembersAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in, err := json.Marshal(anyJSON(3).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		out := dropNulls(in)
		var want, got any
		if err := json.Unmarshal(in, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%s became %s: %v", in, out, err)
		}
		if !reflect.DeepEqual(withoutNulls(want), got) {
			t.Fatalf("%s became %s", in, out)
		}
	})
}

// TestDropKeepsWhatStays: order, numbers and texts are as they were
// written.
func TestDropKeepsWhatStays(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"b":1.50,"a":null,"c":[null,{"x":null}],"d":"\u003c\":null"}`: `{"b":1.50,"c":[null,{}],"d":"\u003c\":null"}`,
		`{"a":null}`: `{}`,
		`{"a":null,"b":null,"c":{"d":null,"e":true}}`:   `{"c":{"e":true}}`,
		`[null,{"a":null},[],-1e-7,"a,]}\\",null]`:      `[null,{},[],-1e-7,"a,]}\\",null]`,
		`{"null":"null","b":{},"c":null,"\"":[{"":1}]}`: `{"null":"null","b":{},"\"":[{"":1}]}`,
		`null`: `null`,
	} {
		if got := string(dropNulls([]byte(in))); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}
