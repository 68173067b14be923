package workoutfile_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// property is a line of a calendar, unfolded.
type property struct{ name, params, value string }

var (
	// contentLine is that of RFC 5545, 3.1, without parameters in quotation marks.
	contentLine = regexp.MustCompile(`^([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^";:,\x00-\x1f\x7f]+)*):(.*)$`)
	values      = map[string]*regexp.Regexp{
		"DTSTAMP": regexp.MustCompile(`^\d{8}T\d{6}Z$`), "LAST-MODIFIED": regexp.MustCompile(`^\d{8}T\d{6}Z$`),
		"DTSTART": regexp.MustCompile(`^(\d{8}|\d{8}T\d{6}Z?|\{\{SCHEDULED_DATE\}\})$`), "DTEND": regexp.MustCompile(`^\d{8}(T\d{6}Z?)?$`),
		"DURATION":     regexp.MustCompile(`^P\d+D$`),
		"TZOFFSETFROM": regexp.MustCompile(`^[+-]\d{4}(\d\d)?$`), "TZOFFSETTO": regexp.MustCompile(`^[+-]\d{4}(\d\d)?$`),
		"TRANSP": regexp.MustCompile(`^TRANSPARENT$`), "VERSION": regexp.MustCompile(`^2\.0$`), "CALSCALE": regexp.MustCompile(`^GREGORIAN$`),
		"URL": regexp.MustCompile(`^[a-z][a-z0-9+.-]*://[^\s]+$`),
	}
	// textValue has each special character escaped, but for the commas of a list.
	textValue = regexp.MustCompile(`^([^\\;\x00-\x08\x0a-\x1f\x7f]|\\[\\;,nN])*$`)
)

// strict reads a calendar as the standard has it and nothing beside it.
func strict(t *testing.T, b []byte) []property {
	t.Helper()
	text, ok := strings.CutSuffix(string(b), "\r\n")
	if !ok || !utf8.Valid(b) {
		t.Fatalf("%q", b)
	}
	var out []property
	var folded []string
	for l := range strings.SplitSeq(text, "\r\n") {
		if len(l) > 75 || !utf8.ValidString(l) || strings.ContainsAny(l, "\r\n") {
			t.Errorf("a line of %d octets: %q", len(l), l)
		}
		if rest, more := strings.CutPrefix(l, " "); more && len(folded) > 0 {
			folded[len(folded)-1] += rest
			continue
		}
		folded = append(folded, l)
	}
	for _, l := range folded {
		m := contentLine.FindStringSubmatch(l)
		if m == nil {
			t.Fatalf("no line of iCalendar: %q", l)
		}
		p := property{m[1], m[2], m[3]}
		if v := values[p.name]; v != nil && !v.MatchString(p.value) || v == nil && !textValue.MatchString(p.value) {
			t.Errorf("no value of %s: %q", p.name, p.value)
		}
		out = append(out, p)
	}
	structure(t, out)
	return out
}

// required and optional are the properties of components, each at most once.
var (
	required = map[string][]string{
		"VCALENDAR": {"VERSION", "PRODID"}, "VEVENT": {"UID", "DTSTAMP", "DTSTART"}, "VTIMEZONE": {"TZID"},
		"STANDARD": {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"}, "DAYLIGHT": {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"},
	}
	optional = map[string][]string{
		"VCALENDAR": {"CALSCALE", "X-WR-CALNAME"}, "STANDARD": {"TZNAME"}, "DAYLIGHT": {"TZNAME"},
		"VEVENT": {"LAST-MODIFIED", "DTEND", "DURATION", "SUMMARY", "DESCRIPTION", "CATEGORIES", "URL", "TRANSP"},
	}
	within = map[string]string{
		"VCALENDAR": "", "VEVENT": "VCALENDAR", "VTIMEZONE": "VCALENDAR", "STANDARD": "VTIMEZONE", "DAYLIGHT": "VTIMEZONE",
	}
)

// structure checks what stands in what.
func structure(t *testing.T, all []property) {
	t.Helper()
	type component struct {
		name string
		has  map[string]property
	}
	open := []component{{}}
	zones := map[string]bool{}
	for _, p := range all {
		top := &open[len(open)-1]
		switch p.name {
		case "BEGIN":
			if parent, known := within[p.value]; !known || parent != top.name {
				t.Fatalf("%s within %q", p.value, top.name)
			}
			open = append(open, component{p.value, map[string]property{}})
		case "END":
			if p.value != top.name {
				t.Fatalf("%s ends %s", p.value, top.name)
			}
			for _, name := range required[top.name] {
				if top.has[name].value == "" {
					t.Errorf("%s without %s", top.name, name)
				}
			}
			if top.has["DTEND"].value != "" && top.has["DURATION"].value != "" {
				t.Error("an event with an end and a duration")
			}
			zones[top.has["TZID"].value] = true
			open = open[:len(open)-1]
		default:
			if _, twice := top.has[p.name]; twice || !slices.Contains(required[top.name], p.name) && !slices.Contains(optional[top.name], p.name) {
				t.Errorf("%s in %s", p.name, top.name)
				continue
			}
			top.has[p.name] = p
			if zone, named := strings.CutPrefix(p.params, ";TZID="); named && !zones[zone] {
				t.Errorf("no VTIMEZONE of %s stands before it", zone)
			}
		}
	}
	if len(open) != 1 || len(all) == 0 || all[0].value != "VCALENDAR" {
		t.Error("not one calendar")
	}
}

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

// forOthers returns a calendar of all that there is, with what is to be read
// from it. Its zones have names that nobody knows, so that the rules in it
// count.
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
			events = append(events, workoutfile.Event{
				UID: name + string(start), Start: start, Zone: in(t, name),
				Duration: 5 * time.Hour, Summary: "Ride",
			})
		}
	}
	events = append(events, workoutfile.Event{
		UID: "twice", Start: "2026-10-25T01:30:00", Zone: in(t, "Europe/Berlin"),
		Duration: 2 * time.Hour,
	})
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
