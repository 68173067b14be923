package intervalsicu

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/realdata"
)

// TestAnIntervalIsKeptWithAllItsNumbers: what was never measured is left out,
// and a group keeps its word, count and length.
func TestAnIntervalIsKeptWithAllItsNumbers(t *testing.T) {
	t.Parallel()
	var all Intervals
	if err := json.Unmarshal([]byte(`{"icu_intervals":[{"id":4,"label":"Hill","type":"WORK","group_id":"300s@250w","start_time":600,
	"end_time":900,
		"moving_time":298,"average_watts":250,"joules":74500,"joules_above_ftp":1200,"wbal_start":19000,"wbal_end":0,"average_dfa_a1":0.72,
		"average_smo2":null,"max_speed":10,"gap":3.5,"average_temp":0}],
		"icu_groups":[{"id":"300s@250w","count":4,"elapsed_time":1200,"moving_time":1190,"average_watts":249,"min_cadence":70}]}`),
		&all); err != nil {
		t.Fatal(err)
	}
	want := training.Drawn{
		Intervals: []training.DrawnInterval{{
			Name: "Hill", Group: "300s@250w", StartS: 600, EndS: 900, MovingS: 298, AvgPowerW: 250, More: map[string]float64{
				"work_kj": 74.5, "work_above_ftp_kj": 1.2, "w_prime_balance_start_j": 19000, "w_prime_balance_end_j": 0, "dfa_alpha1": 0.72,
				"max_speed_kmh": 36, "graded_speed_kmh": 12.6, "avg_temp_c": 0,
			},
		}},
		Groups: []training.DrawnGroup{{Count: 4, DrawnInterval: training.DrawnInterval{
			Group: "300s@250w", EndS: 1200, MovingS: 1190, AvgPowerW: 249, More: map[string]float64{"min_cadence_rpm": 70},
		}}},
	}
	if d := cmp.Diff(want, all.Read()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, broken := range []string{`{"icu_intervals":[{"joules":"many"}]}`, `{"icu_groups":[{"id":7}]}`, `{"icu_intervals":[5]}`} {
		if err := json.Unmarshal([]byte(broken), new(Intervals)); err == nil {
			t.Errorf("%s was read", broken)
		}
	}
}

// TestWhoMadeTheIntervals: those that the athlete edited are drawn, others are
// found once the service has analysed what was recorded.
func TestWhoMadeTheIntervals(t *testing.T) {
	t.Parallel()
	read := func(text string) (drawn, found string) {
		var a Activity
		head := `{"id":"i1","type":"Ride","name":"x","start_date":"2026-09-01T08:00:00Z","start_date_local":"2026-09-01T10:00:00"`
		if err := json.Unmarshal([]byte(head+text+`}`), &a); err != nil {
			t.Fatal(err)
		}
		got := a.Read(time.UTC)
		return got.Drawn, got.Found
	}
	analysed := `,"analyzed":"2026-09-01T11:00:00Z"`
	if drawn, found := read(analysed + `,"icu_intervals_edited":true,"stream_types":["watts"]`); drawn == "" || found != "" {
		t.Errorf("edited: %q %q", drawn, found)
	}
	if drawn, found := read(analysed + `,"stream_types":["watts"]`); drawn != "" || found == "" {
		t.Errorf("unedited: %q %q", drawn, found)
	}
	for _, none := range []string{analysed, `,"stream_types":["watts"]`} {
		if drawn, found := read(none); drawn != "" || found != "" {
			t.Errorf("%s: %q %q", none, drawn, found)
		}
	}
}

// TestTheNumbersOfAnIntervalAreInTheDocument by the names that are read.
func TestTheNumbersOfAnIntervalAreInTheDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(realdata.Dir(t), "specs", "intervals-openapi.json"))
	if err != nil {
		t.Skip("the service's document is not with the test data")
	}
	var d struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]any `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	known, names := d.Components.Schemas["Interval"].Properties, map[string]bool{}
	for _, there := range slices.Sorted(maps.Keys(moreOfInterval)) {
		here := moreOfInterval[there].name
		if known[there] == nil || names[here] || here != strings.ToLower(here) {
			t.Errorf("%s as %s", there, here)
		}
		names[here] = true
	}
}

func TestTheKeyIsThePasswordOfTheUserAPIKEY(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	if _, err := d.client(t).Gear(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := d.last(t, "listGear")
	user, key, _ := (&http.Request{Header: r.header}).BasicAuth()
	if user != "API_KEY" || key != canary || r.header.Get("User-Agent") != "lapkeep/test" {
		t.Errorf("%s %s %v", user, key, r.header)
	}
}

func TestATokenIsABearer(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{}, bearer)
	a, err := c.Check(t.Context())
	if err != nil || a.ID != intervalstest.DefaultAthlete || len(a.Scopes) != 1 || a.Others != nil {
		t.Errorf("%+v %v", a, err)
	}
}

// A key sent as a bearer is told off by the service with 403, not 401.
func TestAKeyAsABearerIsForbidden(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{}, func(o *client.Options) {
		o.Tokens = fixedKey{source.Token{Scheme: source.Bearer, Access: source.NewSecret(intervalstest.DefaultKey)}}
	})
	if _, err := c.Check(t.Context()); fault(err) != "forbidden" || strings.Contains(err.Error(), intervalstest.DefaultKey) {
		t.Errorf("%v", err)
	}
}

func TestAWrongKeyIsUnauthorisedAndNotShown(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{}, func(o *client.Options) { o.Tokens = basic() })
	_, err := c.Check(t.Context())
	if fault(err) != "unauthorised" || strings.Contains(err.Error(), canary) || !strings.Contains(err.Error(), "connect intervals") {
		t.Errorf("%v", err)
	}
	if len(s.Requests()) != 1 {
		t.Errorf("%d requests", len(s.Requests()))
	}
}

func TestIDsOfAthletesAreReadInEveryFormAndGivenNoLetter(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "0", "0": "0", " i12345 ": "i12345", "I12345": "i12345", "12345": "12345", "intervals:i7": "i7",
		"abc": "", "i": "", "i12/..": "", "i12?x": "", "me": "",
	} {
		got, err := AthleteID(in)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q %v", in, got, err)
		}
	}
}

func TestTheOwnerIsAthleteZeroUntilOneIsNamed(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "/athlete/0", "12345": "/athlete/12345", "i12345": "/athlete/i12345"} {
		d := newFixture(t)
		must[source.Account](t)(d.client(t, func(o *client.Options) { o.Athlete = in }).Check(t.Context()))
		if got := d.last(t, "getAthlete").path; got != apiPath+want {
			t.Errorf("%q asks %s", in, got)
		}
	}
}

// The service's athlete holds an e-mail address and the key itself.
func TestNothingOfTheAccountButNameAndZoneIsTakenOver(t *testing.T) {
	t.Parallel()
	a := must[source.Account](t)(newFixture(t).client(t).Check(t.Context()))
	want := source.Account{
		ID: "i12345", Name: "A. Thlete", TimeZone: "Europe/Berlin",
		Others: []source.Other{{ID: "i222", Name: "B. Coached", Access: "write", Tags: []string{"juniors"}, Notes: "Knee."}},
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	if text, _ := json.Marshal(a); strings.Contains(string(text), canary) {
		t.Error("the key is in the account")
	}
}

func TestACoachsAthletesAreNamedAndCanBeAskedFor(t *testing.T) {
	t.Parallel()
	o := intervalstest.Options{Coached: []string{"i777"}}
	_, c := emulated(t, o)
	if _, known := c.Roster(); known {
		t.Error("a roster before anything was asked")
	}
	if a := must[source.Account](t)(c.Check(t.Context())); len(a.Others) != 1 || a.Others[0].ID != "i777" || a.Others[0].Access != "write" {
		t.Errorf("%+v", a)
	}
	if all, known := c.Roster(); !known || len(all) != 1 || all[0].ID != "i777" {
		t.Errorf("%+v %v", all, known)
	}
	_, other := emulated(t, o, func(o *client.Options) { o.Athlete = "i777" })
	if a := must[source.Account](t)(other.Check(t.Context())); a.ID != "i777" {
		t.Errorf("%+v", a)
	}
	if all, known := other.Roster(); known {
		t.Errorf("the coach's roster is the athlete's: %+v", all)
	}
	_, nobody := emulated(t, o, func(o *client.Options) { o.Athlete = "i778" })
	if _, err := nobody.Check(t.Context()); fault(err) != "forbidden" {
		t.Errorf("%v", err)
	}
}

// An activity's address does not say whose it is.
func TestAnotherAthletesActivityIsNotFound(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Coached: []string{"i777"}})
	other := must[source.ActivityPage](t)(must[*Client](t)(New(client.Options{
		BaseURL: s.URL, Athlete: "i777", Tokens: c.tokens, Clock: clockOf(c),
	})).ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")}))
	id := ""
	for _, a := range other.Activities {
		if a.Withheld == "" {
			id = a.ID
		}
	}
	if _, err := c.FetchStreams(t.Context(), id); fault(err) != "not found" {
		t.Errorf("%v", err)
	}
	if _, err := c.FetchRecording(t.Context(), id); fault(err) != "not found" || asked(s, "downloadActivityFile") != 0 {
		t.Errorf("%v", err)
	}
	if err := c.DeleteActivity(t.Context(), id); fault(err) != "not found" || asked(s, "deleteActivity") != 0 {
		t.Errorf("%v", err)
	}
	if got := must[[]source.Activity](t)(c.Activities(t.Context(), id)); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestTheBaseAddressMayHaveThePathOrNot(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, base := range []string{d.URL, d.URL + "/", d.URL + "/api/v1", d.URL + "/api/v1/"} {
		c := d.client(t, func(o *client.Options) { o.BaseURL = base })
		if _, err := c.Gear(t.Context()); err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
	if _, err := New(client.Options{}); err != nil || API().URL+API().Path != "https://intervals.icu/api/v1" {
		t.Errorf("%+v %v", API(), err)
	}
}

func TestEveryPathOfAnAthleteNamesTheOneThatIsConfigured(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t, func(o *client.Options) { o.Athlete = "i12345" })
	for name, call := range allCalls() {
		if err := call(t.Context(), t, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, s := range d.log {
		if s.op == "listChats" { // what is said stands among the chats of whoever says it
			continue
		}
		if rest, ok := strings.CutPrefix(s.path, apiPath+"/athlete/"); ok && rest != "i12345" && !strings.HasPrefix(rest, "i12345/") {
			t.Errorf("%s asks %s", s.op, s.path)
		}
	}
}

// TestWhoTheAthleteIs, with the notes, which the service's document has among
// the athletes of a key alone: a token is told of none.
func TestWhoTheAthleteIs(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Empty: true})
	born := training.NewDay(1990, 4, 12)
	want := training.Profile{
		ID: intervalstest.DefaultAthlete, Sex: training.Female, Born: &born, TimeZone: "Europe/Berlin", WeightKg: 62.5, RestHRBpm: 48,
	}
	for _, notes := range []string{"", "Knee.\n**No hills** until May.", ""} {
		if err := c.SaveNotes(t.Context(), notes); err != nil {
			t.Fatal(err)
		}
		want.Notes = notes
		if got, err := c.Profile(t.Context()); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%v %s", err, cmp.Diff(want, got))
		}
	}
	if n := asked(s, "updateAthlete"); n != 3 {
		t.Errorf("%d writes", n)
	}
	_, c = emulated(t, intervalstest.Options{Empty: true}, bearer)
	if got, err := c.Profile(t.Context()); err != nil || got.Sex != training.Female || got.Notes != "" {
		t.Errorf("%+v %v", got, err)
	}
}
