package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"lapkeep/internal/faces/web"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

type fakeStore struct {
	store.Reader
	seq     atomic.Int64
	entries []store.JournalEntry
	stream  *training.Columns
	hidden  document.HiddenPlaces
	units   training.Units
	tracks  []store.Primitive
}

func (f *fakeStore) Primitives(context.Context, training.Scope, string, training.DayRange) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		for _, p := range f.tracks {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func (f *fakeStore) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{ID: "me", Name: "Ada <b>Lovelace</b>", Units: f.units}, nil
}
func (f *fakeStore) LastChange(context.Context) (int64, error) { return f.seq.Load(), nil }
func (f *fakeStore) Journal(context.Context, training.Scope, int) ([]store.JournalEntry, error) {
	return f.entries, nil
}

func (f *fakeStore) HiddenPlaces(_ context.Context, s training.Scope) (document.HiddenPlaces, error) {
	if s.Audience != training.AudienceModel {
		return nil, nil // as the store says to who may see every place
	}
	return f.hidden, nil
}

func (f *fakeStore) Stream(_ context.Context, _ training.Scope, id training.ActivityID, _ store.ChannelSet) (*training.Columns, error) {
	if id == "other" {
		return nil, training.Errorf(training.KindNotFound, "There is no activity %q.", id).WithFix("Look through the list.")
	}
	return f.stream, nil
}

func (f *fakeStore) Activity(_ context.Context, _ training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	return store.ActivityRow{Activity: training.Activity{ID: id, Sport: training.Cycling}}, nil
}

func (f *fakeStore) Recordings(context.Context, training.Scope, training.ActivityID) ([]store.RecordingRow, error) {
	return []store.RecordingRow{{}}, nil
}

// way returns a track that turns around every seven seconds, a centimetre or so
// a row, with a hole in it.
func way(rows int, east int32) *training.Columns {
	c := &training.Columns{}
	for i := range rows {
		c.TimeS = append(c.TimeS, int32(i))
		if i/100%10 == 3 {
			continue
		}
		c.Put(training.Latitude, i, 570_000_000+int32(i%7))
		c.Put(training.Longitude, i, east+int32(i))
	}
	c.Pad()
	return c
}

// TestPositionsAreExact: to a semicircle, which is two centimetres, of each row that
// is told and of no other moment, whether there are many rows or few.
func TestPositionsAreExact(t *testing.T) {
	t.Parallel()
	const perDegree = (1 << 31) / 180.0
	for _, rows := range []int{1000, 30_000} {
		c := way(rows, 1_400_000_000)
		got := web.Reduce(c, []training.Channel{training.Latitude, training.Longitude}, 0, math.MaxInt32, 2000)
		if got.Reduced != (rows > 2000) || len(got.Values) != 2 {
			t.Fatalf("%d rows: reduced %v", rows, got.Reduced)
		}
		there := 0
		for k, at := range got.OffsetS {
			for j, ch := range got.Channels {
				v := got.Values[j][k]
				i := int(at)
				for !math.IsNaN(float64(v)) && i < rows && !c.Data[ch].Valid.Get(i) {
					i++ // a stretch begins in the hole
				}
				want, ok := c.At(ch, i)
				if math.IsNaN(float64(v)) {
					if ok {
						t.Fatalf("row %d of %d: nothing where there is a position", i, rows)
					}
					continue
				}
				there++
				if is := (got.Origin[ch] + float64(v)) * perDegree; math.Abs(is-float64(want)) > 0.5 {
					t.Fatalf("row %d of %d: %s is %.1f, want %d", i, rows, ch, is, want)
				}
			}
		}
		if there < 1500 {
			t.Errorf("only %d positions", there)
		}
	}
}

// TestPositionsGoOnOverTheDateLine: the next row is a step away, not the world around.
func TestPositionsGoOnOverTheDateLine(t *testing.T) {
	t.Parallel()
	got := web.Reduce(way(200, math.MaxInt32-50), []training.Channel{training.Longitude}, 0, 200, 2000)
	for _, v := range got.Values[0] {
		if v < 0 || v > 0.001 {
			t.Fatalf("%v degrees from the start", v)
		}
	}
}

// TestWhatIsNoPositionCountsFromNothing: power is power.
func TestWhatIsNoPositionCountsFromNothing(t *testing.T) {
	t.Parallel()
	c := &training.Columns{TimeS: []int32{0, 1}}
	c.Put(training.Power, 0, 250)
	c.Put(training.Power, 1, 260)
	got := web.Reduce(c, []training.Channel{training.Power}, 0, 10, 2000)
	if got.Origin != nil || got.Values[0][0] != 250 || got.Values[0][1] != 260 {
		t.Errorf("%+v", got)
	}
}

// ahead has what was planned still before the athlete, and nothing done of it.
func ahead(b json.RawMessage) json.RawMessage {
	b = bytes.ReplaceAll(b, []byte(`"local_date": "2026-11-24"`), []byte(`"local_date": "2026-11-28"`))
	return bytes.ReplaceAll(b, []byte(`"done": {`), []byte(`"undone": {`))
}

// TestSendToADevice: a planned session is offered as files and to the services
// that take workouts, into a folder of theirs; what was done goes to none.
func TestSendToADevice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const event = "/calendar/plan-2026-11-24-trainer"
	_, body := s.ask(t, http.MethodGet, event, nil)
	if !strings.Contains(body, `/workout.fit"`) || strings.Contains(body, `value="send"`) {
		t.Error("what was done has no file, or goes to a service")
	}
	s.table.change = ahead
	for _, path := range []string{"/", event} {
		before := s.table.calledOf("export_workout")
		_, body := s.ask(t, http.MethodGet, path, nil)
		for _, want := range []string{
			event + `/workout.fit"`, event + `/workout.zwo"`, event + `/workout.erg"`, event + `/workout.mrc"`, "Send to Intervals.icu",
			`<option value="intervals:9" selected>Rides &amp; runs</option>`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
		const loss = "Step 2: the start of the part “Main set” here: it is left out."
		if said := strings.Contains(body, loss); said != (path == event) {
			t.Errorf("%s says what a format loses: %v", path, said)
		}
		if asked := s.table.calledOf("export_workout") > before; asked != (path == event) {
			t.Errorf("%s asked the formats: %v", path, asked)
		}
		if strings.Contains(body, `data-part="`+event+`"`) == (path == event) || path == "/" && !strings.Contains(body, `href="`+event+`#to-device"`) {
			t.Errorf("%s does not lead to what a format loses", path)
		}
		if strings.Contains(body, "A plan</option>") || strings.Contains(body, "Of this machine</option>") {
			t.Errorf("%s offers what is no folder of the service", path)
		}
	}
	send := fields(t, func() string { _, b := s.ask(t, http.MethodGet, event, nil); return b }(), "send")
	send.Set("folder", "intervals:9") // that which is chosen first
	for said, went := range map[string]string{
		`{"workouts":[{"status":"created"}]}`: "created", `{"workouts":[{"status":"unchanged"}]}`: "unchanged", `{}`: "",
	} {
		s.table.answer("create_workout", said)
		res, _ := s.send(t, event, send)
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != event+"?sent="+went {
			t.Errorf("%s: %d to %q", said, res.StatusCode, res.Header.Get("Location"))
		}
	}
	const wrote = `create_workout {"source":"intervals","workouts":[{"folder_id":"intervals:9","workout_id":"plan-2026-11-24-trainer"}]}`
	s.table.want(t, wrote, wrote, wrote)
	if res, _ := s.send(t, event, url.Values{"do": {"send"}}); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("to no service: %d", res.StatusCode)
	}
	for sent, want := range map[string]bool{"created": true, "unchanged": true, "<b>": false} {
		if _, body := s.ask(t, http.MethodGet, event+"?sent="+url.QueryEscape(sent), nil); strings.Contains(body, `<p role="status">`) != want {
			t.Errorf("%s is told, or not: %v", sent, want)
		}
	}
}

// TestNothingToSend: without steps there is nothing to send, and a service that
// has the event, or takes no workouts, is not offered.
func TestNothingToSend(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, change := range map[string][2]string{
		"no steps":           {`"steps": {`, `"no_steps": {`},
		"there already":      {`"category": "workout"`, `"category": "workout", "sources": ["intervals"]`},
		"not connected":      {`"connected": true`, `"connected": false`},
		"takes no workouts":  {`"workouts"`, `"gear"`},
		"of a day long gone": {`"local_date": "2026-11-28"`, `"local_date": "2026-11-24"`},
	} {
		s.table.change = func(b json.RawMessage) json.RawMessage {
			return bytes.ReplaceAll(ahead(b), []byte(change[0]), []byte(change[1]))
		}
		for _, path := range []string{"/", "/calendar/plan-2026-11-24-trainer"} {
			_, body := s.ask(t, http.MethodGet, path, nil)
			if strings.Contains(body, `value="send"`) {
				t.Errorf("%s: %s sends to a service", name, path)
			}
			if files := strings.Contains(body, "/workout.fit"); path != "/" && files == (name == "no steps") {
				t.Errorf("%s: %s offers files: %v", name, path, files)
			}
		}
	}
}

// TestWorkoutFiles: the tool's bytes come as a file, and its refusal as a page.
func TestWorkoutFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for file, want := range map[string]string{"workout.fit": "\x0e\x10\xdcR\xff", "workout.zwo": "DhDcUv8="} {
		res, body := s.ask(t, http.MethodGet, "/calendar/a%2F..%22b/"+file, nil)
		if res.StatusCode != http.StatusOK || body != want || res.Header.Get("Content-Type") != "application/octet-stream" {
			t.Errorf("%s: %d %q %s", file, res.StatusCode, body, res.Header.Get("Content-Type"))
		}
		if got, want := res.Header.Get("Content-Disposition"), "attachment; filename=a-..-b."+file[len("workout."):]; got != want {
			t.Errorf("it is called %s, not %s", got, want)
		}
	}
	if asked := s.table.asked("export_workout"); !strings.Contains(asked, `"id":"a/..\"b"`) || !strings.Contains(asked, `"inline":true`) {
		t.Errorf("it asked %s", asked)
	}
	for _, file := range []string{"workout.exe", "workout.", "workout", "other.fit"} {
		if res, _ := s.ask(t, http.MethodGet, "/calendar/e1/"+file, nil); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", file, res.StatusCode)
		}
	}
	s.table.fails = map[string]error{"export_workout": training.Errorf(training.KindInvalid, "Step 1 is long.").WithFix("Write a FIT file.")}
	res, body := s.ask(t, http.MethodGet, "/calendar/e1/workout.erg", nil)
	if res.StatusCode != http.StatusBadRequest || !strings.Contains(body, "Write a FIT file.") || res.Header.Get("Content-Disposition") != "" {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	_, body = s.ask(t, http.MethodGet, "/calendar/e1", nil)
	if strings.Contains(body, "/workout.") || !strings.Contains(body, "Step 1 is long.") {
		t.Error("a format that cannot be written is offered, or its reason is kept back")
	}
	r := s.request(t, http.MethodGet, "/calendar/e1/workout.fit", nil)
	r.Header.Del("Cookie")
	if res, _ := do(t, r); res.StatusCode == http.StatusOK {
		t.Error("the file is had without a session")
	}
}

// TestFitnessIsAskedAsTheAddressSays: sport and constants reach the tool, what the
// legend hides stays in the table and leaves the chart.
func TestFitnessIsAskedAsTheAddressSays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/fitness?sport=running&ctl=30&atl=5&hide=atl", nil)
	asked := s.table.asked("analyze_training_load")
	for _, want := range []string{`"sport":"running"`, `"ctl_days":30`, `"atl_days":5`} {
		if !strings.Contains(asked, want) {
			t.Errorf("%s is not asked: %s", want, asked)
		}
	}
	for _, want := range []string{
		`data-key="atl" data-line="none"`, `data-key="ctl" data-line="line"`, `data-key="load_running" data-line="bar"`,
		`data-band="fresh" data-from="5" data-to="20"`, `<data value="52" data-key="power_tss">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if !strings.Contains(body, "hide=atl%2Cctl") {
		t.Error("the legend does not hide more")
	}
	if _, body := s.ask(t, http.MethodGet, "/fitness?hide=bands", nil); strings.Contains(body, "data-band") {
		t.Error("bands are there that were hidden")
	}
}

// TestFitnessHasTheAthletesSports: bars, legend and table are of the sports that the
// tool tells apart, asked for once; the switch has all that the athlete does.
func TestFitnessHasTheAthletesSports(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.Replace(b, []byte(`"running": 207`), []byte(`"running": 207, "hiking": 2, "rowing": 41, "transition": 9`), 1)
	}
	_, body := s.ask(t, http.MethodGet, "/fitness?hide=rowing", nil)
	for _, want := range []string{
		`data-key="load_cycling" data-line="bar" data-color="sport-cycling"`, `data-key="load_rowing" data-line="none" data-color="sport-rowing"`,
		`data-key="load_other" data-line="bar" data-color="sport-other"`, `<li class="sport-rowing off">`, `href="/fitness?hide=rowing&amp;sport=hiking"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(body, "sport=transition") || strings.Contains(body, `data-key="load_swimming"`) {
		t.Error("what the athlete does not do is there")
	}
	if n := s.table.calledOf("analyze_training_load"); n != 1 {
		t.Errorf("%d questions for the load", n)
	}
	if _, body = s.ask(t, http.MethodGet, "/fitness?sport=paddling", nil); !strings.Contains(body, `href="/fitness?sport=paddling" aria-current`) {
		t.Error("the sport that is looked at is not in the switch")
	}
	if s.ask(t, http.MethodGet, "/fitness?sport=%3Cb%3E", nil); strings.Contains(s.table.asked("analyze_training_load"), `"sport"`) {
		t.Error("what is no sport is asked for")
	}
	_, body = s.ask(t, http.MethodGet, "/settings", nil)
	for _, sport := range []string{"hiking", "rowing", "swimming"} {
		if !strings.Contains(body, `<option value="`+sport+`">`) {
			t.Errorf("no setting can be of %s", sport)
		}
	}
}

// TestADay: what was done and planned on it, with what the load rests on.
func TestADay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, body := s.ask(t, http.MethodGet, "/days/2026-11-25", nil)
	for _, want := range []string{`data-day-of="2026-11-25"`, `href="/activities/`, `href="/days/2026-11-24"`, `href="/days/2026-11-26"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the day lacks %s", want)
		}
	}
	if asked := s.table.asked("list_activities"); !strings.Contains(asked, `"range":"2026-11-25"`) || !strings.Contains(asked, "load_method") {
		t.Errorf("it asked %s", asked)
	}
	if res, _ := s.ask(t, http.MethodGet, "/days/yesterday-or-so", nil); res.StatusCode != http.StatusBadRequest {
		t.Errorf("no day: %d", res.StatusCode)
	}
}

// TestZones: each week and all of them, by what was chosen, with the three parts.
func TestZones(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.table.called.Load()
	_, body := s.ask(t, http.MethodGet, "/fitness/zones?weeks=6&sport=cycling", nil)
	if n := s.table.called.Load() - before; n != 9 {
		t.Errorf("%d questions for six weeks and the sports", n)
	}
	for _, want := range []string{
		`kind="zones" data-table="zone-weeks"`, `<table id="zones-sums"`, `<table id="thirds"`,
		"55.4", "33.8", "10.8", "1.25", `class="target"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("zones lack %s", want)
		}
	}
	if asked := s.table.asked("get_training_summary"); !strings.Contains(asked, `"sport":"cycling"`) {
		t.Errorf("it asked %s", asked)
	}
}

// TestDaysOfTheChart: where a row is a day, it leads to it, and the chart shows it.
func TestDaysOfTheChart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.table.change = func(b json.RawMessage) json.RawMessage {
		return bytes.ReplaceAll(b, []byte(`"resolution": "week"`), []byte(`"resolution": "day"`))
	}
	_, body := s.ask(t, http.MethodGet, "/fitness", nil)
	if !strings.Contains(body, `href="/days/2026-11-`) || !strings.Contains(body, "data-day-card") {
		t.Error("days cannot be reached")
	}
}
