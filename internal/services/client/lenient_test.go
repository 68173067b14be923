package client_test

import (
	"encoding/json"
	"testing"

	"lapkeep/internal/services/client"
)

func TestIDsAreText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]client.ID{`7`: "7", `"7"`: "7", `9007199254740993`: "9007199254740993", `null`: "", `"a-b"`: "a-b"} {
		var got client.ID = "before"
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	var id client.ID
	for _, text := range []string{`{}`, `[1]`, `true`} {
		if json.Unmarshal([]byte(text), &id) == nil {
			t.Errorf("%s is an id", text)
		}
	}
}

func TestNumbersInEachForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]client.Number{
		`7`: 7, `"7"`: 7, `"-7.5"`: -7.5, `null`: 0, `""`: 0, `" 3 "`: 3, `"1e2"`: 100, `"NaN"`: 0, `"Inf"`: 0,
	} {
		got := client.Number(5)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %g, %v", text, got, err)
		}
	}
	var n client.Number
	for _, text := range []string{`"x"`, `{}`, `[1]`, `true`, `"1h15min"`} {
		if err := json.Unmarshal([]byte(text), &n); err == nil || err.Error() == "" {
			t.Errorf("%s is a number", text)
		}
	}
}
