//go:build e2e

package app

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestADemoIsMadeWhole: one that was interrupted is finished at the next
// start, and a later start adds what happened since; nothing is of the future.
func TestADemoIsMadeWhole(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it makes the whole demo athlete")
	}
	a := newPerson(t)
	home := filepath.Join(a.user, ".lapkeep-demo")
	a.environ = append(a.environ, "LAPKEEP_HOME="+home)
	if err := settings.MakeHome(home); err != nil {
		t.Fatal(err)
	}
	if err := (demo.Mark{}).Write(home); err != nil {
		t.Fatal(err)
	}
	if n, err := a.makeDemo(t, noon, 40); err == nil || n >= 400 {
		t.Fatalf("the first start was not interrupted: %d activities, %v", n, err)
	}
	plan := demo.Athlete(training.DayOf(noon))
	for _, now := range []time.Time{noon, noon, noon.Add(7 * time.Hour), noon.AddDate(0, 0, 9)} {
		want := 0
		for it := range demo.Athlete(training.DayOf(noon)).Until(now).Items() {
			want++
			if strings.HasSuffix(it.ID, "triathlon") {
				want += 4 // its legs and the two changes
			}
			if it.Start.After(now) {
				t.Errorf("%s starts after %s", it.ID, now)
			}
		}
		if n, err := a.makeDemo(t, now, 0); err != nil || n != want {
			t.Errorf("at %s there are %d activities of %d: %v", now, n, want, err)
		}
		if got, want := a.mornings(t), len(plan.Until(now).Mornings()); got != want {
			t.Errorf("at %s there are %d days of wellness of %d", now, got, want)
		}
	}
	if got := a.journalOf(t); len(got) < 2 || !slices.Contains(got, "import_files") {
		t.Errorf("the journal has %q, not the interrupted import and those after it", got)
	}
	there := a.mornings(t)
	if err := (demo.Mark{Born: training.DayOf(noon), Until: noon, Story: demo.Story - 1}).Write(home); err != nil {
		t.Fatal(err)
	}
	if _, err := a.makeDemo(t, noon.AddDate(0, 0, 30), 0); err != nil || a.mornings(t) != there {
		t.Errorf("a demo of an earlier story goes on: %v", err)
	}
}

// journalOf returns the tools of the entries of the journal.
func (p *person) journalOf(t *testing.T) (tools []string) {
	t.Helper()
	w := p.workbench(t)
	defer w.Close()
	entries, err := w.DB.Journal(t.Context(), w.Scope(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for i := range entries {
		tools = append(tools, entries[i].Tool)
	}
	return tools
}

// mornings counts the days of wellness.
func (p *person) mornings(t *testing.T) int {
	t.Helper()
	w := p.workbench(t)
	defer w.Close()
	days, err := w.DB.Documents(t.Context(), w.Scope(), document.Wellness, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return len(days)
}

// makeDemo starts the demo at a time, interrupts it after some activities,
// and counts what is there.
func (p *person) makeDemo(t *testing.T, now time.Time, stopAt int) (int, error) {
	t.Helper()
	w := p.workbench(t)
	defer w.Close()
	program := p.program(io.Discard, io.Discard)
	program.Now = func() time.Time { return now }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	made := program.buildDemo(ctx, w, func(done, _ int) {
		if done == stopAt {
			cancel()
		}
	})
	counts, err := w.DB.Counts(t.Context(), w.Scope())
	if err != nil {
		t.Fatal(err)
	}
	return counts.Activities, made
}
