package outwardtest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// kindsAlone has the service keep settings of trail runs and of virtual rides
// alone, in front of those of the sports.
func (a *athlete) kindsAlone(t *testing.T) {
	t.Helper()
	a.server.Do(func(w *apitest.World) {
		all := &w.Athletes[0].Settings
		var kinds []apitest.Doc
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
				one := apitest.Doc{}
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

// TestOneKindOfASportIsNotTheSport: what is written for trail runs alone is
// refused, and says what to write instead; what is written for running leaves
// the settings that the service has for trail runs alone.
func TestOneKindOfASportIsNotTheSport(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	a.kindsAlone(t)
	before := a.server.State()
	a.server.Forget()
	for _, kind := range [][2]string{{"trail run", "running"}, {"VirtualRide", "cycling"}, {"running/trail", "running"}, {"Laufband", "running"}} {
		for tool, args := range map[string]string{
			"save_sport_settings":     `"ftp_w":261,"lthr_bpm":171`,
			"update_athlete_settings": `"ftp_w":261`,
			"delete_sport_settings":   `"dry_run":false`,
			"apply_sport_settings":    `"at_service":true`,
			"save_goal":               `"measure":"distance_km","target":20,"period":"week"`,
		} {
			code, out, errs := a.do(t.Context(), "", "call", tool, `{"sport":"`+kind[0]+`",`+args+`}`)
			if code == 0 || !strings.Contains(errs, "one kind of "+kind[1]) || !strings.Contains(errs, "Write "+kind[1]) || !strings.Contains(errs, "sport_id") {
				t.Errorf("%s of %s: exit %d: %s%s", tool, kind[0], code, out, tail(errs))
			}
		}
	}
	a.settled(t)
	if diff := cmp.Diff(before, a.server.State()); diff != "" || len(a.sent()) > 0 {
		t.Fatalf("what was refused sent %q: %s", a.sent(), diff)
	}
	for _, args := range []string{`{"sport":"run","lthr_bpm":172}`, `{"sport":"ride","ftp_w":262}`} {
		if w := a.call(t, "save_sport_settings", args); w.states() != "done" {
			t.Errorf("%s: %s", args, w.text)
		}
	}
	a.settled(t)
	if changed := changedTypes(before, a.server.State()); len(changed) != 2 || slices.ContainsFunc(changed, func(types string) bool {
		return strings.Contains(types, "TrailRun") || strings.Contains(types, "VirtualRide")
	}) {
		t.Errorf("the settings of %q changed", changed)
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
	for _, c := range []struct{ args, types, here string }{
		{`{"sport_id":1,"lthr_bpm":171,"threshold_pace_s_per_km":"5:00"}`, "[TrailRun]", `"lthr_bpm":171`},
		{`{"sport_id":"intervals:2","sport":"ride","ftp_w":233,"power_zones_w":[120,180,210]}`, "[VirtualRide]", `"ftp_w":233`},
		{`{"sport_id":1002,"lthr_bpm":174}`, "[Run VirtualRun]", `"value":174`},
	} {
		before := a.server.State()
		dry := a.ok(t, "call", "save_sport_settings", strings.TrimSuffix(c.args, "}")+`,"dry_run":true}`)
		if word := strings.Trim(c.types, "[]"); !strings.Contains(c.types, " ") && !strings.Contains(dry, "("+word+")") {
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
		{"save_sport_settings", `{"sport_id":1,"lthr_bpm":171,"effective_from":"2026-01-01"}`, "Leave out effective_from"},
		{"save_sport_settings", `{"sport_id":1}`, "No setting was named"},
		{"save_sport_settings", `{"ftp_w":261}`, "sport_id"},
		{"save_sport_settings", `{"sport_id":2,"power_zones_w":[200,150]}`, "order"},
		{"save_sport_settings", `{"sport_id":1,"lthr_bpm":229}`, "below max_hr_bpm"},
		{"delete_sport_settings", `{"sport_id":99}`, "intervals:1 (TrailRun)"},
		{"delete_sport_settings", `{"sport_id":1,"sport":"swim"}`, "not those of swimming"},
		{"apply_sport_settings", `{"sport_id":99,"at_service":true}`, "intervals:1 (TrailRun)"},
		{"apply_sport_settings", `{"sport_id":1,"from":"2026-01-01"}`, "at_service"},
	} {
		if code, out, errs := a.do(t.Context(), "", "call", c[0], c[1]); code == 0 || !strings.Contains(errs, c[2]) {
			t.Errorf("%s %s: exit %d: %s%s", c[0], c[1], code, out, tail(errs))
		}
	}
	if diff := cmp.Diff(before, a.server.State()); diff != "" || len(a.sent()) > 0 {
		t.Errorf("what was refused sent %q: %s", a.sent(), diff)
	}
	a.call(t, "disconnect_source", `{"source":"intervals","keep_data":true}`)
	shown := a.ok(t, "call", "get_sport_settings", "{}")
	for _, tool := range []string{"save_sport_settings", "delete_sport_settings"} {
		if code, out, errs := a.do(t.Context(), "", "call", tool, `{"sport_id":1`+map[bool]string{true: `,"lthr_bpm":171`}[tool[0] == 's']+`}`); code == 0 {
			t.Errorf("%s without a service: %s%s", tool, out, errs)
		}
	}
	if diff := cmp.Diff(shown, a.ok(t, "call", "get_sport_settings", "{}")); diff != "" {
		t.Errorf("something changed here alone: %s", diff)
	}
}

// changedTypes are the types of the settings that changed at the service.
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

// byTypes are the settings of a service by the sports that they hold for.
func byTypes(s intervalstest.State) map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, row := range s[intervalstest.DefaultAthlete+" sport settings"] {
		out[fmt.Sprint(row["types"])] = row
	}
	return out
}
