package tools

import "testing"

func TestFormsOfAWordAreOne(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]string{
		"planned": "plan", "plans": "plan", "running": "run", "runs": "run", "activities": "activity", "activity": "activity",
		"rides": "rid", "riding": "rid", "compares": "compar", "compared": "compar", "weekly": "week", "weeks": "week",
		"wellness": "wellness", "hr": "hr", "gps": "gps", "speed": "speed", "sport": "sport", "miss": "miss",
		"passing": "pass", "calories": "calory",
	} {
		if got := stem(w); got != want {
			t.Errorf("%s is %s, not %s", w, got, want)
		}
	}
}

// TestTheFinderWeighsFields: a word of the name counts more than one of the
// arguments, and in a short text more than in a long one.
func TestTheFinderWeighsFields(t *testing.T) {
	t.Parallel()
	f := NewFinder([]SearchText{
		{Name: "sell_all", Description: "Sells what there is, among it any bike.", Arguments: "bike"},
		{Name: "list_bikes", Description: "What there is."},
		{Name: "clean_things", Description: "A bike."},
		{Name: "walk", Title: "Walk"},
	})
	if got := f.Rank("all biking"); got[0] != "list_bikes" || got[1] != "clean_things" || got[2] != "sell_all" || got[3] != "walk" {
		t.Error(got)
	}
}
