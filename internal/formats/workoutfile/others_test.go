package workoutfile_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// readEvent is an event as another program read it.
type readEvent struct {
	UID         string   `json:"uid"`
	Stamp       string   `json:"stamp"`
	Start       string   `json:"start"`
	End         string   `json:"end"`
	Summary     string   `json:"summary"`
	Description string   `json:"description"`
	Categories  []string `json:"categories"`
}

// TestOthersReadIt: icalendar for Python and ical.js read the same events with
// the same times, by the zones that the file carries. Neither need be there:
// test/others/calendars/run.sh installs both.
func TestOthersReadIt(t *testing.T) {
	t.Parallel()
	b, want := forOthers(t)
	scripts := filepath.Join("..", "..", "..", "test", "others", "calendars")
	python := cmp.Or(os.Getenv("LAPKEEP_PYTHON"), "python3")
	library := filepath.Join(scripts, "node_modules", "ical.js", "dist", "ical.js")
	for name, c := range map[string]struct{ there, read []string }{
		"icalendar": {[]string{python, "-c", "import icalendar"}, []string{python, filepath.Join(scripts, "read.py")}},
		"ical.js":   {[]string{"node", "--check", library}, []string{"node", filepath.Join(scripts, "read.mjs")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := exec.CommandContext(t.Context(), c.there[0], c.there[1:]...).Run(); err != nil {
				t.Skipf("%s is not installed: %v", name, err)
			}
			read := exec.CommandContext(t.Context(), c.read[0], c.read[1:]...)
			read.Stdin = bytes.NewReader(b)
			var said bytes.Buffer
			read.Stderr = &said
			out, err := read.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, said.String())
			}
			var got []readEvent
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatal(err)
			}
			if d := gocmp.Diff(want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// forOthers is a calendar of all that there is, with what is to be read from
// it. Its zones have names that nobody knows, so that the rules in it count.
func forOthers(t *testing.T) ([]byte, []readEvent) {
	t.Helper()
	zones := map[string]string{
		"Europe/Berlin": "Lapkeep/One", "Australia/Lord_Howe": "Lapkeep/Two", "Asia/Kolkata": "Lapkeep/Three", "America/New_York": "Lapkeep/Four",
	}
	first := workoutfile.OfWorkout(fmt.Sprintf, sweetSpot(), efforts.Day{Thresholds: training.Thresholds{FTPW: 250}})
	first.UID, first.Day = "day", day(t, "2026-12-31")
	events := []workoutfile.Event{
		first,
		{UID: "floating", Start: "2026-03-29T06:00:00", Duration: 90 * time.Minute, Summary: "Run"},
		{UID: "utc", Start: "2026-03-29T06:00:00", Zone: time.UTC, Duration: time.Hour, Summary: strings.Repeat("🚴 ä,;\\ ", 20)},
		{UID: "holiday", Day: day(t, "2026-02-27"), Duration: 72 * time.Hour, Categories: []string{"a,b", "c;d"}},
	}
	for name := range zones {
		for _, start := range []training.LocalTime{
			"2026-01-15T18:00:00", "2026-03-28T23:30:00", "2026-07-15T18:00:00", "2026-10-24T23:30:00", "2027-04-04T06:00:00", "2027-12-31T23:30:00",
		} {
			events = append(events, workoutfile.Event{UID: name + string(start), Start: start, Zone: in(t, name),
				Duration: 5 * time.Hour, Summary: "Ride"})
		}
	}
	events = append(events, workoutfile.Event{UID: "twice", Start: "2026-10-25T01:30:00", Zone: in(t, "Europe/Berlin"),
		Duration: 2 * time.Hour})
	var want []readEvent
	for i := range events {
		e := &events[i]
		e.Stamp = stamp
		r := readEvent{
			UID: e.UID, Stamp: "2026-02-03T04:05:06Z", Summary: strings.TrimSpace(e.Summary), Description: strings.TrimSpace(e.Description),
			Categories: append([]string{}, e.Categories...),
		}
		switch {
		case e.Start == "":
			last := e.Day + max(1, training.Day(e.Duration/(24*time.Hour)))
			r.Start, r.End = e.Day.String(), last.String()
		case e.Zone == nil:
			r.Start, r.End = string(e.Start), e.Start.In(time.UTC).Add(e.Duration).Format("2006-01-02T15:04:05")
		default:
			at := e.Start.In(e.Zone)
			r.Start, r.End = at.UTC().Format("2006-01-02T15:04:05Z"), at.Add(e.Duration).UTC().Format("2006-01-02T15:04:05Z")
		}
		want = append(want, r)
	}
	b := workoutfile.WriteICal(events, workoutfile.ICalOptions{Name: "Training"})
	strict(t, b)
	for name, other := range zones {
		b = bytes.ReplaceAll(b, []byte("TZID:"+name), []byte("TZID:"+other))
		b = bytes.ReplaceAll(b, []byte("TZID="+name), []byte("TZID="+other))
	}
	return b, want
}
