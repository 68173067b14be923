package app

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// agreed makes a call at a terminal, as a person who agrees to it.
func (p *passed) agreed(t *testing.T, tool, args string) string {
	t.Helper()
	code, out, asked := p.run(t.Context(), "call", tool, args)
	if code == 0 {
		return out
	}
	m := regexp.MustCompile(`lapkeep approve (\S+)`).FindStringSubmatch(asked)
	if len(m) != 2 {
		t.Fatalf("%s %s: exit %d: %s%s", tool, args, code, out, asked)
	}
	p.types(t, m[1]+"\n", "approve", m[1])
	out = p.must(t, "call", tool, args)
	p.said.WriteString(asked + out)
	return out
}

// TestWhatWasThereBeforeAChangeIsKeptApart: it is brought back by an undo while
// it may stay, and is nowhere after that, which an undo then says.
func TestWhatWasThereBeforeAChangeIsKeptApart(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	home := filepath.Join(p.user, ".lapkeep")
	before := p.passing.Ride(young)
	const edit, note = `{"id":"passing:101","name":"Hills"}`, `{"id":"passing:101","text":"Felt good.","target":"description"}`
	if dry := p.must(t, "call", "update_activity", `{"id":"passing:101","name":"Hills","dry_run":true}`); !strings.Contains(dry, before.Name) {
		t.Errorf("a draft does not show what is there: %s", dry)
	}
	if p.passing.Ride(young) != before {
		t.Error("a draft was sent")
	}
	p.agreed(t, "update_activity", edit)
	p.agreed(t, "add_activity_note", note)
	now := p.passing.Ride(young)
	if now.Name != "Hills" || now.Notes != before.Notes+"\n\nFelt good." {
		t.Fatalf("%+v", now)
	}
	if said := p.told(t, training.AudiencePage, "get_activity", `{"id":"passing:101"}`); !strings.Contains(said, "Hills") {
		t.Errorf("it is not shown: %s", said)
	}
	for tool, args := range map[string]string{"update_activity": edit, "add_activity_note": note} {
		if code, out, errs := p.run(t.Context(), "call", tool, args); code == 0 || strings.Contains(errs, "approve") {
			t.Errorf("a second %s: exit %d %s%s", tool, code, out, errs)
		}
	}
	for _, name := range traces(t, home) {
		if !strings.HasPrefix(name, limited.FileName) {
			t.Errorf("%s has words of it", name)
		}
	}
	p.must(t, "undo")
	p.must(t, "undo")
	if now := p.passing.Ride(young); now.Name != before.Name || now.Notes != before.Notes {
		t.Errorf("undone, it is %+v", now)
	}
	p.agreed(t, "update_activity", edit)
	if row(p.said.String()) {
		t.Errorf("a question or an answer has a row: %s", p.said.String())
	}
	p.later = limitedtest.Week
	p.must(t, "call", "get_status")
	if in := traces(t, home); len(in) > 0 {
		t.Errorf("on day 8 it is in %q", in)
	}
	if code, out, errs := p.run(t.Context(), "undo"); code == 0 || !strings.Contains(errs, "may be kept for some days only and is gone") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// TestWhoMayNotSeeRowsChangesNone, and a change that others made meanwhile stays.
func TestWhoMayNotSeeRowsChangesNone(t *testing.T) {
	t.Parallel()
	p := newPassed(t)
	p.connectPassing(t)
	before := p.passing.Ride(young)
	for _, id := range []string{"passing:101", "passing:104", "passing:999"} {
		said := p.told(t, training.AudienceModel, "update_activity", `{"id":"`+id+`","name":"Hills"}`)
		if row(said) || p.passing.Ride(young) != before || !strings.Contains(said, "not open here") {
			t.Errorf("%s: %s", id, said)
		}
	}
	p.types(t, "passing assistants\n", "connect", "passing", "--assistants")
	if said := p.told(t, training.AudienceModel, "update_activity", `{"id":"passing:104","name":"Hills"}`); row(said) || !strings.Contains(said, "no activity") {
		t.Errorf("the twin of a hidden one: %s", said)
	}
	for args, want := range map[string]string{
		`{"id":"passing:101","tags":["x"],"name":"y"}`: "cannot be told: tags",
		`{"id":"passing:101","commute":true}`:          "lets nobody set commute",
		`{"id":"passing:999","name":"y"}`:              "no such thing",
	} {
		if said := p.told(t, training.AudienceModel, "update_activity", args); !strings.Contains(said, want) {
			t.Errorf("%s: %s", args, said)
		}
	}
}
