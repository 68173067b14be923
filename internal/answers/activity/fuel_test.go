package activity_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/training"
)

func fuelled(t *testing.T, s activity.Reader, id training.ActivityID, p activity.Planner) *activity.Detail {
	t.Helper()
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
		ID: string(id), Sections: []activity.Section{activity.SectionFuel}, Plans: p,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestFuelStandsBesideWorkPlanAndLiterature(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Fuel(answerstest.Ride, 45, 600)
	d := fuelled(t, s, answerstest.Ride, plans{plan: &workouts.CompliancePlan{
		Name: "Long\u202e ride", EventID: "e1", Fuel: &workouts.Fuel{CarbsGPerH: 60, FluidMLPerH: 500, DurationS: 5400},
	}})
	got := d.Fuel
	for key, want := range map[string]any{
		"carbs_g": 45.0, "carbs_g_per_h": 45.0, "fluid_ml": 600.0, "fluid_ml_per_h": 600.0, "duration_s": 3600.0,
	} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if got["work_kj"] == nil || got["estimated_calories_kcal"] == nil {
		t.Errorf("nothing burnt: %v", got)
	}
	want := activity.Facts{
		"event_id": "e1", "name": "Long ride", "duration_s": 5400.0, "carbs_g_per_h": 60.0, "carbs_g": 90.0, "carbs_g_per_h_taken_pct": 75.0,
		"fluid_ml_per_h": 500.0, "fluid_ml": 750.0, "fluid_ml_per_h_taken_pct": 120.0,
	}
	if diff := cmp.Diff(want, got["planned"]); diff != "" {
		t.Errorf("planned (-want +got):\n%s", diff)
	}
	// an hour: the literature has an amount of fluid, and none of carbohydrate
	if all, ok := got["literature"].([]activity.Facts); !ok || len(all) != 1 || all[0]["of"] != "fluid_ml_per_h" || all[0]["source"] == "" ||
		!strings.Contains(d.Missing["fuel.literature.carbs_g_per_h"].String(), "75 minutes") {
		t.Errorf("literature: %v, %v", got["literature"], d.Missing)
	}
	if d.Missing["fuel.carbs_used_g"] == "" || d.Missing["fuel.carbs_g"] != "" {
		t.Errorf("missing: %v", d.Missing)
	}
}

// TestFuelThatNobodySaidIsMissing, never zero, and so is the plan's.
func TestFuelThatNobodySaidIsMissing(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for name, p := range map[string]activity.Planner{
		"no plan": plans{}, "a plan of something else": plans{plan: &workouts.CompliancePlan{EventID: "e1"}},
	} {
		d := fuelled(t, s, answerstest.Ride, p)
		for _, key := range []string{"carbs_g", "fluid_ml", "planned"} {
			if _, has := d.Fuel[key]; has || d.Missing["fuel."+key] == "" {
				t.Errorf("%s: %s is %v, missing because %q", name, key, d.Fuel[key], d.Missing["fuel."+key])
			}
		}
	}
	s.Fuel(answerstest.ByHand, 30, 0)
	hand := fuelled(t, s, answerstest.ByHand, plans{plan: &workouts.CompliancePlan{Fuel: &workouts.Fuel{FluidMLPerH: 500}}})
	if hand.Fuel["carbs_g_per_h"] != 40.0 || hand.Missing["fuel.fluid_ml"] == "" || hand.Missing["fuel.calories_kcal"] == "" {
		t.Errorf("typed in: %v, %v", hand.Fuel, hand.Missing)
	}
	if p, _ := hand.Fuel["planned"].(activity.Facts); p["fluid_ml_per_h"] != 500.0 || p["fluid_ml"] != nil || p["carbs_g_per_h"] != nil {
		t.Errorf("a plan of fluid without an end: %v", p)
	}
	q := activity.DetailQuery{
		ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionFuel}, Plans: plans{err: context.Canceled},
	}
	if _, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, q); !errors.Is(err, context.Canceled) {
		t.Errorf("a calendar that cannot be read: %v", err)
	}
	summary := describe(t, s, answerstest.ByHand, activity.SectionSummary).Summary
	if summary["carbs_g"] != 30.0 || summary["fluid_ml"] != nil {
		t.Errorf("the summary has %v and %v", summary["carbs_g"], summary["fluid_ml"])
	}
}
