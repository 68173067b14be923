package training

import (
	"slices"
	"strings"
	"testing"
)

func TestOrderOfSources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, change, after string }{
		{"", "hrv=oura,garmin", "hrv=oura,garmin"},
		{"hrv=oura,garmin", "sleep = Whoop , polar; hrv=default", "sleep=whoop,polar"},
		{"hrv=oura", "default", ""},
		{"weight=garmin", "oura", "sleep=oura; hrv=oura; resting_hr=oura; steps=oura; weight=oura"},
		{"", "sleep=apple/AutoSleep; steps=iphone", "sleep=apple/AutoSleep; steps=iphone"},
		{"hrv=oura", "HRV=polar", "hrv=polar"},
	} {
		got, err := WellnessOrder(c.before).Change(c.change)
		if err != nil || string(got) != c.after {
			t.Errorf("%q with %q is %q, want %q (%v)", c.before, c.change, got, c.after, err)
		}
		if again, err := got.Change(c.change); again != got || err != nil {
			t.Errorf("%q twice is %q (%v)", c.change, again, err)
		}
	}
	for _, bad := range []string{
		"mood=oura", "hrv=", "hrv", "=oura", "hrv=acme", "hrv=oura,oura", "hrv=oura;", ";", "hrv=apple/", "hrv=apple/a\nb", "hrv=garmin=polar",
		"hrv=" + strings.Join(WellnessSources()[:9], ","), "hrv=apple/" + strings.Repeat("x", 50), "hrv=oura,default",
	} {
		if got, err := WellnessOrder("sleep=oura").Change(bad); KindOf(err) != KindInvalid || got != "sleep=oura" {
			t.Errorf("%q gives %q (%v)", bad, got, err)
		}
	}
}

func TestRankOfSources(t *testing.T) {
	t.Parallel()
	for order, byGroup := range map[WellnessOrder]map[WellnessGroup][]string{
		"": {
			WellnessSleep:     {"athlete", "oura", "apple/Oura", "garmin", "apple/Apple Watch", "apple/iPhone", "intervals", "acme"},
			WellnessHRV:       {"hrv4training", "whoop", "polar", "strava"},
			WellnessStepCount: {"garmin", "apple", "oura", "apple/iPhone"},
			WellnessWeight:    {"withings", "apple/Withings", "garmin", "oura"},
			"":                {"garmin", "polar", "fitbit", "apple", "intervals", "igpsport", "strava"},
		},
		"sleep=apple; weight=intervals,apple/Ann": {
			WellnessSleep:  {"athlete", "apple", "oura"},
			WellnessWeight: {"intervals", "apple/Ann", "withings"},
			WellnessHRV:    {"oura", "apple"},
		},
	} {
		for g, want := range byGroup {
			got := slices.Clone(want)
			slices.Reverse(got)
			slices.SortStableFunc(got, func(a, b string) int {
				if d := order.Rank(g, a) - order.Rank(g, b); d != 0 {
					return d
				}
				return len(a) - len(b) // a source itself comes before its copy by way of another
			})
			if !slices.Equal(got, want) {
				t.Errorf("%q, %q: %v, want %v", order, g, got, want)
			}
		}
	}
}
