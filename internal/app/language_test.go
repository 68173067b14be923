package app

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/cli"
	"lapkeep/internal/cli/sentences"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/tools"
)

// TestALanguageChangesNoNumberAndNoName: each tool answers the same in each
// language but for what [saidFields] names and whole sentences of ours, and its
// name, schema and description are the same.
func TestALanguageChangesNoNumberAndNoName(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	p := a.program(os.Stderr, os.Stderr)
	p.Places.Flags = map[settings.Key]string{settings.Language: settings.Chinese, settings.Athlete: string(a.Athlete)}
	in, _ := opened(t, p, cli.OpenOptions{Create: true})
	if in.Settings.Get(settings.Language) != settings.Chinese {
		t.Fatal("the language is not the one that was asked for")
	}
	answered, said := 0, saying{t: t}
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
		c.Language, c.Said = settings.Chinese, saidIn(settings.Chinese)
		if wantErr == nil {
			answered++
		}
		got, err := in.Table.Call(t.Context(), r.Name, c, raw)
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() ||
			!said.same(unsaid(t, r.Name, want), unsaid(t, r.Name, got)) {
			t.Errorf("%s %s:\n zh %s %v\n en %s %v", r.Name, raw, got.Structured, err, want.Structured, wantErr)
		}
	}
	if answered < 50 {
		t.Errorf("only %d tools answered", answered)
	}
	if said.sentences < 15 {
		t.Errorf("only %d sentences were said", said.sentences)
	}
}

// saying compares answers in two languages, and counts what differs.
type saying struct {
	t         *testing.T
	sentences int
}

var jsonText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// same reports whether nothing but sentences differs, and those have the same
// numbers and names.
func (s *saying) same(english, chinese []byte) bool {
	s.t.Helper()
	if !bytes.Equal(jsonText.ReplaceAll(english, nil), jsonText.ReplaceAll(chinese, nil)) {
		return false
	}
	in, got := sentences.In(settings.Chinese), jsonText.FindAll(chinese, -1)
	for i, b := range jsonText.FindAll(english, -1) {
		if bytes.Equal(b, got[i]) {
			continue
		}
		var a, z string
		if json.Unmarshal(b, &a) != nil || json.Unmarshal(got[i], &z) != nil || in.Text(a) != z || !slices.Equal(named(a), named(z)) {
			s.t.Errorf("%s becomes %s", b, got[i])
			return false
		}
		s.sentences++
	}
	return true
}

var nameOrNumber = regexp.MustCompile(`[a-z]+(?:_[a-z0-9]+)+|\d+(?:\.\d+)?`)

// named are the names and numbers of a sentence, in any order.
func named(text string) []string {
	return slices.Sorted(slices.Values(nameOrNumber.FindAllString(text, -1)))
}

// saidFields are the fields of answers whose text is in the language of the
// person: calendars, and titles of metrics.
func saidFields() map[string][]string {
	return map[string][]string{
		"create_workout": {"calendar"}, "export_workout": {"content"}, "search": {"title"}, "fetch": {"title"},
	}
}

// unsaid is an answer without these.
func unsaid(t *testing.T, tool string, res tools.Result) []byte {
	t.Helper()
	fields := saidFields()[tool]
	if fields == nil || res.Structured == nil {
		return res.Structured
	}
	var v any
	if err := json.Unmarshal(res.Structured, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(leftOut(v, fields))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func leftOut(v any, fields []string) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if v[k] = leftOut(v[k], fields); slices.Contains(fields, k) {
				delete(v, k)
			}
		}
	case []any:
		for i := range v {
			v[i] = leftOut(v[i], fields)
		}
	}
	return v
}

// TestWhatIsSaidInALanguage: the same numbers are in it.
func TestWhatIsSaidInALanguage(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	for _, c := range []struct{ tool, args, says string }{
		{"search", `{"query":"标准化功率"}`, "指标：标准化功率（NP）"},
		{"fetch", `{"id":"metric:normalized_power_w"}`, "指标：标准化功率（NP）"},
		{
			"create_workout", `{"workouts":[{"name":"A","sport":"ride","description":"- 10m 50%\n- 20s 90rpm"}],"with_calendar":true,"dry_run":true}`,
			`- 10 分钟，50 % FTP`,
		},
	} {
		call := a.call(t)
		call.Language, call.Said = settings.Chinese, saidIn(settings.Chinese)
		res, err := a.Table.Call(t.Context(), c.tool, call, json.RawMessage(c.args))
		if err != nil || !strings.Contains(string(res.Structured), c.says) {
			t.Errorf("%s: %v\n%s", c.tool, err, res.Structured)
		}
	}
}
