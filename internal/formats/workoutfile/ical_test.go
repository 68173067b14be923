package workoutfile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

func in(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func day(t testing.TB, s string) training.Day {
	t.Helper()
	d, err := training.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var stamp = time.Date(2026, 2, 3, 4, 5, 6, 7, time.UTC)

func sweetSpot() *workout.Workout {
	ftp := []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetFTP, Low: 88, High: 94}}
	return &workout.Workout{
		Name: "2x20, easy; C\\D", Notes: "Eat before.", Sport: training.Cycling,
		Steps: []training.WorkoutStep{{
			Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{{DurationS: 1200, Targets: ftp}, {DurationS: 300}},
		}},
	}
}

func TestAWorkoutOnADay(t *testing.T) {
	t.Parallel()
	e := workoutfile.OfWorkout(fmt.Sprintf, sweetSpot(), efforts.Day{Thresholds: training.Thresholds{FTPW: 250}})
	if e.Duration != 50*time.Minute {
		t.Error(e.Duration)
	}
	e.UID, e.Stamp, e.Day, e.URL = "event-7@lapkeep", stamp, day(t, "2026-12-31"), "https://example.org/7?a=1,2;3"
	e.Categories = append(e.Categories, "long, slow") // in one list: of several, some programs read the first alone
	want := strings.ReplaceAll(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Lapkeep//Lapkeep//EN
CALSCALE:GREGORIAN
X-WR-CALNAME:Training
BEGIN:VEVENT
UID:event-7@lapkeep
DTSTAMP:20260203T040506Z
LAST-MODIFIED:20260203T040506Z
DTSTART;VALUE=DATE:20261231
DTEND;VALUE=DATE:20270101
TRANSP:TRANSPARENT
SUMMARY:2x20\, easy\; C\\D
DESCRIPTION:Eat before.\n\n- 2 times:\n  - 20 min\, 88–94 % FTP (220–23
 5 W)\n  - 5 min\nTotal: 50 min
CATEGORIES:cycling,long\, slow
URL:https://example.org/7?a=1,2;3
END:VEVENT
END:VCALENDAR
`, "\n", "\r\n")
	got := workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{Name: "Training"})
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	strict(t, got)
	if again := workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{Name: "Training"}); !bytes.Equal(again, got) {
		t.Error("a second time it is another file")
	}
}

// TestTimes checks the lines of the time of an event.
func TestTimes(t *testing.T) {
	t.Parallel()
	hour := 70 * time.Minute
	berlin := in(t, "Europe/Berlin")
	const local, wholeDay = training.LocalTime("2026-02-28T18:00:00"), "DTSTART;VALUE=DATE:20260228 DTEND;VALUE=DATE:20260301"
	const noDay = "DTSTART;VALUE=DATE:{{SCHEDULED_DATE}} DURATION:P1D"
	feb28 := day(t, "2026-02-28")
	for name, c := range map[string]struct {
		e    workoutfile.Event
		want string
	}{
		"a day":              {workoutfile.Event{Day: feb28, Duration: hour}, wholeDay},
		"without a duration": {workoutfile.Event{Day: feb28}, wholeDay},
		"three days":         {workoutfile.Event{Day: feb28, Duration: 72 * time.Hour}, "DTSTART;VALUE=DATE:20260228 DTEND;VALUE=DATE:20260303"},
		"no day yet":         {workoutfile.Event{Unscheduled: true, Duration: hour}, noDay},
		"no day, but a time": {workoutfile.Event{Unscheduled: true, Start: local, Zone: berlin}, noDay},
		"a time": {
			workoutfile.Event{Start: local, Zone: berlin, Duration: hour},
			"DTSTART;TZID=Europe/Berlin:20260228T180000 DTEND;TZID=Europe/Berlin:20260228T191000",
		},
		"an end that the clock shows twice": {
			workoutfile.Event{Start: "2026-10-25T01:30:00", Zone: berlin, Duration: 2 * time.Hour},
			"DTSTART;TZID=Europe/Berlin:20261025T013000 DTEND:20261025T013000Z",
		},
		"a start that it shows twice": {
			workoutfile.Event{Start: "2026-10-25T02:30:00", Zone: berlin, Duration: 30 * time.Minute},
			"DTSTART;TZID=Europe/Berlin:20261025T023000 DTEND:20261025T010000Z",
		},
		"a start that it does not show": {
			workoutfile.Event{Start: "2026-03-29T02:30:00", Zone: berlin, Duration: 30 * time.Minute},
			"DTSTART;TZID=Europe/Berlin:20260329T033000 DTEND;TZID=Europe/Berlin:20260329T040000",
		},
		"for no time":  {workoutfile.Event{Start: local, Zone: berlin}, "DTSTART;TZID=Europe/Berlin:20260228T180000"},
		"on any clock": {workoutfile.Event{Start: local, Duration: hour}, "DTSTART:20260228T180000 DTEND:20260228T191000"},
		"in UTC": {
			workoutfile.Event{Start: local, Zone: time.UTC, Duration: hour},
			"DTSTART:20260228T180000Z DTEND:20260228T191000Z",
		},
		"a zone of no name":   {workoutfile.Event{Start: local, Zone: time.FixedZone("x;y", 3600)}, "DTSTART:20260228T170000Z"},
		"a time that is none": {workoutfile.Event{Start: "tomorrow", Day: feb28}, wholeDay},
		"seconds":             {workoutfile.Event{Start: local, Duration: 3661 * time.Second}, "DTSTART:20260228T180000 DTEND:20260228T190101"},
		"a whole day of time": {workoutfile.Event{Start: local, Duration: 24 * time.Hour}, "DTSTART:20260228T180000 DTEND:20260301T180000"},
	} {
		c.e.UID, c.e.Stamp = "x", stamp
		var got []string
		event := false
		for _, p := range strict(t, workoutfile.WriteICal([]workoutfile.Event{c.e}, workoutfile.ICalOptions{})) {
			event = event || p == property{"BEGIN", "", "VEVENT"}
			if event && (strings.HasPrefix(p.name, "DT") && p.name != "DTSTAMP" || p.name == "DURATION") {
				got = append(got, p.name+p.params+":"+p.value)
			}
		}
		if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestThePlaceholder: once a day stands for it, the file is read.
func TestThePlaceholder(t *testing.T) {
	t.Parallel()
	e := workoutfile.OfWorkout(fmt.Sprintf, sweetSpot(), efforts.Day{})
	e.UID, e.Stamp, e.Unscheduled = "w1", stamp, true
	b := workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{})
	if bytes.Count(b, []byte("DTSTART;VALUE=DATE:"+workoutfile.Placeholder)) != 1 {
		t.Fatalf("%s", b)
	}
	b = bytes.ReplaceAll(b, []byte(workoutfile.Placeholder), []byte("20260401"))
	strict(t, b)
	cal, err := ics.ParseCalendar(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	at, err := cal.Events()[0].GetAllDayStartAt()
	if err != nil || training.DayOf(at) != day(t, "2026-04-01") {
		t.Errorf("%v %v", at, err)
	}
}

// TestARangeOfTheCalendar checks many events in one file, with the zones that
// they need, each once.
func TestARangeOfTheCalendar(t *testing.T) {
	t.Parallel()
	var events []workoutfile.Event
	for i := range 400 {
		e := workoutfile.Event{UID: fmt.Sprintf("e%d", i), Stamp: stamp, Summary: "Ride", Duration: time.Hour}
		e.Day = day(t, "2026-01-01") + training.Day(i)
		if i%2 == 0 {
			e.Start = training.LocalTimeOf(e.Day.Time(time.UTC).Add(18 * time.Hour))
			e.Zone = in(t, []string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"}[i/2%4])
		}
		events = append(events, e)
	}
	b := workoutfile.WriteICal(events, workoutfile.ICalOptions{})
	counts := map[string]int{}
	for _, p := range strict(t, b) {
		counts[p.name+":"+p.value]++
	}
	if counts["BEGIN:VEVENT"] != 400 || counts["BEGIN:VTIMEZONE"] != 4 || counts["TZID:Europe/Berlin"] != 1 || counts["UID:e399"] != 1 {
		t.Errorf("%d events, %d zones", counts["BEGIN:VEVENT"], counts["BEGIN:VTIMEZONE"])
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(b))
	if err != nil || len(cal.Events()) != 400 {
		t.Fatal(err)
	}
	for i, c := range cal.Events() {
		if events[i].Zone == nil {
			continue
		}
		at, err := c.GetStartAt()
		if want := events[i].Start.In(events[i].Zone); err != nil || !at.Equal(want) {
			t.Errorf("%v %v, want %v", at, err, want)
		}
	}
	strict(t, workoutfile.WriteICal(nil, workoutfile.ICalOptions{}))
}

// TestLinesAreFull: a line is folded where it has to be and nowhere else.
func TestLinesAreFull(t *testing.T) {
	t.Parallel()
	const room = 75 - len("SUMMARY:")
	for n := range 190 {
		e := workoutfile.Event{UID: "x", Stamp: stamp, Summary: strings.Repeat("x", n+1)}
		_, got, _ := strings.Cut(string(workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{})), "\r\nSUMMARY:")
		got, _, _ = strings.Cut(got, "\r\nEND:")
		want := e.Summary
		if len(want) > room+74 {
			want = want[:room+74] + "\r\n " + want[room+74:]
		}
		if len(want) > room {
			want = want[:room] + "\r\n " + want[room:]
		}
		if got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func unescape(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n").Replace(s)
}

// TestTextsComeBack: whatever a text says, the file is valid, and what is seen
// of the text is read from it.
func TestTextsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zü€🚴\\,;: ]{0,200}`), rapid.StringMatching(`(🚴|é|\n|\r\n|\\n){0,60}`))
		e := workoutfile.Event{
			UID: "x", Stamp: stamp, Summary: text.Draw(r, "summary"), Description: text.Draw(r, "description"),
			Categories: []string{text.Draw(r, "category"), "b"}, URL: text.Draw(r, "url"),
		}
		checkTexts(t, &e)
	})
	for _, s := range []string{"\xff\xfe", "a\x00b\x1bc", "a\r\nb\rc\n\nd", "x\nBEGIN:VALARM\nEND:VALARM", strings.Repeat("\xf0\x9f", 90)} {
		checkTexts(t, &workoutfile.Event{
			UID: s + "u", Stamp: stamp, Summary: s, Description: s, Categories: []string{s},
			URL: "https://x.org/" + s,
		})
	}
}

func checkTexts(t *testing.T, e *workoutfile.Event) {
	t.Helper()
	b := workoutfile.WriteICal([]workoutfile.Event{*e}, workoutfile.ICalOptions{Name: e.Summary})
	got := map[string]string{}
	for _, p := range strict(t, b) {
		got[p.name] = unescape(p.value)
	}
	if want := strings.Join(strings.Fields(e.Summary), " "); printable(want) && got["SUMMARY"] != want && len([]rune(want)) < 200 {
		t.Errorf("%q, want %q", got["SUMMARY"], want)
	}
	want := strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(e.Description))
	if printable(strings.ReplaceAll(want, "\n", "")) && got["DESCRIPTION"] != want {
		t.Errorf("%q, want %q", got["DESCRIPTION"], want)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(b))
	if err != nil || len(cal.Events()) != 1 || len(cal.Components) != 1 {
		t.Fatalf("%v: %s", err, b)
	}
	if p := cal.Events()[0].GetProperty(ics.ComponentPropertyDescription); p != nil && p.Value != got["DESCRIPTION"] {
		t.Errorf("%q, want %q", p.Value, got["DESCRIPTION"])
	}
}

// printable reports letters, marks of joined emoji aside, that a reader sees.
func printable(s string) bool {
	for _, r := range s {
		if r < ' ' || r > '~' && !strings.ContainsRune("ü€🚴é", r) {
			return false
		}
	}
	return true
}

// TestZonesAreGos: at each hour of the years of a calendar, the rules that it
// carries give the time that Go gives.
func TestZonesAreGos(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Gaza",
		"Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "America/Argentina/Buenos_Aires", "Antarctica/Troll", "Africa/Monrovia",
	} {
		loc := in(t, name)
		for _, years := range [][]int{{1985}, {2011}, {2026}, {2048}, {2012, 1998, 2026, 2027}} {
			var events []workoutfile.Event
			for _, year := range years {
				e := workoutfile.Event{UID: "x", Stamp: stamp, Zone: loc, Duration: time.Hour}
				e.Start = training.LocalTime(fmt.Sprintf("%d-12-31T12:30:00", year))
				events = append(events, e)
			}
			rules := rulesOf(t, strict(t, workoutfile.WriteICal(events, workoutfile.ICalOptions{})))
			for _, year := range years {
				for at := time.Date(year, 1, 1, 0, 30, 0, 0, loc); at.Year() <= year; at = at.Add(time.Hour) {
					_, want := at.Zone()
					if got := offsetAt(rules, at); got != want {
						t.Fatalf("%s %v: %d s east, want %d", at, years, got, want)
					}
				}
			}
		}
	}
}

// TestAZone checks a zone with a summer time, over two years.
func TestAZone(t *testing.T) {
	t.Parallel()
	e := workoutfile.Event{UID: "x", Stamp: stamp, Start: "2026-12-31T23:30:00", Zone: in(t, "Europe/Berlin"), Duration: time.Hour}
	_, got, _ := strings.Cut(string(workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{})), "BEGIN:VTIMEZONE")
	got, _, _ = strings.Cut(got, "END:VTIMEZONE")
	want := strings.ReplaceAll(`
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:20251026T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20260329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20261025T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20270328T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20271031T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
`, "\n", "\r\n")
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// onset is an instant from which clocks are so far east of UTC.
type onset struct {
	at   time.Time
	east int
}

func rulesOf(t *testing.T, all []property) (out []onset) {
	t.Helper()
	var start string
	var from int
	for _, p := range all {
		switch p.name {
		case "DTSTART":
			start = p.value
		case "TZOFFSETFROM":
			from = secondsEast(t, p.value)
		case "TZOFFSETTO":
			at, err := time.ParseInLocation("20060102T150405", start, time.FixedZone("", from))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, onset{at, secondsEast(t, p.value)})
		}
	}
	return out
}

func secondsEast(t *testing.T, s string) int {
	t.Helper()
	var sign rune
	var h, m, sec int
	if _, err := fmt.Sscanf(s+"00", "%c%02d%02d%02d", &sign, &h, &m, &sec); err != nil {
		t.Fatal(err)
	}
	east := h*3600 + m*60 + sec
	if sign == '-' {
		return -east
	}
	return east
}

// offsetAt returns the offset of the latest onset before a time.
func offsetAt(rules []onset, at time.Time) int {
	var last onset
	for _, r := range rules {
		if !r.at.After(at) && !r.at.Before(last.at) {
			last = r
		}
	}
	return last.east
}

func FuzzWrite(f *testing.F) {
	f.Add("uid", "name", "notes\n- 10 min", "cycling", "https://example.org", "2026-03-29T02:30:00", int64(3600))
	f.Add("u\r\nX:1", "a;b,c\\d", "\xff\r", "", "x:\n", "", int64(-1))
	f.Add("u", "", "", "", "https://exams:/\xe1?ex0le.or\x84 ü", "2056-03-29T02:30:00", int64(3600))
	f.Fuzz(func(t *testing.T, uid, summary, description, category, url, start string, seconds int64) {
		local, err := training.ParseLocalTime(start)
		if err != nil || local < "1000" {
			local = ""
		}
		e := workoutfile.Event{
			UID: "u" + uid, Stamp: stamp, Summary: summary, Description: description, Categories: []string{category, category}, URL: url,
			Start: local, Zone: in(t, "Europe/Berlin"), Duration: time.Duration(seconds%1e6) * time.Second,
		}
		b := workoutfile.WriteICal([]workoutfile.Event{e}, workoutfile.ICalOptions{Name: summary})
		strict(t, b)
		if cal, err := ics.ParseCalendar(bytes.NewReader(b)); err != nil || len(cal.Events()) != 1 {
			t.Fatalf("%v: %s", err, b)
		}
	})
}
