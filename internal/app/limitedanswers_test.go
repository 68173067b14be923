package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/app/limitedtest"
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
			"4 activities of Passing are here for 7 days each", "agreed to the terms of Passing on 2026-08-20, for their own page",
			"lapkeep disconnect passing revokes",
		},
		training.AudienceModel: {"is not open here", "lapkeep connect passing --assistants", "gone here within a day"},
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
