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
			if code == 0 || !strings.Contains(errs, "one kind of "+kind[1]) || !strings.Contains(errs, "Write "+kind[1]) {
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
	was, is := byTypes(before), byTypes(a.server.State())
	var changed []string
	for types, row := range is {
		if !cmp.Equal(row, was[types]) {
			changed = append(changed, types)
		}
	}
	if len(is) != len(was) || len(changed) != 2 || slices.ContainsFunc(changed, func(types string) bool {
		return strings.Contains(types, "TrailRun") || strings.Contains(types, "VirtualRide")
	}) {
		t.Errorf("of %d settings %d are left, and those of %q changed", len(was), len(is), changed)
	}
}

// byTypes are the settings of a service by the sports that they hold for.
func byTypes(s intervalstest.State) map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, row := range s[intervalstest.DefaultAthlete+" sport settings"] {
		out[fmt.Sprint(row["types"])] = row
	}
	return out
}
