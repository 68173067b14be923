package tools_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type dates struct {
	Day   tools.Date      `json:"day,omitzero"`
	Range tools.DateRange `json:"range,omitzero"`
}

func TestDatesSurviveJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var want dates
		day := rapid.Int32Range(-20000, 40000)
		if rapid.Bool().Draw(t, "with a day") {
			want.Day = tools.Date{Day: training.Day(day.Draw(t, "day")), Set: true}
		}
		if rapid.Bool().Draw(t, "with a range") {
			want.Range = tools.DateRange{From: training.Day(day.Draw(t, "from")), To: training.Day(day.Draw(t, "to")), Set: true}
		}
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got dates
		if err := json.Unmarshal(b, &got); err != nil || got != want {
			t.Fatalf("%s: got %+v, %v; want %+v", b, got, err, want)
		}
	})
}

func TestLeftOutDates(t *testing.T) {
	t.Parallel()
	var none struct {
		Day   tools.Date
		Range tools.DateRange
	}
	b, err := json.Marshal(none)
	if err != nil || string(b) != `{"Day":"","Range":null}` {
		t.Fatalf("%s, %v", b, err)
	}
	if err := json.Unmarshal(b, &none); err != nil || none.Day.Set || none.Range.Set {
		t.Errorf("%+v, %v", none, err)
	}
	year := training.DayRange{From: 1, To: 2}
	if none.Range.Or(year) != year || none.Day.Or(9) != 9 || !none.Day.IsZero() || !none.Range.IsZero() {
		t.Error("what was left out has a value")
	}
	for _, bad := range []string{`{"day":"soon"}`, `{"range":"soon"}`, `{"range":{"from":"x"}}`} {
		if err := json.Unmarshal([]byte(bad), &dates{}); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestParseRange(t *testing.T) {
	t.Parallel()
	got, err := tools.ParseRange("this week", training.NewDay(2026, time.May, 20), time.Sunday)
	if err != nil || got.String() != "2026-05-17 to 2026-05-23" {
		t.Errorf("%s, %v", got, err)
	}
}

func export(text string) tools.File {
	return tools.File{Athlete: "ann", Name: "2026-05-01-ride", Ext: ".fit", Data: []byte(text)}
}

func TestKeepWritesWholeAndInside(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "exports")
	for _, text := range []string{"one", "another"} {
		path := export(text).Path(dir)
		if err := export(text).Keep(dir); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("%q, %v", b, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "ann", "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	out := t.TempDir()
	if err := os.Symlink(out, filepath.Join(dir, "bob")); err != nil {
		t.Skip("no symbolic links here")
	}
	file := export("x")
	file.Athlete = "bob"
	if err := file.Keep(dir); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("wrote through a link out: %v", err)
	}
	if files, _ := os.ReadDir(out); len(files) > 0 {
		t.Error("a file appeared outside")
	}
}

// TestTheSameExportIsOneFile: it is not written again, unless it was changed.
func TestTheSameExportIsOneFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := export("one")
	path := file.Path(dir)
	for range 3 {
		if err := file.Keep(dir); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := file.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o400 {
		t.Errorf("it was written anew: %v, %v", info, err)
	}
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := file.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one" {
		t.Errorf("what somebody changed is taken for the export: %q, %v", b, err)
	}
}

// TestExportsDoNotFillTheDisk: at the limit one more is refused, and one that
// is there already is not.
func TestExportsDoNotFillTheDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := export("there").Keep(dir); err != nil {
		t.Fatal(err)
	}
	sparse, err := os.Create(filepath.Join(dir, "ann", "others.fit"))
	if err != nil {
		t.Fatal(err)
	}
	defer sparse.Close()
	if err := sparse.Truncate(tools.Most - 8); err != nil {
		t.Fatal(err)
	}
	if err := export("more").Keep(dir); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("beyond the limit: %v", err)
	}
	if err := export("there").Keep(dir); err != nil {
		t.Errorf("what is there: %v", err)
	}
	if err := sparse.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if err := export("more").Keep(dir); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestCheck22_PlainNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"a0": "a0", "../../x": "------x", "": "-", "strava:12": "strava-12", "é": "-"} {
		if got := tools.PlainName(in); got != want {
			t.Errorf("PlainName(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestHintsSayWhatAToolDoes: a write that goes to a service reaches beyond this
// machine, and one that deletes destroys, also where it can be undone.
func TestHintsSayWhatAToolDoes(t *testing.T) {
	t.Parallel()
	type none struct{}
	for name, c := range map[string]struct {
		spec tools.Spec
		want tools.Annotations
	}{
		"a read":            {tools.Spec{Safety: tools.Read}, tools.Annotations{ReadOnly: true, Idempotent: true}},
		"a write here":      {tools.Spec{Safety: tools.Write}, tools.Annotations{}},
		"one that goes out": {tools.Spec{Safety: tools.Write, Sends: true}, tools.Annotations{OpenWorld: true}},
		"one that deletes": {
			tools.Spec{Safety: tools.Write, Sends: true, Deletes: true},
			tools.Annotations{OpenWorld: true, Destructive: true},
		},
		"one with a consent": {tools.Spec{Safety: tools.Destructive}, tools.Annotations{Destructive: true}},
	} {
		c.spec.Name = "tool"
		row := tools.New(c.spec, func(context.Context, *tools.Call, none) (none, error) { return none{}, nil })
		if got := row.Listing().Annotations; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestNobodyIsLedToADeletion: a name that makes, changes or reads something is
// not answered with a tool that deletes; a mistyped deletion is.
func TestNobodyIsLedToADeletion(t *testing.T) {
	t.Parallel()
	type none struct{}
	row := func(name string, s tools.Spec) tools.Row {
		s.Name = name
		return tools.New(s, func(context.Context, *tools.Call, none) (none, error) { return none{}, nil })
	}
	table := tools.NewTable(
		row("delete_workout", tools.Spec{Safety: tools.Write, Deletes: true}),
		row("disconnect_source", tools.Spec{Safety: tools.Destructive}),
		row("get_workout", tools.Spec{}),
		row("save_workout", tools.Spec{Safety: tools.Write}),
	)
	for name, want := range map[string]string{
		"create_workout": "Did you mean get_workout?",
		"connect_source": "The tools are delete_workout, disconnect_source, get_workout, save_workout.",
		"gte_workout":    "Did you mean get_workout?",
		"delte_workout":  "Did you mean delete_workout?",
		"deleteWorkouts": "Did you mean delete_workout?",
	} {
		_, err := table.Call(t.Context(), name, &tools.Call{}, nil)
		if got := tools.Describe(err).Fix; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

type itemIn struct {
	Name  string     `json:"name"`
	Steps tools.JSON `json:"steps,omitempty"`
}

type rawIn struct {
	Items []itemIn   `json:"items"`
	Steps tools.JSON `json:"steps,omitempty"`
}

type rawOut struct {
	Got []string `json:"got"`
}

// TestWhatAToolReadsItselfComesAsItWasWritten: the order of members stays, by
// whatever name and in whatever wrapping it came.
func TestWhatAToolReadsItselfComesAsItWasWritten(t *testing.T) {
	t.Parallel()
	row := tools.New(tools.Spec{
		Name: "try", Title: "Try", Description: "Tries.", Toolset: "x", Aliases: map[string]string{"workout_steps": "steps"},
	}, func(_ context.Context, _ *tools.Call, in rawIn) (*rawOut, error) {
		out := &rawOut{Got: []string{string(in.Steps)}}
		for _, it := range in.Items {
			out.Got = append(out.Got, it.Name+string(it.Steps))
		}
		return out, nil
	})
	table := tools.NewTable(row)
	for args, want := range map[string]string{
		`{"items": [{"name": "a", "steps": [{"z": 1, "a": null}]}]}`:     `{"got":["","a[{\"z\":1,\"a\":null}]"]}`,
		`{"items": [], "steps": {"z": 1.0, "a": "x"}}`:                   `{"got":["{\"z\":1.0,\"a\":\"x\"}"]}`,
		`{"items": "[{\"name\": \"a\", \"steps\": {\"z\":1,\"b\":2}}]"}`: `{"got":["","a{\"z\":1,\"b\":2}"],"read_as":{"items":"a list of 1 item"}}`,
		`{"items": {"title": 7, "steps": "[{\"b\":1}]"}}`: `{"got":["","7\"[{\\\"b\\\":1}]\""],` +
			`"read_as":{"items":"a list of 1 item","items[0].name":"7","items[0].title":"name"}}`,
		`{"items": null, "workout_steps": [2,1]}`: `try needs items.`,
		`{"items": [], "workout_steps": [2,1]}`:   `{"got":["[2,1]"],"read_as":{"workout_steps":"steps"}}`,
		`{"items": [], "steps": null}`:            `{"got":[""]}`,
		`{"items": [7]}`:                          `items[0] cannot be 7.`,
	} {
		res, err := table.Call(t.Context(), "try", &tools.Call{Scope: training.Scope{Athlete: "ann"}}, []byte(args))
		got := string(res.Structured)
		if err != nil {
			got = tools.Describe(err).Sentence
		}
		if got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestDaysAreFoundAmongWords: the longest run of them, also of Chinese without spaces; a word
// that usually means something else is none.
func TestDaysAreFoundAmongWords(t *testing.T) {
	t.Parallel()
	today := training.NewDay(2026, time.November, 27)
	for text, want := range map[string]string{
		"best power last year": "last year", "rides of the last 30 days please": "the last 30 days", "最 好 去 年 功 率": "去年",
		"how far is it": "", "march on": "", "": "",
	} {
		said, days, rest := tools.FindRange(strings.Fields(text), today, time.Monday)
		if said != want || want != "" && (days.From >= days.To || len(rest) >= len(strings.Fields(text))) {
			t.Errorf("%q: %q, %v, %v", text, said, days, rest)
		}
	}
}
