package lenient_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/source/jsonapi/lenient"
)

func TestIDsAreText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]lenient.ID{`7`: "7", `"7"`: "7", `9007199254740993`: "9007199254740993", `null`: "", `"a-b"`: "a-b"} {
		var got lenient.ID = "before"
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	var id lenient.ID
	for _, text := range []string{`{}`, `[1]`, `true`} {
		if json.Unmarshal([]byte(text), &id) == nil {
			t.Errorf("%s is an id", text)
		}
	}
}

func TestNumbersInEachForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]lenient.Number{
		`7`: 7, `"7"`: 7, `"-7.5"`: -7.5, `null`: 0, `""`: 0, `" 3 "`: 3, `"1e2"`: 100, `"NaN"`: 0, `"Inf"`: 0,
	} {
		got := lenient.Number(5)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %g, %v", text, got, err)
		}
	}
	var n lenient.Number
	for _, text := range []string{`"x"`, `{}`, `[1]`, `true`, `"1h15min"`} {
		if err := json.Unmarshal([]byte(text), &n); err == nil || err.Error() == "" {
			t.Errorf("%s is a number", text)
		}
	}
}
