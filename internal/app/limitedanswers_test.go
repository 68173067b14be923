package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// TestOtherAnswersSayHowManyLieApart in one line, and the status in three.
func TestOtherAnswersSayHowManyLieApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	const line = "4 activities of Passing not counted here (list_activities with source passing shows them)"
	reads := []string{"list_activities", "get_training_summary", "analyze_training_load", "get_curves", "get_records", "get_status"}
	for _, tool := range reads {
		if said := p.told(t, training.AudiencePage, tool, `{}`); strings.Contains(said, "Passing") {
			t.Errorf("not connected, %s says %.400s", tool, said)
		}
	}
	p.connectPassing(t)
	for _, tool := range reads {
		if said := p.told(t, training.AudiencePage, tool, `{}`); !strings.Contains(said, line) {
			t.Errorf("%s does not say it: %.400s", tool, said)
		}
		if said := p.told(t, training.AudienceModel, tool, `{}`); strings.Contains(said, "activities of Passing") {
			t.Errorf("%s counts for an assistant who may not see: %.400s", tool, said)
		}
	}
	for who, says := range map[training.Audience][]string{
		training.AudiencePage: {
			"4 activities of Passing are kept here for 7 days each", "agreed to the terms of Passing on 2026-08-20, for their own page",
			"lapkeep disconnect passing revokes",
		},
		training.AudienceModel: {"is not available here", "lapkeep connect passing --assistants", "deleted here within a day"},
	} {
		said := p.told(t, who, "get_status", `{}`)
		for _, want := range says {
			if !strings.Contains(said, want) {
				t.Errorf("the status for %s does not say %q", who, want)
			}
		}
	}
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	if said := p.told(t, training.AudienceModel, "get_status", `{}`); !strings.Contains(said, "and on 2026-08-20 for assistants") ||
		!strings.Contains(said, line) {
		t.Errorf("%.2000s", said)
	}
}

// TestWhatIsHereFromAFileIsShownFromTheFile, and not at all to who may not see
// the file's.
func TestWhatIsHereFromAFileIsShownFromTheFile(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	for who, seen := range map[training.Audience]bool{training.AudiencePage: true, training.AudienceModel: false} {
		var out struct {
			Apart struct {
				Total      int              `json:"total"`
				Activities []map[string]any `json:"activities"`
				Words      []string         `json:"words"`
				Sports     map[string]int   `json:"sports"`
			} `json:"apart"`
			Total int `json:"total"`
		}
		res, err := p.table.Call(t.Context(), "list_activities", p.callOf(t, who), json.RawMessage(`{"source":"passing"}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(res.Structured, &out); err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{
			true:  fmt.Sprintf("passing:%s passing:%s %s %s", young, older, p.ids[6], p.ids[0]),
			false: fmt.Sprintf("passing:%s passing:%s %s", young, older, p.ids[0]),
		}[seen]
		var ids []string
		for _, a := range out.Apart.Activities {
			ids = append(ids, fmt.Sprint(a["id"]))
			if strings.HasPrefix(fmt.Sprint(a["id"]), "passing:") != (a["source"] == "Passing") {
				t.Errorf("%v", a)
			}
		}
		n := len(ids)
		if got := strings.Join(ids, " "); got != want || out.Apart.Total != n || out.Total != 0 || out.Apart.Sports["cycling"] != n {
			t.Errorf("for %s: %q of %d, want %q", who, got, out.Apart.Total, want)
		}
		if first := out.Apart.Activities[0]; first["device"] != limitedtest.Planted+" Edge" || first["distance_km"] != 12.345 {
			t.Errorf("%v", first)
		}
		if said := p.told(t, who, "get_activity", `{"id":"passing:`+twin+`"}`); row(said) || !strings.Contains(said, p.ids[0]) {
			t.Errorf("the twin is %.300s", said)
		}
		if said := p.told(t, who, "get_activity", `{"id":"passing:`+hiddenTwin+`"}`); row(said) || strings.Contains(said, p.ids[6]) != seen {
			t.Errorf("the hidden twin for %s is %.300s", who, said)
		}
	}
}

// TestImpulsesOfRowsApart checks that impulses of rows in the limited store are
// computed from the service's values, by the athlete's settings, for an
// audience that may see the rows, and are joined with no file.
func TestImpulsesOfRowsApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	if said := p.told(t, training.AudiencePage, "get_training_summary", `{"source":"passing","sections":["trimp"]}`); strings.Contains(said, `"apart"`) {
		t.Errorf("not connected: %.500s", said)
	}
	p.connectPassing(t)
	type impulses struct {
		Totals struct{ Activities int }
		TRIMP  *struct{ Activities int }
		Apart  struct {
			TRIMP *struct {
				Activities int
				WithTRIMP  int     `json:"with_trimp"`
				Total      float64 `json:"total_trimp"`
				Rows       struct {
					IDs       []string
					From      []string
					Intensity []string
				}
				Without []struct{ Reason, Fix string }
			}
			Words []string
		}
	}
	ask := func(who training.Audience, args string) (out impulses, words string) {
		t.Helper()
		res, err := p.table.Call(t.Context(), "get_training_summary", p.callOf(t, who), json.RawMessage(args))
		if err == nil {
			err = json.Unmarshal(res.Structured, &out)
		}
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		return out, strings.Join(out.Apart.Words, " ")
	}
	const all = `{"source":"Passing","period":"all","sections":["trimp"]}`
	out, words := ask(training.AudiencePage, all)
	r := out.Apart.TRIMP
	if r == nil || r.Activities != 2 || r.WithTRIMP != 1 || r.Total != 28.1 || len(r.Rows.IDs) != 1 || r.Rows.IDs[0] != "passing:"+young ||
		r.Rows.From[0] != "average" || r.Rows.Intensity[0] != "moderate" || r.Without[0].Reason != "no heart rate was recorded" ||
		r.Without[0].Fix != "" {
		t.Errorf("%+v %s", r, words)
	}
	if out.Totals.Activities != 0 || out.TRIMP != nil || !strings.Contains(words, "2 activities are also imported from a file") ||
		!strings.Contains(words, "average heart rate") {
		t.Errorf("%+v %s", out, words)
	}
	for args, want := range map[string]string{
		`{"source":"passing","period":"all"}`:                                           "except the section trimp",
		`{"source":"passing","period":"all","sections":["by_sport"]}`:                   "except the section trimp",
		`{"source":"passing","period":"all","sections":["trimp"],"tag":"x"}`:            "cannot be selected by tag",
		`{"source":"passing","range":"2020-01","sections":["trimp"]}`:                   "Passing has no activities for these days and filters",
		`{"source":"passing","period":"all","sections":["trimp"],"sport":"run"}`:        "Passing has no activities for these days and filters",
		`{"source":"passing","period":"all","sections":["trimp"],"commute":true}`:       "Passing has no activities for these days and filters",
		`{"source":"passing","period":"month","sections":["trimp"],"race":false}`:       "average heart rate",
		`{"source":"passing","from":"2026-08-19","to":"2026-08-19","sections":"trimp"}`: "average heart rate",
	} {
		if _, words := ask(training.AudiencePage, args); !strings.Contains(words, want) {
			t.Errorf("%s: %q", args, words)
		}
	}
	if out, words := ask(training.AudienceModel, all); out.Apart.TRIMP != nil || !strings.Contains(words, "is not available here") {
		t.Errorf("an assistant who may not see: %+v", out)
	}
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	if out, words := ask(training.AudienceModel, all); out.Apart.TRIMP.WithTRIMP != 1 ||
		!strings.Contains(words, "1 activity is also imported from a file") {
		t.Errorf("an assistant: %+v %s", out, words)
	}
}

// TestPagesOfRowsApart: each is on one page, in order.
func TestPagesOfRowsApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	for n := range 25 {
		p.passing.Rode(limitedtest.Ride{ID: fmt.Sprint("2", n), Name: "x", Begun: noon.AddDate(0, 0, -40-n/2), Seconds: 100, Meters: 1})
	}
	p.connectPassing(t)
	seen, cursor := []string{}, ""
	for pages := 0; pages < 10; pages++ {
		said := p.must(t, "call", "list_activities", `{"source":"passing","limit":7,"cursor":"`+cursor+`"}`)
		var out struct {
			Apart struct {
				Total      int                   `json:"total"`
				Activities []struct{ ID string } `json:"activities"`
				Next       string                `json:"next_cursor"`
			} `json:"apart"`
		}
		if err := json.Unmarshal([]byte(said), &out); err != nil || out.Apart.Total != 29 {
			t.Fatal(err, said)
		}
		for _, a := range out.Apart.Activities {
			seen = append(seen, a.ID)
		}
		if cursor = out.Apart.Next; cursor == "" {
			break
		}
	}
	slices.Sort(seen)
	if len(seen) != 29 || len(slices.Compact(seen)) != 29 {
		t.Errorf("%d rows on all pages: %q", len(seen), seen)
	}
}

// TestWhatTheServiceDoesNotSayNow: what it listed is shown with the reason, and
// what it no longer has is gone at once.
func TestWhatTheServiceDoesNotSayNow(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	ask := func(tool string) string { return p.told(t, training.AudiencePage, tool, `{"id":"passing:`+older+`"}`) }
	p.passing.Fail(func(string) int { return http.StatusForbidden })
	if said := ask("get_activity"); !row(said) || !strings.Contains(said, "Passing could not be queried: Passing does not allow this "+
		"with the key.") {
		t.Errorf("%.600s", said)
	}
	if said := ask("get_activity_streams"); row(said) || !strings.Contains(said, "does not allow this") {
		t.Errorf("%.600s", said)
	}
	p.passing.Fail(nil)
	p.passing.Asked()
	for range 2 { // what was asked for once is here for a week
		if said := ask("get_activity_streams"); !row(said) {
			t.Errorf("%.600s", said)
		}
	}
	if asked := p.passing.Asked(); len(asked) != 2 {
		t.Errorf("it was asked %q", asked)
	}
	p.passing.Delete(young)
	p.passing.Delete(older)
	p.later = time.Hour
	p.types(t, "", "sync", "passing")
	if said := p.told(t, training.AudiencePage, "get_activity", `{"id":"passing:`+young+`"}`); row(said) || !strings.Contains(said, "Passing") {
		t.Errorf("it was deleted there: %.600s", said)
	}
	if said := p.told(t, training.AudiencePage, "list_activities", `{"source":"passing","range":"2026-08"}`); row(said) {
		t.Errorf("it was deleted there: %.600s", said)
	}
	if said := p.told(t, training.AudiencePage, "get_activity", `{"id":"passing:999"}`); !strings.Contains(said, "did not find what was requested") {
		t.Errorf("an id of nothing: %.600s", said)
	}
}

// TestRowsApartAreChosenByWhatIsKnownOfThem, and by nothing else.
func TestRowsApartAreChosenByWhatIsKnownOfThem(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	for args, shown := range map[string]bool{
		`"sport":"ride"`: true, `"sport":"run"`: false, `"text":"RIDE 102"`: true, `"text":"nothing"`: false,
		`"min_distance_km":12,"max_duration_s":800`: true, `"min_distance_km":13`: false, `"race":false`: true, `"race":true`: false,
		`"indoor":false`: true, `"indoor":true`: false, `"from":"2026-06-01","to":"2026-06-30"`: true, `"range":"2020"`: false,
	} {
		if said := p.told(t, training.AudiencePage, "list_activities", `{"source":"passing",`+args+`}`); row(said) != shown {
			t.Errorf("%s shows rows %v: %.400s", args, !shown, said)
		}
	}
	for args, what := range map[string]string{
		`"min_load":1`: "load", `"sort":"distance"`: "order", `"order":"asc"`: "order", `"has_hr":true`: "has_hr", `"tag":"x"`: "tag",
		`"gear":"x"`: "gear", `"around":"` + p.ids[0] + `"`: "around", `"has_gps":true`: "has_gps", `"has_power":true`: "has_power",
	} {
		said := p.told(t, training.AudiencePage, "list_activities", `{"source":"passing",`+args+`}`)
		if row(said) || !strings.Contains(said, "cannot be selected by "+what) {
			t.Errorf("%s: %.400s", args, said)
		}
	}
}

// TestRowsApartInChinese: no sentence about them stays English, nor does the
// line beside other answers.
func TestRowsApartInChinese(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	in, said := p.inChinese(t), saying{t: t}
	for _, ask := range []place{
		{tool: "get_status", args: `{}`},
		{tool: "list_activities", args: `{"source":"passing"}`},
		{tool: "list_activities", args: `{"source":"passing","min_load":1}`},
		{tool: "get_activity", args: `{"id":"passing:` + young + `","sections":["summary","device","zones"]}`},
		{tool: "get_activity_streams", args: `{"id":"passing:` + young + `"}`},
	} {
		if !said.asked(p.subject, in, ask.tool, json.RawMessage(ask.args)) {
			t.Errorf("%s %s is not answered", ask.tool, ask.args)
		}
	}
	c := p.callOf(t, training.AudiencePage)
	c.Language, c.Said = settings.Chinese, saidIn(settings.Chinese)
	res, err := in.Call(t.Context(), "get_training_summary", c, json.RawMessage(`{}`))
	if err != nil || !strings.Contains(res.Text, "Passing 的 4 个活动未计入") {
		t.Errorf("%v, %.2000s", err, res.Text)
	}
}

// BenchmarkStartWithRowsApart opens a home as a server does, without rows that
// lie apart and with 5,000 of them.
func BenchmarkStartWithRowsApart(b *testing.B) {
	for _, rows := range []int{0, 5000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			p := newPerson(b)
			p.kinds = append(connections.Kinds(), limitedtest.New(b).Kind())
			p.must(b, "call", "get_status")
			if rows > 0 {
				putApart(b, p, rows)
			}
			program := p.program(os.Stderr, os.Stderr)
			s, err := settings.Load(program.places())
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				w, err := program.open(b.Context(), s, cli.OpenOptions{Create: true, OrReadOnly: true, Serves: true})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := program.server(b.Context(), w, nil, nil); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

func putApart(b *testing.B, p *person, n int) {
	b.Helper()
	w, _ := opened(b, p.program(os.Stderr, os.Stderr), cli.OpenOptions{Create: true})
	all := make([]limited.Row, n)
	for i := range all {
		all[i] = limited.Row{Kind: limited.Activity, ID: fmt.Sprint(i), Day: training.Day(20_000 + i), Body: make([]byte, 500)}
	}
	if _, err := w.Limited.Put(b.Context(), w.Athlete, string(limitedtest.Name), all...); err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(p.user, ".lapkeep", limited.FileName)); err != nil {
		b.Fatal(err)
	}
}
