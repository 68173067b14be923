package app

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
)

// TestALanguageChangesNoNumberAndNoName: each tool answers the same in each
// language but for its sentences, none of which stays English, and its name,
// schema and description are the same.
func TestALanguageChangesNoNumberAndNoName(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	in := a.inChinese(t)
	answered, said := 0, saying{t: t}
	for i, r := range a.Table.Rows() {
		other := in.Rows()[i]
		if r.Name != other.Name || r.Title != other.Title || r.Description != other.Description {
			t.Errorf("%s is %s in Chinese", r.Name, other.Name)
		}
		raw := json.RawMessage(a.own(exampleOf(r.Name)))
		if r.Input().Properties["dry_run"] != nil {
			raw = args(t, r, string(raw), "dry_run", true)
		} else if r.Safety != tools.Read {
			continue // would write
		}
		if said.asked(a, in, r.Name, raw) {
			answered++
		}
	}
	if answered < 50 || said.sentences < 60 {
		t.Errorf("only %d tools answered, with %d sentences", answered, said.sentences)
	}
}

// TestTheDemoAthleteInChinese: no answer to the questions that the documents
// ask of the demo athlete has a sentence in English.
func TestTheDemoAthleteInChinese(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	a := newDemo(t)
	in, with, said := a.inChinese(t), a.words(t), saying{t: t}
	for _, q := range agreements() {
		for _, ask := range q.asks {
			said.asked(a, in, ask.tool, json.RawMessage(with.Replace(ask.args)))
		}
	}
	for _, ask := range thorough() {
		if !said.asked(a, in, ask.tool, json.RawMessage(with.Replace(ask.args))) {
			t.Errorf("%s %s is not answered", ask.tool, ask.args)
		}
	}
	if said.sentences < 300 {
		t.Errorf("only %d sentences were said", said.sentences)
	}
}

// thorough returns questions whose answers say much.
func thorough() []place {
	const (
		first  = `["device","splits","zones","best_efforts","climbs","intervals","interval_values"]`
		second = `["load","variants","hrv","lengths","weather","similar","notes"]`
	)
	return []place{
		{tool: "get_activity", args: `{"id":"$RIDE","sections":["summary","device","laps"]}`},
		{tool: "get_activity", args: `{"id":"$RIDE","sections":` + first + `}`},
		{tool: "get_activity", args: `{"id":"$RIDE","sections":` + second + `}`},
		{tool: "get_activity", args: `{"id":"$RUN","sections":` + first + `}`},
		{tool: "get_activity", args: `{"id":"$RUN","sections":` + second + `}`},
		{tool: "get_activity", args: `{"id":"$RUN","sections":["histograms"]}`},
		{tool: "get_activity_streams", args: `{"id":"$RIDE","resolution":"1min","start_offset_s":0,"end_offset_s":600}`},
		{tool: "get_activity_streams", args: `{"id":"$RUN","channels":["power","gap","w_prime_balance","gps"],"resolution":"1min"}`},
		{tool: "get_activity_notes", args: `{"id":"$RIDE"}`},
		{tool: "get_curves", args: `{"kind":"power","range":"last 6 weeks","compare":"last year","models":true}`},
		{tool: "get_curves", args: `{"kind":"hr","sport":"run","indoor":true,"range":"last 6 weeks"}`},
		{tool: "get_records", args: `{"sport":"ride"}`},
		{tool: "get_records", args: `{"sport":"hike"}`},
		{tool: "predict_race", args: `{"distances_m":[10000,42195]}`},
		{tool: "predict_race", args: `{"sport":"ride","durations_s":[1200,3600]}`},
		{tool: "predict_race", args: `{"sport":"swim","distances_m":[1500]}`},
		{tool: "estimate_thresholds", args: `{}`},
		{tool: "analyze_training_load", args: `{"range":"last 12 weeks","project_days":14,"assumed_daily_load":50}`},
		{tool: "analyze_training_load", args: `{"range":"last 12 weeks","sport":"run"}`},
		{tool: "get_training_summary", args: `{"period":"month"}`},
		{tool: "get_training_summary", args: `{"period":"week","sport":"ride"}`},
		{tool: "list_events", args: `{"view":"agenda","range":"last 4 weeks"}`},
		{tool: "list_events", args: `{"view":"annual"}`},
		{tool: "list_events", args: `{"view":"upcoming","project_to":"$LATER"}`},
		{tool: "list_events", args: `{"help":"categories"}`},
		{tool: "list_events", args: `{"help":"syntax"}`},
		{tool: "list_workouts", args: `{}`},
		{tool: "list_workouts", args: `{"min_load":40}`},
		{tool: "list_gear", args: `{}`},
		{tool: "list_routes", args: `{}`},
		{tool: "get_wellness", args: `{"range":"last 28 days","sections":["days","readiness"]}`},
		{tool: "get_wellness", args: `{"range":"last 28 days","resolution":"week"}`},
		{tool: "get_status", args: `{}`},
		{tool: "get_athlete_profile", args: `{}`},
		{tool: "get_sport_settings", args: `{}`},
		{tool: "compare_activities", args: `{"ids":["$RIDE","$RUN"]}`},
		{tool: "search", args: `{"query":"threshold"}`},
		{tool: "search_intervals", args: `{"sport":"ride","interval_s":"4min","min_percent":100}`},
		{tool: "check_workout", args: `{"sport":"ride","description":"- 10m 60%\n\n2x\n- 5m ramp 120-50%\n- 10 min easy\n- 5m 300bpm"}`},
		{
			tool: "check_workout",
			args: `{"sport":"ride","steps":[{"duration_s":60,"power":"up to 60","cadence":"95rpm"},{"repeat":2},{"until_lap":true,"free":true}]}`,
		},
		{tool: "check_workout", args: `{"sport":"run","description":"- 2km 90% Pace\n- 400mtr 5:00/km Pace\n- 10m Z2 HR\n- 5m RPE 7 press lap"}`},
		{tool: "check_workout", args: `{"sport":"strength","description":"- Squat 3x10 60s rest 20kg\n- Plank 2x 45s"}`},
		{
			tool: "create_events",
			args: `{"dry_run":true,"events":[
			{"date":"next tuesday","name":"A","sport":"ride","description":"- 10m 60%\n- 5m 280w"},
			{"date":"2020-01-01","name":"B","sport":"run","duration_s":3600}]}`,
		},
		{tool: "update_athlete_settings", args: `{"dry_run":true,"sport":"ride","ftp_w":"255","effective_from":"last monday"}`},
		{tool: "update_activity_streams", args: `{"dry_run":true,"id":"$RIDE","drop":[{"channel":"hr"}]}`},
	}
}

// inChinese returns the table of the athlete's home for somebody who reads
// Chinese.
func (a *subject) inChinese(t *testing.T) *tools.Table {
	t.Helper()
	p := a.program(os.Stderr, os.Stderr)
	p.Places.Flags = map[settings.Key]string{settings.Language: settings.Chinese, settings.Athlete: string(a.Athlete)}
	in, _ := opened(t, p, cli.OpenOptions{Create: true})
	if in.Settings.Get(settings.Language) != settings.Chinese {
		t.Fatal("the language is not the one that was asked for")
	}
	return in.Table
}

// saying compares answers in two languages, and counts what differs.
type saying struct {
	t         *testing.T
	sentences int
}

// asked asks in both languages, and reports whether there is an answer.
func (s *saying) asked(a *subject, in *tools.Table, tool string, raw json.RawMessage) bool {
	s.t.Helper()
	want, wantErr := a.Table.Call(s.t.Context(), tool, a.call(s.t), raw)
	c := a.call(s.t)
	c.Language, c.Said = settings.Chinese, saidIn(settings.Chinese)
	got, err := in.Call(s.t.Context(), tool, c, raw)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		s.t.Errorf("%s %s: in Chinese %v, in English %v", tool, raw, err, wantErr)
		return false
	}
	if err == nil {
		s.same(tool+" "+string(raw), "", decoded(s.t, want.Structured), decoded(s.t, got.Structured))
	}
	return err == nil
}

func decoded(t *testing.T, answer []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// same reports where two answers differ in more than sentences, or in numbers
// and names within them, and which sentences stay English.
func (s *saying) same(asked, member string, english, chinese any) {
	s.t.Helper()
	switch a := english.(type) {
	case map[string]any:
		z, _ := chinese.(map[string]any)
		if len(a) != len(z) {
			s.t.Errorf("%s: %s has other members: %v, %v", asked, member, a, z)
			return
		}
		for key := range a {
			s.same(asked, memberOf(member, key), a[key], z[key])
		}
	case []any:
		z, _ := chinese.([]any)
		if len(a) != len(z) {
			s.t.Errorf("%s: %s has %d items, in Chinese %d", asked, member, len(a), len(z))
			return
		}
		for i := range a {
			s.same(asked, member, a[i], z[i])
		}
	case string:
		z, _ := chinese.(string)
		s.text(asked, member, a, z)
	default:
		if english != chinese {
			s.t.Errorf("%s: %s is %v, in Chinese %v", asked, member, english, chinese)
		}
	}
}

// memberOf returns what a key of an object is to be judged as: names are listed
// by ids.
func memberOf(object, key string) string {
	if object == "names" {
		return "name"
	}
	return key
}

func (s *saying) text(asked, member, english, chinese string) {
	s.t.Helper()
	if english != chinese {
		s.sentences++
	}
	switch {
	case ofPeople()[member] != "":
	case !slices.Equal(named(english), named(chinese)):
		s.t.Errorf("%s: %s has other numbers or names: %q becomes %q", asked, member, english, chinese)
	case plainEnglish.MatchString(names.ReplaceAllString(chinese, "")):
		s.t.Errorf("%s: %s stays English: %q", asked, member, chinese)
	}
}

// plainEnglish are some words of a sentence; names are what is typed or is one.
var (
	plainEnglish = regexp.MustCompile(`\b(?:[a-z]{2,} ){2}[a-z]{2,}\b`)
	names        = regexp.MustCompile("`[^`]*`|“[^”]*”|\"[^\"]*\"|lapkeep [a-z]+|last \\d* ?[a-z]+")
	nameOrNumber = regexp.MustCompile(`[a-z]+(?:_[a-z0-9]+)+|\d+(?:\.\d+)?`)
)

// named returns the names and numbers of a sentence, in any order.
func named(text string) []string {
	return slices.Sorted(slices.Values(nameOrNumber.FindAllString(text, -1)))
}

// ofPeople returns the members of answers that are no sentences of ours, or are
// more than those, with why they may stay as they are.
func ofPeople() map[string]string {
	return map[string]string{
		"name":         "the athlete named it",
		"description":  "words of the athlete or of a service; that of a tool is the same in every language",
		"after":        "what is written: words of the athlete",
		"before":       "what was written: words of the athlete",
		"content":      "a file",
		"calendar":     "a file, whose lines are folded by their bytes",
		"questions":    "a text for the assistant, which asks in the athlete's language; a file of the athlete's may replace it",
		"guidelines":   "a text for the assistant, likewise",
		"health_rules": "a text for the assistant",
		"text":         "a page on a metric, whose formulas and sources are those of docs/metrics.md; else words of people",
	}
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

// TestALanguageThatIsNotThereIsTold on the other channel, once.
func TestALanguageThatIsNotThereIsTold(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	for lang, told := range map[string]int{"fr": 1, "en": 0, "zh": 0} {
		code, _, said := p.run(t.Context(), "--lang", lang, "today")
		if code != 0 || strings.Count(said, "is not available") != told {
			t.Errorf("--lang %s: exit %d, %q", lang, code, said)
		}
	}
}
