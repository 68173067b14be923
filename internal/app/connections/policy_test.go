package connections_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/hevytest"
)

// TestThePrivacyPageHasThePolicies: its table has a row for each service, which says what the
// service's policy allows, and no other row.
func TestThePrivacyPageHasThePolicies(t *testing.T) {
	t.Parallel()
	var want []string
	for _, k := range connections.Kinds() {
		service, err := k.Open(client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := service.Policy()
		kept, joined, seen := "as long as you want", "yes", []string{"you"}
		if p.Place() == source.Limited {
			kept, joined = fmt.Sprintf("%d days", p.Retention/(24*time.Hour)), "no"
		}
		if p.MayShow(training.AudienceModel) {
			word := "assistants"
			if p.AcknowledgeAssistants != "" {
				word = "assistants once you agree"
			}
			seen = append(seen, word)
		}
		if p.MayShow(training.AudienceExport) {
			seen = append(seen, "exports")
		}
		if p.Place() == source.Nowhere || !p.MayShow(training.AudiencePage) || p.Source == "" {
			t.Errorf("%s: %+v", k.Name, p)
		}
		want = append(want, fmt.Sprintf("| %s | %s | %s | %s | [%s](%s) |", k.Title, kept, joined, strings.Join(seen, ", "), p.AsOf, p.Source))
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "privacy.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "| service | kept for |")
	table, _, _ := strings.Cut(rest, "\n\n")
	rows := strings.Split(table, "\n")
	if !ok || len(rows) < 2 || !slices.Equal(rows[2:], want) {
		t.Errorf("the table of docs/privacy.md has\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
}

// TestTheRowsOfHevyAreNowhereElse: they are in the database alone, and an assistant sees the
// sets only once the athlete shares them.
func TestTheRowsOfHevyAreNowhereElse(t *testing.T) {
	t.Parallel()
	const word = "Canary 7c1d"
	l := newLifter(t, hevytest.Options{Workouts: -1})
	id := l.at.Add(hevytest.Workout{
		Title: word, Description: word, Start: l.Now().Add(-2 * time.Hour), End: l.Now().Add(-time.Hour),
		Exercises: []hevytest.Exercise{{Title: word, Sets: []hevytest.Set{{Kind: "normal", Reps: hevytest.Number(5)}}}},
	})
	l.connected().sync()
	err := filepath.WalkDir(l.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(word)) && !strings.HasPrefix(d.Name(), "lapkeep.db") {
			t.Errorf("it is in %s", path)
		}
		return err
	})
	if err != nil || strings.Contains(l.logged.String(), word) {
		t.Errorf("%v; the log: %s", err, l.logged.String())
	}
	here, err := l.db.Resolve(t.Context(), storetest.Export(ann), "hevy:"+id)
	if err != nil {
		t.Fatal(err)
	}
	for audience, sees := range map[training.Audience]bool{
		training.AudienceModel: false, training.AudiencePage: true, training.AudienceExport: true,
	} {
		row, err := l.db.Activity(t.Context(), training.Scope{Athlete: ann, Audience: audience}, here)
		if err != nil || row.Name != word || (len(row.Sets) > 0) != sees || (row.Description != "") != sees {
			t.Errorf("audience %v: %+v %v", audience, row.Activity, err)
		}
	}
}
