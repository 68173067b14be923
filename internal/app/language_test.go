package app

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/tools"
)

// TestALanguageChangesNoNumberAndNoName: each tool answers the same in each
// language, and its name, schema and description are the same. What is in the
// person's language so far is said by commands alone.
func TestALanguageChangesNoNumberAndNoName(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	p := a.program(os.Stderr, os.Stderr)
	p.Places.Flags = map[settings.Key]string{settings.Language: settings.Chinese, settings.Athlete: string(a.Athlete)}
	in, _ := opened(t, p, cli.OpenOptions{Create: true})
	if in.Settings.Get(settings.Language) != settings.Chinese {
		t.Fatal("the language is not the one that was asked for")
	}
	answered := 0
	for i, r := range a.Table.Rows() {
		other := in.Table.Rows()[i]
		if r.Name != other.Name || r.Title != other.Title || r.Description != other.Description {
			t.Errorf("%s is %s in Chinese", r.Name, other.Name)
		}
		raw := json.RawMessage(a.own(exampleOf(r.Name)))
		if r.Input().Properties["dry_run"] != nil {
			raw = args(t, r, string(raw), "dry_run", true)
		} else if r.Safety != tools.Read {
			continue // would write
		}
		c := a.call(t)
		want, wantErr := a.Table.Call(t.Context(), r.Name, c, raw)
		c = a.call(t)
		c.Language = settings.Chinese
		if wantErr == nil {
			answered++
		}
		got, err := in.Table.Call(t.Context(), r.Name, c, raw)
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || !bytes.Equal(got.Structured, want.Structured) {
			t.Errorf("%s %s:\n zh %s %v\n en %s %v", r.Name, raw, got.Structured, err, want.Structured, wantErr)
		}
	}
	if answered < 50 {
		t.Errorf("only %d tools answered", answered)
	}
}
