package source_test

import (
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// TestPlace: what may not stay for ever among others lies apart, or nowhere.
func TestPlace(t *testing.T) {
	t.Parallel()
	const week = 7 * 24 * time.Hour
	for want, all := range map[source.Place][]source.Policy{
		source.Nowhere: {{}, {Joined: true}, {Retention: source.Forever}, {Retention: -week}},
		source.Limited: {{Retention: week}, {Retention: week, Joined: true}},
		source.Kept:    {{Retention: source.Forever, Joined: true}},
	} {
		for _, p := range all {
			if got := p.Place(); got != want || (p.MayStay("tri") == nil) != (want == source.Kept) {
				t.Errorf("%+v lies %d, want %d", p, got, want)
			}
		}
	}
}

// TestWhoeverAgreedSees: the table of both switches, of texts and of audiences.
func TestWhoeverAgreedSees(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	now, old := source.Agreed{At: at, Text: "2"}, source.Agreed{At: at, Text: "1"}
	all := []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport}
	asks := source.Policy{Retention: time.Hour, Audiences: all, Acknowledge: "a", AcknowledgeAssistants: "b", TextVersion: "2"}
	closed, free, kept := asks, asks, asks
	closed.Audiences = all[1:]
	free.Acknowledge, free.AcknowledgeAssistants = "", ""
	kept.Retention, kept.Joined = source.Forever, true
	for name, tt := range map[string]struct {
		p           source.Policy
		g           source.Agreement
		fetch       bool
		model, page bool
		export      bool
	}{
		"nothing":             {p: asks},
		"the second alone":    {p: asks, g: source.Agreement{Assistants: now}},
		"the first":           {p: asks, g: source.Agreement{Own: now}, fetch: true, page: true},
		"both":                {p: asks, g: source.Agreement{Own: now, Assistants: now}, fetch: true, page: true, model: true},
		"an old text":         {p: asks, g: source.Agreement{Own: old, Assistants: old}},
		"the second is old":   {p: asks, g: source.Agreement{Own: now, Assistants: old}, fetch: true, page: true},
		"closed by the terms": {p: closed, g: source.Agreement{Own: now, Assistants: now}, fetch: true, page: true},
		"nothing is asked":    {p: free, fetch: true, page: true, model: true},
		"kept":                {p: kept, g: source.Agreement{Own: now, Assistants: now}, fetch: true, page: true, model: true, export: true},
	} {
		got := [4]bool{tt.p.MayFetch(tt.g), tt.p.Opens(tt.g, all[0]), tt.p.Opens(tt.g, all[1]), tt.p.Opens(tt.g, all[2])}
		if want := [4]bool{tt.fetch, tt.model, tt.page, tt.export}; got != want {
			t.Errorf("%s: fetch, model, page, export are %v, want %v", name, got, want)
		}
	}
}
