//go:build e2e

package outwardtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/test/intervalstest"
)

// kindsAlone has the service keep settings of trail runs and of virtual rides
// alone, in front of those of the sports.
func (a *athlete) kindsAlone(t *testing.T) {
	t.Helper()
	a.server.Do(func(w *intervalstest.World) {
		all := &w.Athletes[0].Settings
		var kinds []intervalstest.Doc
		for _, d := range all.Rows {
			for word, id := range map[string]float64{"TrailRun": 1, "VirtualRide": 2} {
				types, _ := d["types"].([]any)
				var left []any
				for _, x := range types {
					if x != word {
						left = append(left, x)
					}
				}
				if len(left) == len(types) {
					continue
				}
				one := intervalstest.Doc{}
				for k, v := range d {
					one[k] = v
				}
				one["id"], one["types"], d["types"] = id, []any{word}, left
				kinds = append(kinds, one)
			}
		}
		if len(kinds) != 2 {
			t.Errorf("the service has %d of two kinds", len(kinds))
		}
		all.Rows = append(kinds, all.Rows...)
	})
	a.read(t)
}

// TestOneKindOfASportHasSettingsOfItsOwn: what is written for trail runs changes
// those at the service that has settings of trail runs; a kind of which no
// service has settings keeps them here; what is written for running leaves the
// kinds alone.
func TestOneKindOfASportHasSettingsOfItsOwn(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	a.kindsAlone(t)
	for _, c := range []struct{ sport, args, types string }{
		{"trail run", `"lthr_bpm":171`, "[TrailRun]"},
		{"VirtualRide", `"ftp_w":233`, "[VirtualRide]"},
		{"Laufband", `"lthr_bpm":173`, ""},
		{"run", `"lthr_bpm":172`, "[Run VirtualRun]"},
		{"ride", `"ftp_w":262`, "[Ride GravelRide MountainBikeRide]"},
	} {
		before := a.server.State()
		w := a.call(t, "save_sport_settings", `{"sport":"`+c.sport+`",`+c.args+`}`)
		a.settled(t)
		if changed := changedTypes(before, a.server.State()); strings.Join(changed, ", ") != c.types {
			t.Errorf("%s of %s changed the settings of %q at the service: %s", c.args, c.sport, changed, w.text)
		}
		a.agrees(t)
		a.undo(t, w.JournalID)
		a.settled(t)
		if diff := cmp.Diff(before, a.server.State()); diff != "" {
			t.Errorf("undone, %s is another at the service:\n%s", c.sport, diff)
		}
	}
	before := a.server.State()
	a.server.Forget()
	code, out, errs := a.do(t.Context(), "", "call", "apply_sport_settings", `{"sport":"Laufband","at_service":true}`)
	if code == 0 || !strings.Contains(errs, "running/indoor") {
		t.Errorf("a service is asked to apply settings that it does not have: %s%s", out, errs)
	}
	if diff := cmp.Diff(before, a.server.State()); diff != "" || len(a.sent()) > 0 {
		t.Errorf("what was refused sent %q: %s", a.sent(), diff)
	}
}

// TestOneEntryOfSettingsIsChangedByItsID: that one and no other, at the service
// and here, and an undo brings it back. The id of a whole sport's settings
// means that sport.
func TestOneEntryOfSettingsIsChangedByItsID(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	a.kindsAlone(t)
	start, shown := a.server.State(), a.ok(t, "call", "get_sport_settings", "{}")
	if !strings.Contains(shown, `"sport_id":"intervals:1"`) {
		t.Fatalf("no id is shown: %s", shown)
	}
	for _, c := range []struct{ args, types, which, here string }{
		{`{"sport_id":1,"lthr_bpm":171,"threshold_pace_s_per_km":"5:00"}`, "[TrailRun]", "running/trail", `"lthr_bpm":171`},
		{`{"sport_id":"intervals:2","sport":"ride","ftp_w":233,"power_zones_w":[120,180,210]}`, "[VirtualRide]", "cycling/virtual", `"ftp_w":233`},
		{`{"sport_id":1002,"lthr_bpm":174}`, "[Run VirtualRun]", "running", `"value":174`},
	} {
		before := a.server.State()
		dry := a.ok(t, "call", "save_sport_settings", strings.TrimSuffix(c.args, "}")+`,"dry_run":true}`)
		if !strings.Contains(dry, `"sport":"`+c.which+`"`) {
			t.Errorf("a dry run does not say which: %s", dry)
		}
		w := a.call(t, "save_sport_settings", c.args)
		a.settled(t)
		if changed := changedTypes(before, a.server.State()); !slices.Equal(changed, []string{c.types}) || w.states() != "done" {
			t.Errorf("%s changed %q: %s", c.args, changed, w.text)
		}
		if is := a.ok(t, "call", "get_sport_settings", "{}"); !strings.Contains(is, c.here) || strings.Contains(shown, c.here) {
			t.Errorf("%s is not shown here: %s", c.args, is)
		}
		a.agrees(t)
		a.undo(t, w.JournalID)
		a.settled(t)
	}
	a.agrees(t)
	if diff := cmp.Diff(start, a.server.State()); diff != "" {
		t.Errorf("undone, there is another state:\n%s", diff)
	}
	_, shown, _ = strings.Cut(shown, `"sports"`) // days have passed
	_, is, _ := strings.Cut(a.ok(t, "call", "get_sport_settings", "{}"), `"sports"`)
	if diff := cmp.Diff(shown, is); diff != "" {
		t.Errorf("undone, something else is shown:\n%s", diff)
	}
	a.server.Forget()
	w := a.call(t, "apply_sport_settings", `{"sport_id":1,"at_service":true}`)
	a.settled(t)
	if !strings.Contains(w.asked, "TrailRun") || !slices.Equal(a.sent(), []string{"PUT applyToActivities"}) {
		t.Errorf("%s: %q", w.asked, a.sent())
	}
	w = a.call(t, "delete_sport_settings", `{"sport_id":1}`)
	a.settled(t)
	if is := byTypes(a.server.State()); is["[TrailRun]"] != nil || len(is) != len(byTypes(start))-1 || !strings.Contains(w.asked, "TrailRun") {
		t.Errorf("%s left %v", w.asked, is)
	}
	a.undo(t, w.JournalID)
	a.settled(t)
	back, was := byTypes(a.server.State()), byTypes(start)
	if back["[TrailRun]"]["lthr"] != was["[TrailRun]"]["lthr"] || len(back) != len(was) {
		t.Errorf("it did not come back: %v", back)
	}
}

// TestWrongIDsOfSettingsAreRefused: with those that there are.
func TestWrongIDsOfSettingsAreRefused(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	a.kindsAlone(t)
	before := a.server.State()
	a.server.Forget()
	for _, c := range [][3]string{
		{"save_sport_settings", `{"sport_id":99,"ftp_w":261}`, "intervals:1 (TrailRun); intervals:1001 (Ride, "},
		{"save_sport_settings", `{"sport_id":1,"sport":"ride","ftp_w":261}`, "not those of cycling"},
		{"save_sport_settings", `{"sport_id":1}`, "No setting was given"},
		{"save_sport_settings", `{"ftp_w":261}`, "sport_id"},
		{"save_sport_settings", `{"sport_id":2,"power_zones_w":[200,150]}`, "order"},
		{"save_sport_settings", `{"sport_id":1,"lthr_bpm":229}`, "below max_hr_bpm"},
		{"delete_sport_settings", `{"sport_id":99}`, "intervals:1 (TrailRun)"},
		{"delete_sport_settings", `{"sport_id":1,"sport":"swim"}`, "not those of swimming"},
		{"apply_sport_settings", `{"sport_id":99,"at_service":true}`, "intervals:1 (TrailRun)"},
		{"apply_sport_settings", `{"sport":"treadmill","at_service":true}`, "No service has settings for running/indoor"},
	} {
		if code, out, errs := a.do(t.Context(), "", "call", c[0], c[1]); code == 0 || !strings.Contains(errs, c[2]) {
			t.Errorf("%s %s: exit %d: %s%s", c[0], c[1], code, out, tail(errs))
		}
	}
	if diff := cmp.Diff(before, a.server.State()); diff != "" || len(a.sent()) > 0 {
		t.Errorf("what was refused sent %q: %s", a.sent(), diff)
	}
}

// changedTypes returns the types of the settings that changed at the service.
func changedTypes(before, after intervalstest.State) []string {
	var changed []string
	was, is := byTypes(before), byTypes(after)
	for types, row := range is {
		if !cmp.Equal(row, was[types]) {
			changed = append(changed, types)
		}
	}
	if len(is) != len(was) {
		changed = append(changed, fmt.Sprintf("%d of %d", len(is), len(was)))
	}
	return changed
}

// byTypes returns the settings of a service by the sports that they hold for.
func byTypes(s intervalstest.State) map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, row := range s[intervalstest.DefaultAthlete+" sport settings"] {
		out[fmt.Sprint(row["types"])] = row
	}
	return out
}

// planned has the athlete plan some events, each of another name and day, and
// gives their ids.
func (a *athlete) planned(t *testing.T, from, n int) (ids []string) {
	t.Helper()
	var events []string
	for i := range n {
		events = append(events,
			fmt.Sprintf(`{"date":"2026-09-%02d","category":"workout","sport":"run","name":"Session %02d of 25","description":"- %dm Z2"}`,
				from+i, from+i, 30+from+i))
	}
	code, w := a.try(t, "create_events", `{"events":[`+strings.Join(events, ",")+`]}`)
	if code != 0 || len(w.Events) != n {
		t.Fatalf("%d events: %s", n, w.text+tail(w.logged))
	}
	for _, e := range w.Events {
		ids = append(ids, e.ID)
	}
	return ids
}

// TestConsentShowsAll: who is asked about 25 things reads all 25 by name and
// day, and where they go, whatever way the question comes by.
func TestConsentShowsAll(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	ids := append(a.planned(t, 1, 13), a.planned(t, 14, 12)...)
	a.settled(t)
	list, err := json.Marshal(ids)
	if err != nil {
		t.Fatal(err)
	}
	args := `{"ids":` + string(list) + `}`
	all := func(face, text string) {
		t.Helper()
		for i := 1; i <= 25; i++ {
			name, day := fmt.Sprintf("Session %02d of 25", i), fmt.Sprintf("2026-09-%02d", i)
			if n := strings.Count(text, name); n != 1 || !strings.Contains(text, day) {
				t.Errorf("%s: %q stands there %d times: %s", face, name, n, text)
				return
			}
		}
		if !strings.Contains(text, "Delete 25 events.") || !strings.Contains(text, "Intervals.icu") && !strings.Contains(text, "intervals") {
			t.Errorf("%s: %s", face, text)
		}
	}
	var code string
	for _, era := range eras() {
		done, text := a.serve(t, era, "").does(t, "delete_events", args)
		if m := toApprove.FindStringSubmatch(text); done || m == nil {
			t.Fatalf("%s: it did not ask: %s", era, text)
		} else {
			code = m[1]
		}
		all(era+", a client that cannot ask", text)
		all(era+", a form", a.form(t, era, "delete_events", args))
	}
	_, _, errs := a.do(t.Context(), "", "call", "delete_events", args)
	all("lapkeep call", errs)
	_, _, errs = a.run(t.Context(), "no\n", true, "approve", code)
	all("lapkeep approve", errs)
}

// form gives the text of the form in which a client asks about a call, and declines.
func (a *athlete) form(t *testing.T, era, tool, args string) (message string) {
	t.Helper()
	who := a.serveWith(t, era, func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		message = r.Params.Message
		return &mcp.ElicitResult{Action: "decline"}, nil
	})
	if done, text := who.does(t, tool, args); done {
		t.Errorf("declined, it was done: %s", text)
	}
	return message
}

// TestAnAssistantsUndoAsks where it goes to the service or takes away what was
// entered as done; one that only the store knows of does not.
func TestAnAssistantsUndoAsks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, tool, args, about string }{
		{
			"at the service", "create_events",
			`{"events":[{"date":"2026-09-03","category":"workout","sport":"run","name":"Taken back"}]}`, "Taken back",
		},
		{
			"entered", "create_activities",
			`{"activities":[{"sport":"run","start":"2026-08-19T07:00","duration_s":1800,"name":"Entered"}]}`, "Entered",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			era := eras()[1]
			agrees := a.serve(t, era, "accept")
			if done, text := agrees.does(t, c.tool, c.args); !done {
				t.Fatal(text)
			}
			a.settled(t)
			asked := agrees.asked
			if done, text := a.serve(t, era, "").does(t, "undo", `{}`); done || !toApprove.MatchString(text) || !strings.Contains(text, c.about) {
				t.Errorf("nobody was asked: %s", text)
			}
			if text := a.form(t, era, "undo", `{}`); !strings.Contains(text, c.about) {
				t.Errorf("the form says %q", text)
			}
			if done, text := agrees.does(t, "undo", `{}`); !done || agrees.asked != asked+1 {
				t.Errorf("agreed to, it was not done: %s", text)
			}
		})
	}
}

// TestTheWeatherIsReadWithTheActivity, answered without the service, and named
// as missing where the service has none.
func TestTheWeatherIsReadWithTheActivity(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	defer a.server.Inject(intervalstest.Fault{Status: 503})()
	type answer struct {
		Weather map[string]any
		Missing map[string]string
	}
	ask := func(name string) (got answer) {
		t.Helper()
		text := a.ok(t, "call", "get_activity", a.fill(t, `{"id":"{`+name+`}","sections":["weather"]}`))
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	var want map[string]any
	a.there(t, "Long ride", func(v *intervalstest.Activity) {
		d := func(name string) float64 { return intervalstest.Number(v.Doc, name) }
		want = map[string]any{
			"source": "intervals", "weather_temp_c": tenths(d("average_weather_temp")), "weather_min_temp_c": tenths(d("min_weather_temp")),
			"weather_max_temp_c": tenths(d("max_weather_temp")), "feels_like_c": tenths(d("average_feels_like")),
			"wind_speed_kmh": tenths(3.6 * d("average_wind_speed")), "wind_gust_kmh": tenths(3.6 * d("average_wind_gust")),
			"wind_from_deg": d("prevailing_wind_deg"),
			"headwind_pct":  42.5, "tailwind_pct": 31.3, "clouds_pct": d("average_clouds"), "max_rain_mm": tenths(d("max_rain")), "max_snow_mm": 0.0,
		}
	})
	if got := ask("Long ride"); cmp.Diff(want, got.Weather) != "" || want["wind_speed_kmh"] == 0.0 || got.Missing["weather"] != "" {
		t.Errorf("%s%v", cmp.Diff(want, got.Weather), got.Missing)
	}
	if got := ask("Turbo: 4 x 8 min threshold"); got.Weather != nil || got.Missing["weather"] == "" {
		t.Errorf("indoors it is %v, missing %v", got.Weather, got.Missing)
	}
}

// TestWeatherThatComesLaterIsTold after the next reading, and is given no more
// once the service has none.
func TestWeatherThatComesLaterIsTold(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	ask := a.fill(t, `{"id":"{Long ride}","sections":["weather"]}`)
	for _, step := range []struct{ has, says string }{
		{"none", `"missing":{"weather":`},
		{"frost", `"weather_temp_c":-7.5`},
		{"thaw", `"weather_temp_c":1.5`},
		{"none", `"missing":{"weather":`},
	} {
		a.there(t, "Long ride", func(v *intervalstest.Activity) {
			v.Doc["has_weather"] = step.has != "none"
			v.Doc["average_weather_temp"] = map[string]float64{"frost": -7.5, "thaw": 1.5}[step.has]
		})
		a.read(t)
		if got := a.ok(t, "call", "get_activity", ask); !strings.Contains(got, step.says) {
			t.Errorf("%s: %s", step.has, got)
		}
	}
}

func tenths(v float64) float64 { return math.Round(10*v) / 10 }
