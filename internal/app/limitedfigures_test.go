package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// TestNoFigureCountsRowsApart calls every tool that reads before and after rows
// lie apart, by every audience: it answers the same. The tools of connections
// are left out, which say that there is one.
func TestNoFigureCountsRowsApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	audiences := []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport}
	ofConnections := []string{"get_status", "list_sources", "check_source"}
	said := func() map[string]string {
		all := map[string]string{}
		for _, r := range p.table.Rows() {
			if r.Safety != tools.Read || slices.Contains(ofConnections, r.Name) {
				continue
			}
			for _, who := range audiences {
				res, err := p.table.Call(t.Context(), r.Name, p.callOf(t, who), json.RawMessage(p.own(exampleOf(r.Name))))
				all[fmt.Sprint(r.Name, " for ", who)] = fmt.Sprint(err)
				if err == nil {
					all[fmt.Sprint(r.Name, " for ", who)] = withoutFreshness(t, res.Structured)
				}
			}
		}
		return all
	}
	before := said()
	p.connectPassing(t)
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	after := said()
	if len(before) < 100 {
		t.Errorf("only %d answers are compared", len(before))
	}
	for what, was := range before {
		if after[what] != was {
			t.Errorf("%s was\n%.900s\nand is\n%.900s", what, was, after[what])
		}
	}
}

// withoutFreshness leaves out the line that says how many rows lie apart.
func withoutFreshness(t *testing.T, answer []byte) string {
	t.Helper()
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(answer, &fields); err != nil {
		t.Fatal(err)
	}
	delete(fields, "freshness")
	out, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestNothingIsComputedOfARowApart asks for all that an activity can be asked
// for: what a row has is what the service says, and nothing that follows from it.
func TestNothingIsComputedOfARowApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	says := map[string]bool{"distance_km": true, "avg_power_w": true, "avg_hr_bpm": true, "duration_s": true, "elapsed_time_s": true}
	sections, err := json.Marshal(activity.Sections())
	if err != nil {
		t.Fatal(err)
	}
	var detail map[string]any
	p.answers(t, "get_activity", `{"id":"passing:`+young+`","sections":`+string(sections)+`}`, &detail)
	for _, s := range activity.Sections() {
		missing := fmt.Sprint(detail["missing"].(map[string]any)[string(s)])
		switch s {
		case activity.SectionSummary, activity.SectionDevice, activity.SectionNotes:
		default:
			if !strings.Contains(missing, "nothing is computed from it") {
				t.Errorf("the section %s is missing because of %q", s, missing)
			}
		}
	}
	for name := range detail {
		about := []string{
			"id", "local_date", "start_local", "time_zone", "sport", "name", "description", "external_ids", "summary", "recordings",
			"missing", "source", "words", "freshness",
		}
		if !slices.Contains(about, name) {
			t.Errorf("the detail has %s: %v", name, detail[name])
		}
	}
	for name := range detail["summary"].(map[string]any) {
		if !says[name] {
			t.Errorf("the summary has %s", name)
		}
	}
	var list struct {
		Apart struct {
			Activities []map[string]any `json:"activities"`
		} `json:"apart"`
	}
	p.answers(t, "list_activities", `{"source":"passing","fields":["tss","intensity_factor","load_method","digest"]}`, &list)
	for name := range list.Apart.Activities[0] {
		about := []string{"id", "source", "local_date", "start_local", "sport", "name", "device"}
		if !says[name] && !slices.Contains(about, name) {
			t.Errorf("the list has %s", name)
		}
	}
	var streams struct {
		Channels map[string]any    `json:"channels"`
		Stretch  map[string]any    `json:"stretch"`
		Missing  map[string]string `json:"missing"`
	}
	p.answers(t, "get_activity_streams",
		`{"id":"passing:`+young+`","channels":["hr","gps","w_prime_balance","grade","gap","moving_time","others","xyz"],"end_offset_s":300}`, &streams)
	if len(streams.Channels) != 1 || streams.Channels["hr_bpm"] == nil || len(streams.Stretch) > 0 || len(streams.Missing) != 7 {
		t.Errorf("%+v", streams)
	}
}

// answers reads what a call of the athlete's own page answers.
func (p *passed) answers(t *testing.T, tool, args string, into any) {
	t.Helper()
	res, err := p.table.Call(t.Context(), tool, p.callOf(t, training.AudiencePage), json.RawMessage(args))
	if err == nil {
		err = json.Unmarshal(res.Structured, into)
	}
	if err != nil {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
}

// TestMessagesOfAServiceThatHasNone does not say that nobody wrote any.
func TestMessagesOfAServiceThatHasNone(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	said := p.told(t, training.AudiencePage, "get_activity_notes", `{"id":"passing:`+young+`"}`)
	if !strings.Contains(said, "does not provide messages") || strings.Contains(said, limitedtest.Planted) {
		t.Errorf("%.600s", said)
	}
}
