package ordered_test

import (
	"testing"

	"lapkeep/internal/platform/ordered"
)

// TestMembersKeepTheirOrder: and numbers their digits; what is no JSON is an error.
func TestMembersKeepTheirOrder(t *testing.T) {
	t.Parallel()
	v, err := ordered.Parse([]byte(`{"z":1.50,"a":{"b":[{"c":true},{"c":null}]}}`))
	o, ok := v.(ordered.Object)
	if err != nil || !ok || len(o) != 2 || o[0].Key != "z" || o[1].Key != "a" {
		t.Fatalf("%v %v", v, err)
	}
	if rows := o.Rows("a.b"); len(rows) != 2 || rows[0].Get("c") != true || rows[1].Get("c") != nil || o.At("a.none.c") != nil {
		t.Errorf("%v", rows)
	}
	for _, text := range []string{"", "{", `{"a":`, `{"a" 1}`, `[1,`, "nonsense"} {
		if v, err := ordered.Parse([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}

// TestColumnsAreListsOfOneLength: the most frequent one, and at least two of them.
func TestColumnsAreListsOfOneLength(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		`{"a":[1,2],"b":["x","y"],"c":[1,2,3],"d":5}`: 2, `{"a":[1,2]}`: 0, `{"a":[1],"b":[2]}`: 0, `{"a":[[1],[2]],"b":[1,2]}`: 0, `{}`: 0,
	} {
		v, err := ordered.Parse([]byte(text))
		if o, _ := v.(ordered.Object); err != nil || len(ordered.Columns(o)) != want {
			t.Errorf("%s has %d columns, not %d (%v)", text, len(ordered.Columns(o)), want, err)
		}
	}
}
